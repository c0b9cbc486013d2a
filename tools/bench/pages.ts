import { type APIRequestContext, chromium } from '@playwright/test'
import { z } from 'zod'
import { executablePath, requireChromium } from '@/e2e/support/chromium'
import { scriptsOf } from '@/e2e/support/page'
import { carry } from '@/e2e/support/session'
import type { Options } from './bench'
import { onEnd } from './cleanup'
import type { Load, Measured } from './load'
import { type Server, startServer } from './server'
import { withClient } from './shop'
import { startStatementLog } from './statement-log'
import { fixed, printTable, verdict } from './table'
import { get, measure, median, type Target } from './target'

/** The limits for every page of the admin. */
const bars = { scripts_kb: 320, server_ms: 60, calls: 4, queries: 6 }

/** The number of rows on a page of a list. */
export const size = 20

/**
 * The number of requests of each page while its statements are counted. The result is the median, because background
 * work of the server adds statements to a few of the requests.
 */
const samples = 11

interface Measuring {
  target: Target
  /** The number of list rows in the HTML of the page. The limits are for full lists. */
  rows: number
  scripts_kb: number
  rounds: (Measured & { cpu_ms: number })[]
  /**
   * The number of statements that the database executed, for each request of the page; empty if they cannot be counted.
   */
  queries: number[]
}

interface Shop {
  /** The name of the server and of its log file. */
  name: string
  database_url: string
  /** The token of a root user. */
  token: string
  /** Returns the paths of the pages to open. Each page is compared with the first page. */
  pathsOf: (request: APIRequestContext) => Promise<string[]> | string[]
}

/**
 * Measures pages of the admin: the scripts of a first visit, the time of the server, the endpoint calls and the
 * statements in the database. Requires a database with up-to-date statistics (`renewStatistics`).
 */
export async function measurePages({ name, database_url, token, pathsOf }: Shop, load: Load, options: Options) {
  requireChromium()
  const server = await startServer('native', { name, database_url, folder: options.folder })
  const pages = await visit(server.url, token, pathsOf)
  await time(pages, server, load, options)
  await count(pages, server.url, database_url)
  // The server writes the end of its log when it stops.
  await server.stop()
  const calls = callsIn(server.log())

  const frame = pages[0]
  const results = pages.map(({ target: { name }, rows, scripts_kb, rounds, queries }) => ({
    name,
    rows,
    scripts_kb,
    server_ms: median(rounds.map((one) => one.p50_ms)),
    /**
     * The ratio of `server_ms` to `server_ms` of the first page, which contains only the frame of the admin. Computed
     * within each round, so that other load on the machine affects both pages.
     */
    to_frame: median(rounds.map((one, at) => one.p50_ms / (frame?.rounds[at]?.p50_ms ?? Number.NaN))),
    cpu_ms: median(rounds.map((one) => one.cpu_ms)),
    calls: median(calls.get(name.replace(/\?.*/, '')) ?? []),
    queries: median(queries),
  }))
  printTable(
    ['', 'rows', 'KB', '', 'ms', '', `to ${frame?.target.name}`, 'cpu ms', 'calls', '', 'queries', ''],
    [
      ['at most', '', bars.scripts_kb, '', bars.server_ms, '', '', '', bars.calls, '', bars.queries, ''],
      ...results.map((one) => [
        one.name,
        one.rows,
        one.scripts_kb,
        verdict(one.scripts_kb, bars.scripts_kb, 'lower'),
        fixed(one.server_ms, 1),
        verdict(one.server_ms, bars.server_ms, 'lower'),
        fixed(one.to_frame, 2),
        fixed(one.cpu_ms, 1),
        fixed(one.calls, 0),
        verdict(one.calls, bars.calls, 'lower'),
        fixed(one.queries, 0),
        verdict(one.queries, bars.queries, 'lower'),
      ]),
    ],
  )
  return { pages: results, bars }
}

/** Opens every page in a browser with an empty cache. */
async function visit(url: string, token: string, pathsOf: Shop['pathsOf']): Promise<Measuring[]> {
  const browser = await chromium.launch({ executablePath })
  onEnd(() => browser.close())
  const newcomer = async () => {
    const context = await browser.newContext({ baseURL: url })
    await carry(context, token, url)
    return context
  }
  const first = await newcomer()
  const cookie = (await first.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const measured: Measuring[] = []
  for (const path of await pathsOf(first.request)) {
    const context = await newcomer()
    const scripts_kb = await scriptsOf(await context.newPage(), path)
    await context.close()
    // Compressed, as for browsers.
    const requests = [
      get(`${path}${path.includes('?') ? '&' : '?'}size=${size}`, { cookie, 'accept-encoding': 'gzip' }),
    ]
    const target = { name: path, requests, status: 200, body: z.unknown(), connections: 1 }
    measured.push({ target, rows: 0, scripts_kb, rounds: [], queries: [] })
  }
  await browser.close()
  return measured
}

/** Measures how long the server takes to send the whole HTML document of each page, one request after the other. */
async function time(pages: Measuring[], server: Server, load: Load, { rounds, seconds }: Options): Promise<void> {
  // Round 0 warms up compilers and caches and is not counted.
  for (let round = 0; round <= rounds; round++) {
    console.log(round === 0 ? 'Warming up …' : `Round ${round} of ${rounds} …`)
    for (const page of pages) {
      const before = server.cpuMilliseconds()
      const one = await measure(load, server.url, page.target, seconds / 2)
      if (round > 0) page.rounds.push({ ...one, cpu_ms: (server.cpuMilliseconds() - before) / one.requests })
    }
  }
}

/** Counts the statements that the database executes for each page, from the log of the database. */
async function count(pages: Measuring[], url: string, database_url: string): Promise<void> {
  await withClient(database_url, async (client) => {
    const during = await startStatementLog(client, { log_statement: 'all' })
    for (const page of pages) {
      const [request] = page.target.requests
      const requestPage = async () => {
        const html = await (await fetch(url + request?.path, request)).text()
        page.rows = occurrences(html, /<tr\b|<li class="[^"]*card/g) - occurrences(html, /<thead\b/g)
      }
      // The first request after the settings have changed opens new connections.
      await requestPage()
      for (let at = 0; at < samples; at++) {
        if (during) page.queries.push(statementsIn(await during(requestPage)))
        else await requestPage()
      }
    }
  })
}

const occurrences = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Counts the statements in a log of the database: statements sent as text, and executed prepared statements. */
const statementsIn = (log: string) => occurrences(log, / LOG: {2}(?:statement|execute \S+): /g)

const PageLine = z.object({ msg: z.literal('page'), path: z.string(), calls: z.int(), code: z.undefined().optional() })

/** Returns the numbers of endpoint calls by path of the page, one number for each `page` line in the server's log. */
function callsIn(log: string): Map<string, number[]> {
  const calls = new Map<string, number[]>()
  for (const line of log.split('\n').filter((one) => one.includes('"msg":"page"'))) {
    const { path, calls: made } = PageLine.parse(JSON.parse(line))
    calls.set(path, [...(calls.get(path) ?? []), made])
  }
  return calls
}
