import { z } from 'zod'
import type { Request } from './load'
import { withClient } from './shop'
import type { Target } from './target'

const Plan = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Actual Rows': z.number().default(0),
  'Actual Loops': z.number().default(0),
  'Rows Removed by Filter': z.number().default(0),
  get Plans() {
    return z.array(Plan).optional()
  },
})

type Plan = z.output<typeof Plan>

const Entry = z.object({ 'Query Text': z.string(), Plan: Plan })

export interface Observed {
  /** Time of all statements of one request in the database, without planning. */
  database_ms: number
  /** Where the plans read more rows than any page needs, whichever way: `Seq Scan of product, 601089 rows`. */
  scans: string[]
  statements: { query: string; milliseconds: number; plan: unknown }[]
}

const manyRows = 10_000

/** A prepared statement is planned anew five times; only then the database may settle on one plan. */
const settling = 12

const reporting = { log_min_duration: '0', log_analyze: 'on', log_timing: 'off', log_buffers: 'on', log_format: 'json' }

const Log = z.object({ path: z.string(), size: z.coerce.number() })

/**
 * The plans that the database really used for the statements behind each list of requests, by its own account
 * (auto_explain), on the connections of the running server. Undefined where that module or the log is out of reach.
 */
export async function observePlans(database_url: string, url: string, targets: Target[]) {
  return withClient(database_url, async (client) => {
    const log = async () => {
      const path = `current_setting('data_directory') || '/../log'`
      const { rows } = await client.query(`select ${path} as path, (pg_stat_file(${path})).size`)
      return Log.parse(rows[0])
    }
    try {
      await client.query("load 'auto_explain'")
      await log()
    } catch {
      return undefined
    }
    const database = `alter database ${client.escapeIdentifier(client.database ?? '')}`
    await client.query(`${database} set session_preload_libraries = 'auto_explain'`)
    for (const [name, value] of Object.entries(reporting)) {
      await client.query(`${database} set auto_explain.${name} = '${value}'`)
    }
    // Settings of a database hold for new connections: the server's pool opens them by itself.
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )

    const observed = new Map<string, Observed>()
    for (const { name, requests } of targets) {
      const send = async (request: Request) => (await fetch(url + request.path, request)).arrayBuffer()
      for (let at = 0; at < settling; at++) await send(pick(requests, at))
      const { path, size } = await log()
      for (let at = 0; at < settling; at++) await send(pick(requests, at))
      const { rows } = await client.query<{ text: string }>('select pg_read_file($1, $2, 100000000) as text', [
        path,
        size,
      ])
      observed.set(name, readLog(rows[0]?.text ?? ''))
    }
    return observed
  })
}

function pick(requests: Request[], at: number): Request {
  const request = requests[at % requests.length]
  if (!request) throw new Error('there is nothing to send')
  return request
}

/** Of each statement the run that took longest. */
function readLog(text: string): Observed {
  const slowest = new Map<string, Observed['statements'][number]>()
  const scans = new Map<string, number>()
  for (const [, duration, json = ''] of text.matchAll(/duration: ([\d.]+) ms {2}plan:\n((?:\t.*\n)+)/g)) {
    const { 'Query Text': query, Plan: plan } = Entry.parse(JSON.parse(json))
    const milliseconds = Number(duration)
    if (milliseconds > (slowest.get(query)?.milliseconds ?? -1)) slowest.set(query, { query, milliseconds, plan })
    for (const { name, rows } of scansOf(plan)) {
      if (rows > manyRows) scans.set(name, Math.max(rows, scans.get(name) ?? 0))
    }
  }
  const statements = [...slowest.values()]
  return {
    database_ms: statements.reduce((sum, one) => sum + one.milliseconds, 0),
    scans: [...scans].map(([name, rows]) => `${name}, ${rows.toLocaleString('en')} rows`),
    statements,
  }
}

function scansOf(plan: Plan): { name: string; rows: number }[] {
  const rows = (plan['Actual Rows'] + plan['Rows Removed by Filter']) * plan['Actual Loops']
  const table = plan['Relation Name']
  return [
    ...(table ? [{ name: `${plan['Node Type']} of ${table}`, rows }] : []),
    ...(plan.Plans ?? []).flatMap(scansOf),
  ]
}
