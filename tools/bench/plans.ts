import { z } from 'zod'
import type { Request } from './load'
import { withClient } from './shop'
import { startStatementLog } from './statement-log'
import { median, type Target } from './target'

const Plan = z.looseObject({
  'Node Type': z.string(),
  'Shared Hit Blocks': z.number().default(0),
  'Shared Read Blocks': z.number().default(0),
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
  /**
   * The sum of the median times of the statements of one request in the database, without planning, in milliseconds.
   */
  database_ms: number
  /** The scans that read more rows than any page needs, such as `Seq Scan of product, 601089 rows`. */
  scans: string[]
  statements: {
    query: string
    /** The time of the slowest run of the statement, in milliseconds. The plan is that of this run. */
    milliseconds: number
    times: number[]
    plan: unknown
  }[]
}

const manyRows = 10_000

/**
 * The number of requests before plans are read. PostgreSQL plans a prepared statement five times before it may use one
 * generic plan.
 */
const warmUpRuns = 12

export const reporting = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_format': 'json',
}

/**
 * Returns the plans that the database used for the statements of each target, on the connections of the running server.
 * The PostgreSQL module auto_explain logs these plans. Undefined if this module or the log is not available.
 */
export async function observePlans(database_url: string, url: string, targets: Target[]) {
  return withClient(database_url, async (client) => {
    const isThere = await client.query("load 'auto_explain'").then(
      () => true,
      () => false,
    )
    const during = isThere && (await startStatementLog(client, reporting))
    if (!during) return undefined

    const observed = new Map<string, Observed>()
    for (const { name, requests, status } of targets) {
      const send = async (request: Request) => {
        const response = await fetch(url + request.path, request)
        const text = await response.text()
        // Refused requests would take the database no time.
        if (response.status !== status)
          throw new Error(`${name}: ${request.path} is answered with ${text.slice(0, 500)}`)
      }
      // Different requests, where there are enough, because the server caches answers for a while.
      const sendSome = async (from: number) => {
        for (let at = from; at < from + warmUpRuns; at++) await send(pick(requests, at))
      }
      await sendSome(0)
      observed.set(name, readLog(await during(() => sendSome(warmUpRuns))))
    }
    return observed
  })
}

function pick(requests: Request[], at: number): Request {
  const request = requests[at % requests.length]
  if (!request) throw new Error('there is nothing to send')
  return request
}

/** Returns the statements of a log of auto_explain, in their order. `duration_ms` has no planning. */
export const loggedPlans = (text: string) =>
  [...text.matchAll(/duration: ([\d.]+) ms {2}plan:\n((?:\t.*\n)+)/g)].map(([, duration, json = '']) => {
    const { 'Query Text': query, Plan: plan } = Entry.parse(JSON.parse(json))
    return { query, plan, duration_ms: Number(duration) }
  })

/** `rows`: read by scans of tables. `buffers`: blocks of 8 KB that were found in memory or read. */
export const costOf = (plan: Plan) => ({
  rows: scansOf(plan).reduce((sum, { rows }) => sum + rows, 0),
  buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
})

/**
 * Reads a log of auto_explain. Returns the time in the database, the scans of more than `manyRows` rows, and the plan
 * of the slowest run of each statement.
 */
function readLog(text: string): Observed {
  const slowest = new Map<string, Observed['statements'][number]>()
  const scans = new Map<string, number>()
  for (const { query, plan, duration_ms: milliseconds } of loggedPlans(text)) {
    const known = slowest.get(query)
    const times = [...(known?.times ?? []), milliseconds]
    slowest.set(
      query,
      known && known.milliseconds >= milliseconds ? { ...known, times } : { query, milliseconds, times, plan },
    )
    for (const { name, rows } of scansOf(plan)) {
      if (rows > manyRows) scans.set(name, Math.max(rows, scans.get(name) ?? 0))
    }
  }
  const statements = [...slowest.values()]
  return {
    database_ms: statements.reduce((sum, { times }) => sum + median(times), 0),
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
