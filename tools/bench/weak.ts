import { type Browser, chromium } from '@playwright/test'
import { z } from 'zod'
import { executablePath, requireChromium } from '@/e2e/support/chromium'
import { loadScripts } from '@/e2e/support/page'
import { carry } from '@/e2e/support/session'
import { onEnd } from './cleanup'
import { type Server, startServer } from './server'
import { fixed, printTable, verdict } from './table'
import { median } from './target'

/** The factor by which the browser's processor is slowed down. */
const slowness = 4

/** The number of times that each page is loaded. The median of the times is the result. */
const loads = 9

/**
 * The limits for a list. `requests`: the maximum number of requests for scripts. `share`: the maximum ratio of a time
 * of this build to the time of the other build.
 */
const bars = { requests: 16, share: 0.75 }

/** The lists that staff often open first. */
const lists = ['/admin/order', '/admin/product', '/admin/user']

export interface Build {
  /** The folder of the build; undefined: this build. */
  cwd?: string
  database_url: string
  /** The token of a root user. */
  token: string
}

const Loaded = z.object({
  /** The milliseconds from the start of the navigation until the first row is drawn. */
  row_ms: z.number(),
  /**
   * The milliseconds from the start of the navigation until the first filter reacts to a click. A script clicks the
   * filter ten times a second from the moment it is drawn.
   */
  usable_ms: z.number(),
  /**
   * The milliseconds from the start of the navigation until the panel of the clicked filter is drawn. Includes loading
   * the panel's script.
   */
  opened_ms: z.number(),
})
type Loaded = z.infer<typeof Loaded>

const measures = ['row_ms', 'usable_ms', 'opened_ms'] as const

/**
 * Measures the first visit of lists in a browser with a slow processor: the number of scripts, the time until rows are
 * drawn, and the time until the list can be used. If there is another build, loads the lists of both builds in turns.
 */
export async function measureWeak(own: Build, other: Build | undefined, folder: string) {
  requireChromium()
  const browser = await chromium.launch({ executablePath })
  onEnd(() => browser.close())
  const start = async (build: Build, name: string): Promise<Running> => ({
    token: build.token,
    server: await startServer('native', { ...build, name, folder }),
  })
  const measured = await start(own, 'weak')
  const builds = [measured, ...(other ? [await start(other, 'weak-other')] : [])]
  const pages = []
  for (const path of lists) {
    console.log(`${path} at a ${slowness}th of the processor …`)
    const runs = builds.map((build) => ({ build, loaded: [] as Loaded[] }))
    const { kb, requests } = await scriptsAt(browser, measured, path)
    // Load 0 warms up the servers and is not counted.
    for (let load = 0; load <= loads; load++) {
      for (const { build, loaded } of load % 2 === 0 ? runs : [...runs].reverse()) {
        const one = await loadSlowly(browser, build, path)
        if (load > 0) loaded.push(one)
      }
    }
    const [times, others] = runs.map(({ loaded }) => ({
      row_ms: median(loaded.map(({ row_ms }) => row_ms)),
      usable_ms: median(loaded.map(({ usable_ms }) => usable_ms)),
      opened_ms: median(loaded.map(({ opened_ms }) => opened_ms)),
    }))
    if (times) pages.push({ name: path, requests, scripts_kb: kb, ...times, ...(others && { other: others }) })
  }
  await browser.close()
  for (const { server } of builds) await server.stop()
  printTable(
    [
      'at a quarter',
      'requests',
      '',
      'KB',
      'row ms',
      'to other',
      '',
      'usable ms',
      'to other',
      '',
      'opened ms',
      'to other',
    ],
    [
      ['at most', bars.requests, '', '', '', bars.share, '', '', bars.share, '', '', ''],
      ...pages.map((page) => [
        page.name,
        page.requests,
        verdict(page.requests, bars.requests, 'lower'),
        page.scripts_kb,
        ...measures.flatMap((name) => {
          const share = page.other ? page[name] / page.other[name] : Number.NaN
          const isLimited = name !== 'opened_ms'
          return [fixed(page[name], 0), fixed(share, 2), ...(isLimited ? [verdict(share, bars.share, 'lower')] : [])]
        }),
      ]),
    ],
  )
  return { slowness, loads, pages, bars }
}

type Running = Pick<Build, 'token'> & { server: Server }

/** Opens a page in a new browser context, whose cache is empty. */
async function newcomer(browser: Browser, { server, token }: Running) {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 800 } })
  await carry(context, token, server.url)
  return { context, page: await context.newPage() }
}

async function scriptsAt(browser: Browser, build: Running, path: string) {
  const { context, page } = await newcomer(browser, build)
  const scripts = await loadScripts(page, path)
  await context.close()
  return scripts
}

async function loadSlowly(browser: Browser, build: Running, path: string): Promise<Loaded> {
  const { context, page } = await newcomer(browser, build)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  await page.addInitScript({ content: watch })
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => Reflect.get(window, 'measured').opened_ms)
  const measured = Loaded.parse(await page.evaluate(() => Reflect.get(window, 'measured')))
  await context.close()
  return measured
}

/**
 * A script that runs in the page before all other scripts and measures the times of {@link Loaded}. Written as text,
 * because the compiler of this file would add calls of helper functions that do not exist in the page.
 */
const watch = `
  const measured = (window.measured = {})
  const isDrawn = (element) => element && element.getBoundingClientRect().height > 0
  const look = () => {
    const filter = document.querySelector('main button[aria-haspopup="dialog"][aria-expanded]')
    if (!measured.row_ms && isDrawn(document.querySelector('main tbody td, main li a img'))) measured.row_ms = performance.now()
    const isAnswered = filter?.getAttribute('aria-expanded') === 'true'
    if (isAnswered && !measured.usable_ms) measured.usable_ms = performance.now()
    if (isAnswered && isDrawn(document.getElementById(filter.getAttribute('aria-controls')))) measured.opened_ms = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  const clicking = setInterval(() => {
    const filter = document.querySelector('main button[aria-haspopup="dialog"][aria-expanded]')
    if (filter?.getAttribute('aria-expanded') === 'true') clearInterval(clicking)
    else if (isDrawn(filter)) filter.click()
  }, 100)
`
