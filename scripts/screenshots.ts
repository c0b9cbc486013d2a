/**
 * `npm run screenshots`: takes screenshots of all pages on a wide and a small screen, in the light and the dark color
 * scheme, in English and Chinese, such as `screenshots/user-1280-dark-zh-CN.png`. Uses the last build and a new
 * demonstration shop. `-- user group-new` takes screenshots of only these two pages.
 */
import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type APIRequestContext, type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { z } from 'zod'
import { adminPages } from '@/e2e/support/admin'
import { executablePath, requireChromium } from '@/e2e/support/chromium'
import { startServer } from '@/e2e/support/other-server'
import { type Look, settled, wear } from '@/e2e/support/page'
import { carry, newStaff, tokenOf } from '@/e2e/support/session'
import { enterAs } from '@/e2e/support/storefront'
import { requireBuild } from '@/tools/bench/server'
import { command } from './command'

const folder = 'screenshots'

const looks: (Look & { width: number; height: number })[] = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
].flatMap((screen) =>
  (['light', 'dark'] as const).flatMap((scheme) =>
    (['en', 'zh-CN'] as const).map((locale) => ({ ...screen, scheme, locale })),
  ),
)

/**
 * The maximum height of a screenshot in pixels. The API reference is a hundred screens long, and its beginning is
 * enough.
 */
const longest = 4_000

interface Screen {
  name: string
  path: string
  /** Whether the page shows a record in a drawer. A drawer is as high as the screen, not as high as the page. */
  isDrawer?: boolean
}

/** A browser context for one combination of screen, color scheme and language, with one open page. */
interface Viewer {
  look: (typeof looks)[number]
  context: BrowserContext
  page: Page
}

async function viewerOf(browser: Browser, look: Viewer['look'], baseURL: string): Promise<Viewer> {
  const { width, height } = look
  const context = await browser.newContext({ baseURL, viewport: { width, height } })
  const page = await context.newPage()
  await wear(page, look, baseURL)
  return { look, context, page }
}

async function capture({ page, look }: Viewer, { name, path, isDrawer = false }: Screen): Promise<void> {
  const { width, height } = look
  await page.setViewportSize({ width, height })
  await page.goto(path, { waitUntil: 'networkidle' })
  // The contents of the drawer are loaded when it opens.
  if (isDrawer) await page.getByRole('dialog').getByRole('heading').first().waitFor({ state: 'attached' })
  await page.locator('[aria-busy=true], .mantine-Skeleton-root').first().waitFor({ state: 'detached' })
  if (!isDrawer) {
    // Makes the screen as long as the page: sticky bars are then at its ends, and pictures further down are loaded.
    const length = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width, height: Math.min(length, longest) })
    await page.waitForLoadState('networkidle')
  }
  await settled(page)
  const file = join(folder, `${name}-${width}-${look.scheme}-${look.locale}.png`)
  await page.screenshot({ path: file, animations: 'disabled' })
}

const Listed = z.array(z.object({ id: z.int() }))
const Answer = z.union([Listed, z.object({ items: Listed }).transform(({ items }) => items)])

/** Returns the id of the first record of a list. */
async function firstOf(request: APIRequestContext, token: string, list: string): Promise<number> {
  const answer = await request.get(list, { headers: { authorization: `Bearer ${token}` } })
  const [first] = Answer.parse(await answer.json())
  if (!first) throw new Error(`${list} lists nothing.`)
  return first.id
}

/** Returns the pages that need no account. */
async function publicScreens(request: APIRequestContext, token: string): Promise<Screen[]> {
  const product = await firstOf(request, token, '/v1/product/recent')
  return [
    { name: 'shop', path: '/' },
    { name: 'shop-category', path: '/category' },
    { name: 'shop-product', path: `/product/${product}` },
    { name: 'docs', path: '/docs' },
    { name: 'docs-module', path: '/docs/v1/order' },
    { name: 'docs-errors', path: '/docs/errors' },
    { name: 'sandbox', path: '/sandbox' },
    { name: 'login', path: '/admin/login' },
  ]
}

/** The pages of the demonstration customer, who has orders in every status. */
const customerScreens: Screen[] = [
  { name: 'shop-cart', path: '/cart' },
  { name: 'shop-orders', path: '/order' },
  { name: 'shop-after-sale', path: '/after_sale' },
  { name: 'shop-addresses', path: '/address' },
  { name: 'shop-me', path: '/me' },
]

