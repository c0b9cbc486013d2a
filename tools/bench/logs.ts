import { z } from 'zod'
import type { Options } from './bench'
import { compare } from './compare'
import { fillLogs } from './fill'
import type { Load } from './load'
import { type Server, startServer } from './server'
import { createShop } from './shop'
import { fixed, printTable, verdict } from './table'
import { bearer, get, type Target } from './target'

const bar = 1.5
const export_bar_mb = 60

/** Compares reading the audit log with a thousand rows and with a million, and measures a large export. */
export async function logs(postgres_url: string, load: Load, options: Options) {
  const small = await siteOf(postgres_url, 'bench_log_small', 1_000, options)
  const large = await siteOf(postgres_url, 'bench_log_large', options.rows, options)
  const compared = await compare(small, large, load, options)
  const file = await exportFile(large, options.rows / 5)
  await Promise.all([small.stop(), large.stop()])
  return { ...compared, file }
}

async function siteOf(postgres_url: string, name: string, rows: number, { folder }: Options) {
  console.log(`Filling an operation log with ${rows.toLocaleString('en')} rows …`)
  const database_url = await createShop(postgres_url, name)
  const token = await fillLogs(database_url, rows)
  const server = await startServer('native', { name, database_url, folder })
  return { ...server, token, database_url, targets: targetsOf(rows, token) }
}

const Page = z.object({ items: z.array(z.object({ id: z.int() })).length(10) })

function targetsOf(rows: number, token: string): Target[] {
  // The ten-thousandth row, or the middle where there are fewer rows.
  const cursor = rows - Math.min(10_000, rows / 2)
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString()
  const list = (name: string, query: string): Target => ({
    name: `GET /cms/oper_log, ${name}`,
    requests: [get(`/cms/oper_log?${query}`, bearer(token))],
    status: 200,
    body: Page,
    // One connection: with more, the server's work on other requests hides a slow statement.
    connections: 1,
    bar,
  })
  return [
    list('first page', ''),
    list('module and success', 'module=order&success=true'),
    list('behind 10,000 rows', `cursor=${cursor}`),
    list('module and success behind 10,000 rows', `module=order&success=true&cursor=${cursor}`),
    list('module and refusals', 'module=order&success=false'),
    list('a month of the past', `from=${day(130)}&to=${day(100)}`),
  ]
}

/** Exports `rows` rows and measures how much the server's memory grows. */
async function exportFile({ url, token, residentMegabytes }: Server & { token: string }, rows: number) {
  const before_mb = residentMegabytes()
  const began = performance.now()
  const response = await fetch(`${url}/cms/oper_log?format=csv&module=product`, { headers: bearer(token) })
  if (!response.ok || !response.body)
    throw new Error(`the file was answered ${response.status}: ${await response.text()}`)
  let [lines, bytes, most_mb] = [0, 0, before_mb]
  let looked = 0
  for await (const chunk of response.body) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === 10) lines++
    if (performance.now() - looked < 50) continue
    looked = performance.now()
    most_mb = Math.max(most_mb, residentMegabytes())
  }
  if (lines !== rows + 1) throw new Error(`the file has ${lines} lines instead of ${rows + 1}`)
  const seconds = (performance.now() - began) / 1_000
  const growth_mb = most_mb - before_mb
  printTable(
    ['', 'value', 'bar', ''],
    [
      [
        `Memory while ${rows.toLocaleString('en')} rows are sent as CSV, MB more`,
        fixed(growth_mb, 0),
        export_bar_mb,
        verdict(growth_mb, export_bar_mb, 'lower'),
      ],
      ['The same, seconds', fixed(seconds, 1), undefined, ''],
    ],
  )
  return { rows, bytes, seconds, before_mb, growth_mb, bar_mb: export_bar_mb }
}
