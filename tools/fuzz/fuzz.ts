/**
 * `npm run fuzz`: starts the demonstration shop from the build, reads its OpenAPI document, and sends requests to every
 * operation: allowed requests, requests at the bounds of the schemas, and forbidden requests. Callers are signed-out
 * visitors, customers, staff with few permissions, and root. Checks each response against the OpenAPI document and
 * against the rules for all responses. Reduces the first requests with faults to minimal requests, and prints them as
 * curl commands.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDatabase, startPostgres } from '@/db/testing/postgres'
import { endAll, isEnding, onEnd } from '@/tools/bench/cleanup'
import { requireBuild, startServer } from '@/tools/bench/server'
import { seedShop } from '@/tools/bench/shop'
import { fixed, printTable } from '@/tools/bench/table'
import { Run } from './run'

const mounts = ['native', 'next'] as const
const drivers = ['postgres', 'pglite'] as const

function readArguments() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      seconds: { type: 'string', default: '60' },
      mount: { type: 'string', default: 'native' },
      driver: { type: 'string', default: 'postgres' },
    },
  })
  const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed)
  const seconds = Number(values.seconds)
  const mount = mounts.find((one) => one === values.mount)
  const driver = drivers.find((one) => one === values.driver)
  if (!Number.isInteger(seed) || !(seconds > 0) || !mount || !driver)
    throw new Error(
      `npm run fuzz -- [--seed ${seed || 1}] [--seconds 60] [--mount ${mounts.join('|')}] [--driver ${drivers.join('|')}]`,
    )
  return { seed, seconds, mount, driver }
}

async function main(): Promise<number> {
  const { seed, seconds, mount, driver } = readArguments()
  requireBuild()
  const folder = mkdtempSync(join(tmpdir(), 'mini-shop-fuzz-'))
  onEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const data_dir = join(folder, 'data')
  let database_url = ''
  if (driver === 'postgres') {
    const postgres = await startPostgres()
    onEnd(postgres.stop)
    database_url = await createDatabase(postgres.url, 'fuzz')
  }
  await seedShop({ DATABASE_URL: database_url, DATA_DIR: data_dir })
  const server = await startServer(mount, { name: 'fuzz', database_url, data_dir, folder })
  console.log(`Seed ${seed}, ${seconds} s, mounted ${mount === 'next' ? 'by Next' : 'natively'}, on ${driver}`)

  const run = new Run(server.url, seed)
  await run.open()
  await run.requests(seconds * 1_000)
  await run.close()
  await server.stop()
  Object.assign(process.env, { DATABASE_URL: database_url, DATA_DIR: data_dir, SANDBOX: '1', BASE_URL: '' })
  await run.searchSecrets(server.log())

  const { requests, byStatus, succeeded, operations, failures } = run.summary()
  printTable(
    ['status', 'answers'],
    byStatus.map(([status, count]) => [String(status), fixed(count, 0)]),
  )
  const share = (100 * succeeded) / operations
  console.log(
    `${requests} requests; ${succeeded} of ${operations} operations (${fixed(share, 0)} %) succeeded at least once`,
  )
  for (const { title, expected, curl, answer } of failures) {
    console.log(`\n✗ ${title}\n  expected: ${expected.join('\n            ')}`)
    if (curl) console.log(`  ${curl}\n  ${answer}`)
  }
  if (failures.length > 0) {
    console.log(
      `\n${failures.length} failures. The same requests again: npm run fuzz -- --seed ${seed} --mount ${mount} --driver ${driver}`,
    )
    return 1
  }
  return 0
}

try {
  process.exitCode = await main()
} catch (error) {
  if (!isEnding()) console.error(error)
  process.exitCode = 1
}
await endAll()
process.exit()
