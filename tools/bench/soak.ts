import type { Options } from './bench'
import type { Load } from './load'
import { startServer } from './server'
import { addTraffic, createShop, withClient } from './shop'
import { scenariosOf } from './speed'
import { fixed, printTable, verdict } from './table'

const bars = { resident_mb: 250, growth: 1.05 }
const readings = 20
const expected = ['200', '201', '304']

/** Measures memory under minutes of mixed load: its size, and whether it grows in the second half. */
export async function soak(postgres_url: string, load: Load, options: Options) {
  const database_url = await createShop(postgres_url, 'bench_soak')
  const made = await withClient(database_url, addTraffic)
  const server = await startServer('native', { name: 'soak', database_url, folder: options.folder })
  const scenarios = await scenariosOf(server.url, made)
  // Repeats scenarios to equal numbers of requests, alternating, so that every connection sends all of them.
  const most = Math.max(...scenarios.map(({ requests }) => requests.length))
  const requests = Array.from({ length: most }, (_, at) =>
    scenarios.flatMap((one) => one.requests[at % one.requests.length] ?? []),
  ).flat()
  const seconds = (options.minutes * 60) / readings
  const resident: number[] = []
  let answered = 0
  for (let reading = 1; reading <= readings; reading++) {
    const { statuses, errors, requests: count } = await load({ url: server.url, connections: 32, seconds, requests })
    const odd = Object.keys(statuses).filter((status) => !expected.includes(status))
    if (errors > 0 || odd.length > 0) throw new Error(`${errors} errors, statuses ${JSON.stringify(statuses)}`)
    answered += count
    resident.push(server.residentMegabytes())
    console.log(`${fixed((reading * seconds) / 60, 1)} min, ${fixed(resident.at(-1) ?? Number.NaN, 0)} MB`)
  }
  await server.stop()
  // The means of the third and the fourth quarter.
  const [earlier, later] = [resident.slice(readings / 2, (readings * 3) / 4), resident.slice((readings * 3) / 4)].map(
    (part) => part.reduce((sum, one) => sum + one, 0) / part.length,
  )
  const growth = (later ?? Number.NaN) / (earlier ?? Number.NaN)
  const last = resident.at(-1) ?? Number.NaN
  printTable(
    ['', 'value', 'bar', ''],
    [
      ['Requests answered', answered, undefined, ''],
      ['Memory at the end, MB', fixed(last, 0), bars.resident_mb, verdict(last, bars.resident_mb, 'lower')],
      ['Fourth quarter to third', fixed(growth, 3), bars.growth, verdict(growth, bars.growth, 'lower')],
    ],
  )
  return { minutes: options.minutes, answered, resident, growth, bars }
}
