import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessibleEverywhere, looks, wear } from './support/page'
import { adminToken, carry, newStaff } from './support/session'
import { expect, test } from './support/test'

// Each test publishes notices, which the others would count.
test.describe.configure({ mode: 'serial' })

const authorized = (token: string) => ({ authorization: `Bearer ${token}` })

async function publish(request: APIRequestContext, title: string): Promise<void> {
  const data = { title, content: `<p>The content of ${title}.</p>`, audience: 'staff', status: 'published' }
  const answer = await request.post('/cms/notice', { headers: authorized(await adminToken(request)), data })
  expect(answer.status()).toBe(201)
}

/** Somebody who may not list notices and has read all there are. */
async function newReader(request: APIRequestContext): Promise<string> {
  const token = await newStaff(request, ['cms.dict_type.list'], 'bell')
  await request.post('/cms/notice/read', { headers: authorized(token) })
  return token
}

/** Reads what is newer than the notice of the shop itself: only the newest five are shown. */
async function readWritten(request: APIRequestContext, token: string): Promise<void> {
  const headers = authorized(token)
  for (;;) {
    const { items } = await (await request.get('/cms/notice/unread', { headers })).json()
    if (items[0].source === 'system') return
    await request.post(`/cms/notice/${items[0].id}/read`, { headers })
  }
}

const bell = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name, exact: true })
const panel = (page: Page) => page.getByRole('dialog', { name: /^(Notices|通知)/ })
/** As the browser does when the window is used again. */
const focusWindow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

test('a notice is counted when the window gets the focus, is read by keyboard, and is not counted any more', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await carry(context, await newReader(request), baseURL)
  const counted = page.waitForResponse('**/cms/notice/unread')
  await page.goto('/admin/dict')
  // What is new is told compared with this.
  await counted
  await expect(bell(page, 'Notices')).toBeVisible()
  const said = page.locator('[aria-live=polite]').filter({ hasText: 'unread' })
  await expect(said).toHaveCount(0)

  await publish(request, 'Stocktaking')
  await focusWindow(page)
  await expect(bell(page, 'Notices, 1 unread')).toBeVisible()
  await expect(said).toHaveText('1 new notice, 1 unread')

  await bell(page, 'Notices, 1 unread').focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('button', { name: /^Stocktaking/ })
  await expect(item).toBeVisible()
  await expect(page.getByRole('link', { name: 'All notices' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(item).toBeHidden()
  await expect(bell(page, 'Notices, 1 unread')).toBeFocused()

  await page.keyboard.press('Enter')
  await item.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Stocktaking' })
  await expect(dialog).toContainText('The content of Stocktaking.')
  await expect(bell(page, 'Notices')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(bell(page, 'Notices')).toBeFocused()
  await expect(said).toHaveCount(0)
})

test('all are marked as read at once, and the newest five are shown', async ({ page, context, request, baseURL }) => {
  await carry(context, await newReader(request), baseURL)
  for (let number = 1; number <= 6; number++) await publish(request, `Notice ${number}`)
  await page.goto('/admin/dict')
  await bell(page, 'Notices, 6 unread').click()
  await expect(page.getByRole('button', { name: /^Notice \d/ })).toHaveText([/6/, /5/, /4/, /3/, /2/])
  await expect(page.getByText('1 more is unread')).toBeVisible()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('You have read everything.')).toBeVisible()
  await expect(bell(page, 'Notices')).toBeVisible()
})

test('a hidden tab asks for nothing', async ({ page, context, request, baseURL }) => {
  await carry(context, await newReader(request), baseURL)
  await page.clock.install()
  let asked = 0
  page.on('request', (sent) => {
    if (sent.url().endsWith('/cms/notice/unread')) asked++
  })
  await page.goto('/admin/dict')
  await expect.poll(() => asked).toBe(1)
  // A minute in which the answer before has not come yet asks for nothing either.
  const afterMinute = async () => {
    await page.clock.runFor(61_000)
    return asked
  }
  await expect.poll(afterMinute).toBe(2)
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }))
  await page.clock.runFor(180_000)
  await focusWindow(page)
  expect(asked).toBe(2)
})

for (const look of looks) {
  test(`the panel, a notice and its readers are accessible: ${look.locale}, ${look.scheme}`, async ({
    page,
    context,
    request,
    baseURL,
  }) => {
    await carry(context, await adminToken(request), baseURL)
    await wear(page, look, baseURL)
    await publish(request, 'Closed on Sunday')
    await page.goto('/admin/notice')
    const button = page.getByRole('banner').getByRole('button', { name: /^(Notices|通知)/ })
    await button.click()
    const item = page.getByRole('button', { name: /^Closed on Sunday/ }).first()
    await expect(item).toBeVisible()
    await expectAccessibleEverywhere(page, '[role=dialog]')
    await item.click()
    const dialog = page.getByRole('dialog', { name: 'Closed on Sunday' })
    await expect(dialog).toContainText('The content of Closed on Sunday.')
    await expectAccessibleEverywhere(page, '[role=dialog]')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Closed on Sunday' }).first().click()
    const readers = page.getByRole('region', { name: /^(Read by|阅读情况)$/ })
    await expect(readers.getByRole('listitem')).toHaveCount(1)
    await expectAccessibleEverywhere(page, '[role=dialog]')
  })
}

test('a notice of the shop itself leads to where something can be done, and can be withdrawn', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const token = await adminToken(request)
  await readWritten(request, token)
  await carry(context, token, baseURL)
  await page.goto('/admin/notice?source=system')
  const title = 'A payment needs attention: TEST-PAYMENT'
  await page.getByRole('main').getByRole('link', { name: title }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Go there' })).toHaveAttribute(
    'href',
    '/admin/error_log',
  )
  await page.goto('/admin/dict')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notices/ })
    .click()
  await panel(page).getByRole('link', { name: title }).click()
  await expect(page).toHaveURL('/admin/error_log')
  await page.goto('/admin/notice?source=system')
  await page.getByRole('main').getByRole('link', { name: title }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('row', { name: title })).toContainText('Offline')
})
