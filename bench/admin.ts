import { chromium } from '@playwright/test'
import { z } from 'zod'
import { executablePath, requireChromium } from '@/e2e/support/chromium'
import { officeAddresses } from '@/e2e/support/office'
import { scriptsOf } from '@/e2e/support/page'
import { carry } from '@/e2e/support/session'
import type { Options } from './bench'
import { onEnd } from './cleanup'
import { fill, fillLogs } from './fill'
import type { Load, Measured } from './load'
import { type Server, startServer } from './server'
import { addOfficeRows, addStaff, createShop, renewStatistics, withClient } from './shop'
import { startStatementLog } from './statement-log'
import { fixed, printTable, verdict } from './table'
import { get, measure, median, type Target } from './target'

/** Of every page of the back office. */
const bars = { scripts_kb: 320, server_ms: 60, calls: 4, queries: 6 }

/** Rows on a page of a list. */
const size = 20

/** How often a page is asked for to count. What the server does of its own accord meets one of them, seldom most. */
const looks = 11

interface Measuring {
  target: Target
  /** In the HTML: a list that is short of them is not what the bars mean. */
  rows: number
  scripts_kb: number
  rounds: (Measured & { cpu_ms: number })[]
  /** Statements that the database executed, of each look; none where nobody counted them. */
  queries: number[]
}

/** What each page of the back office costs: scripts of a first visit, time of the server, calls and queries. */
export async function admin(postgres_url: string, load: Load, options: Options) {
  requireChromium()
  const database_url = await createShop(postgres_url, 'bench_admin')
  await fill(database_url, 1_000)
  const token = await fillLogs(database_url, 1_000)
  await withClient(database_url, async (client) => {
    await addStaff(client, 100)
    await addOfficeRows(client, 2 * size)
  })
  await renewStatistics(database_url)
  const server = await startServer('native', { name: 'admin', database_url, folder: options.folder })
  const pages = await visit(server.url, token)
  await time(pages, server, load, options)
  await count(pages, server.url, database_url)
  // It writes the end of its log when it stops.
  await server.stop()
  const calls = callsIn(server.log())

  const frame = pages[0]
  const results = pages.map(({ target: { name }, rows, scripts_kb, rounds, queries }) => ({
    name,
    rows,
    scripts_kb,
    server_ms: median(rounds.map((one) => one.p50_ms)),
    /** To the page that is the frame alone. Round by round, so that what else the machine did meets both. */
    to_frame: median(rounds.map((one, at) => one.p50_ms / (frame?.rounds[at]?.p50_ms ?? Number.NaN))),
    cpu_ms: median(rounds.map((one) => one.cpu_ms)),
    calls: median(calls.get(name) ?? []),
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

/** Every page as a browser gets it that was never here before. */
async function visit(url: string, token: string): Promise<Measuring[]> {
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
  for (const address of await officeAddresses(first.request, token)) {
    const context = await newcomer()
    const scripts_kb = await scriptsOf(await context.newPage(), address)
    await context.close()
    // Compressed, as browsers ask for it.
    const requests = [get(`${address}?size=${size}`, { cookie, 'accept-encoding': 'gzip' })]
    const target = { name: address, requests, status: 200, body: z.unknown(), connections: 1 }
    measured.push({ target, rows: 0, scripts_kb, rounds: [], queries: [] })
  }
  await browser.close()
  return measured
}

/** How long the server takes for the whole document, one request after the other. */
async function time(pages: Measuring[], server: Server, load: Load, { rounds, seconds }: Options): Promise<void> {
  // Round 0 is for compilers and caches: it does not count.
  for (let round = 0; round <= rounds; round++) {
    console.log(round === 0 ? 'Warming up …' : `Round ${round} of ${rounds} …`)
    for (const page of pages) {
      const before = server.cpuMilliseconds()
      const one = await measure(load, server.url, page.target, seconds / 2)
      if (round > 0) page.rounds.push({ ...one, cpu_ms: (server.cpuMilliseconds() - before) / one.requests })
    }
  }
}

/** How many statements each page has the database execute, by the database's own account. */
async function count(pages: Measuring[], url: string, database_url: string): Promise<void> {
  await withClient(database_url, async (client) => {
    const during = await startStatementLog(client, { log_statement: 'all' })
    for (const page of pages) {
      const [request] = page.target.requests
      const look = async () => {
        const html = await (await fetch(url + request?.path, request)).text()
        page.rows = occurrences(html, /<tr\b/g) - occurrences(html, /<thead\b/g)
      }
      // The first after the settings have changed finds new connections.
      await look()
      for (let at = 0; at < looks; at++) {
        if (during) page.queries.push(statementsIn(await during(look)))
        else await look()
      }
    }
  })
}

const occurrences = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Sent as text, or prepared and executed. */
const statementsIn = (log: string) => occurrences(log, / LOG: {2}(?:statement|execute \S+): /g)

const PageLine = z.object({ msg: z.literal('page'), path: z.string(), calls: z.int(), code: z.undefined().optional() })

/** Calls to endpoints that each page made, by its own lines in the log. */
function callsIn(log: string): Map<string, number[]> {
  const calls = new Map<string, number[]>()
  for (const line of log.split('\n').filter((one) => one.includes('"msg":"page"'))) {
    const { path, calls: made } = PageLine.parse(JSON.parse(line))
    calls.set(path, [...(calls.get(path) ?? []), made])
  }
  return calls
}
