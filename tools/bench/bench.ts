/**
 * `npm run bench`: measures the production build in suites. `speed`: requests per second. `overload`: the behavior with
 * too many requests. `growth`: the speed with a thousand times the rows. `admin`: the cost of each page of the admin,
 * and lists on a slow processor. `soak`: memory after minutes of load. `beside`: the difference to another build, such
 * as that of the previous commit, or of a shop with promotions to one without. The limits for endpoints are ratios within one run, so they apply to any machine. The
 * limits for pages are absolute times and sizes.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '@/db/testing/postgres'
import { admin } from './admin'
import { beside } from './beside'
import { endAll, isEnding, onEnd } from './cleanup'
import { growth } from './growth'
import { startLoad } from './load'
import { overload } from './overload'
import { requireBuild } from './server'
import { withClient } from './shop'
import { soak } from './soak'
import { speed } from './speed'

export interface Options {
  rounds: number
  seconds: number
  rows: number
  /** The duration of the suite `soak`, in minutes. */
  minutes: number
  /** The folder of another build, with which the suites `beside` and `admin` compare this build. */
  with?: string | undefined
  /** The folder in which the logs of the servers are kept during the run. */
  folder: string
}

const suites = {
  speed,
  overload,
  growth,
  admin,
  soak,
  beside,
}

const isSuite = (name: string): name is keyof typeof suites => Object.hasOwn(suites, name)

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      rows: { type: 'string', default: '1000000' },
      minutes: { type: 'string', default: '10' },
      with: { type: 'string' },
    },
  })
  const names = positionals.length > 0 ? positionals : Object.keys(suites).filter((name) => name !== 'beside')
  const known = names.filter(isSuite)
  const [rounds, seconds, rows, minutes] = [values.rounds, values.seconds, values.rows, values.minutes].map(Number)
  if (known.length < names.length || !rounds || !seconds || !rows || !minutes || rows % 2_000 !== 0) {
    throw new Error(
      `npm run bench -- [${Object.keys(suites).join('] [')}] [--rounds 5] [--seconds 4] [--rows 1000000, a multiple of 2000] [--minutes 10] [--with the folder of another build]`,
    )
  }
  return { names: known, rounds, seconds, rows, minutes, with: values.with }
}

async function main() {
  const { names, ...sizes } = readArguments()
  requireBuild()
  const folder = mkdtempSync(join(tmpdir(), 'mini-shop-bench-'))
  onEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const postgres = await startPostgres({ durable: true })
  onEnd(postgres.stop)
  const load = startLoad()

  const machine = {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    postgres: await withClient(postgres.url, async (client) => {
      const { rows } = await client.query<{ server_version: string }>('show server_version')
      return rows[0]?.server_version ?? 'unknown'
    }),
  }
  console.log(Object.values(machine).join(' · '))

  const began_at = new Date()
  const results: Record<string, unknown> = {}
  for (const name of names) {
    console.log(`\n── ${name} ${'─'.repeat(72 - name.length)}`)
    results[name] = await suites[name](postgres.url, load, { ...sizes, folder })
  }
  const file = join('tools', 'bench', 'results', `${began_at.toISOString().replaceAll(':', '-').slice(0, 19)}.json`)
  mkdirSync(join('tools', 'bench', 'results'), { recursive: true })
  writeFileSync(file, `${JSON.stringify({ began_at, machine, ...sizes, results }, null, 2)}\n`)
  console.log(`\nWritten to ${file}`)
}

try {
  await main()
} catch (error) {
  if (!isEnding()) console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
await endAll()
process.exit()