/** The resources whose records open in a drawer, with the paths of their lists in the API. */
const drawers = {
  user: '/cms/user',
  customer: '/cms/customer',
  notice: '/cms/notice',
  menu: '/cms/menu',
  element: '/cms/element',
  dict: '/cms/dict',
  oper_log: '/cms/oper_log',
  error_log: '/cms/log/error',
}

/** Returns the pages of an administrator. */
async function adminScreens(request: APIRequestContext, token: string): Promise<Screen[]> {
  const pages = await adminPages(request, token)
  const forms = pages.flatMap(({ records }) =>
    records.flatMap(({ resource, hasPages, creation }) =>
      creation ? [{ name: `${resource}-new`, path: creation, isDrawer: !hasPages }] : [],
    ),
  )
  const group = await firstOf(request, token, '/cms/group')
  const product = await firstOf(request, token, '/v1/product/recent')
  const screens: Screen[] = [
    ...pages.map(({ path }) => ({ name: path.split('/').at(-1) ?? path, path })),
    ...forms,
    { name: 'group-record', path: `/admin/group/${group}` },
    { name: 'product-record', path: `/admin/product/${product}` },
  ]
  for (const [name, list] of Object.entries(drawers)) {
    const path = `/admin/${name}?${name}=${await firstOf(request, token, list)}`
    screens.push({ name: `${name}-record`, path, isDrawer: true })
  }
  return screens
}

/**
 * Adds records to the shop that its pages show: a purchase, a new staff member, refused sign-ins, a changed setting and
 * a notice.
 */
async function liveIn(request: APIRequestContext, path: string, token: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/journey.mjs'], { env: { ...process.env, BASE_URL: path } })
  await newStaff(request, ['cms.customer.list', 'cms.customer.update'], 'helper')
  for (let attempt = 0; attempt < 3; attempt++) await tokenOf(request, 'operator', 'not the password')
  const headers = { authorization: `Bearer ${token}` }
  await request.put('/cms/config', { headers, data: { 'address.max': 30 } })
  const notice = {
    type: 1,
    audience: 'customer',
    title: '国庆假期发货安排',
    content: '<p>10 月 1 日至 3 日暂停发货。</p>',
  }
  await request.post('/cms/notice', { headers, data: { ...notice, status: 'published', pinned: true } })
}

async function takeAll(viewers: Viewer[], screens: Screen[], wanted: string[]): Promise<number> {
  const asked = wanted.length > 0 ? screens.filter(({ name }) => wanted.includes(name)) : screens
  for (const screen of asked) {
    const began = performance.now()
    await Promise.all(viewers.map((viewer) => capture(viewer, screen)))
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    console.log(`${screen.name.padEnd(20)} ${viewers.length} pictures in ${seconds} s`)
  }
  return asked.length * viewers.length
}

async function screenshots(wanted: string[]): Promise<string> {
  requireBuild()
  requireChromium()
  mkdirSync(folder, { recursive: true })
  const server = await startServer(Number(process.env.E2E_PORT ?? 3305), { SEED: '1' })
  const browser = await chromium.launch({ executablePath })
  try {
    const viewers = await Promise.all(looks.map((look) => viewerOf(browser, look, server.origin)))
    const { request } = await browser.newContext({ baseURL: server.origin })
    const token = await tokenOf(request, 'admin')
    await liveIn(request, server.origin, token)
    const [open, admin] = [await publicScreens(request, token), await adminScreens(request, token)]
    const names = [...open, ...customerScreens, ...admin].map(({ name }) => name)
    const unknown = wanted.filter((name) => !names.includes(name))
    if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}, but: ${names.join(', ')}.`)
    let taken = await takeAll(viewers, open, wanted)
    const login = { token: await tokenOf(request, 'customer') }
    for (const { page } of viewers) await enterAs(page, login)
    taken += await takeAll(viewers, customerScreens, wanted)
    for (const { context } of viewers) await carry(context, token, server.origin)
    taken += await takeAll(viewers, admin, wanted)
    return `${taken} pictures are in ${folder}/.`
  } finally {
    await browser.close()
    await server.stop()
  }
}

await command(() => screenshots(process.argv.slice(2)))
