import type { APIRequestContext, Page } from '@playwright/test'
import { z } from 'zod'
import { portBeside, seeded, startServer } from './support/other-server'
import { expectAccessibleEverywhere, wear } from './support/page'
import { adminToken, carry, newStaff } from './support/session'
import { test as base, expect } from './support/test'

/*
 * Shared state: menus, settings, the errors of the shop and notices. On a separate server, one test after another, so
 * that no other test runs while they change it.
 */
const test = base.extend<object, { origin: string }>({
  origin: [
    async ({ browserName: _ }, use, { project }) => {
      const server = await startServer(portBeside(project.use.baseURL, 11), seeded)
      await use(server.origin)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ origin }, use) => use(origin),
})
test.describe.configure({ mode: 'default' })

const drawer = (page: Page) => page.getByRole('dialog')
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Menu', exact: true })
const unique = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 6)
const asRoot = async (request: APIRequestContext) => ({ authorization: `Bearer ${await adminToken(request)}` })

/** Creates a record and returns its id. */
async function create(request: APIRequestContext, path: string, data: object): Promise<number> {
  const answer = await request.post(path, { headers: await asRoot(request), data })
  return z.object({ id: z.number() }).parse(await answer.json()).id
}

test.beforeEach(async ({ context, request, baseURL }) => {
  await carry(context, await adminToken(request), baseURL)
})

test.describe('menus', () => {
  test('can be moved by keyboard, and the sidebar updates at once', async ({ page, request }) => {
    const name = `m_${unique()}`
    const directory = await create(request, '/cms/menu', {
      type: 'directory',
      name,
      title: name,
      title_en: name,
      sort_order: 5_000,
    })
    for (const [index, suffix] of ['one', 'two'].entries()) {
      await create(request, '/cms/menu', {
        parent_id: directory,
        type: 'link',
        name: `${name}.${suffix}`,
        title: `${name} ${suffix}`,
        path: 'https://example.com/',
        sort_order: index,
      })
    }
    await page.goto('/admin/menu')
    const own = sidebar(page).getByRole('link', { name })
    // This menu is too long for the window, so the last sections are closed.
    await sidebar(page).getByRole('button', { name, expanded: false }).click()
    await expect(own).toHaveText([`${name} one`, `${name} two`])
    const saved = page.waitForResponse((response) => response.url().endsWith('/cms/menu/order') && response.ok())
    await page.getByRole('treeitem', { name: `${name} two` }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await saved
    await expect(page.getByRole('status').getByText(`${name} two is now at place 1 in ${name}.`)).toBeAttached()
    await expect(own).toHaveText([`${name} two`, `${name} one`])
    await expect(page.getByRole('treeitem', { name: `${name} two` })).toBeFocused()
    // A link cannot have children.
    await page.getByRole('treeitem', { name: `${name} one` }).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await expect(page.getByText(`${name} one cannot be moved there.`)).toBeAttached()
  })

  test('are created with an icon and a permission; a directory has no address', async ({ page }) => {
    const title = `Made ${unique()}`
    await page.goto('/admin/menu')
    await page.getByRole('button', { name: 'New menu' }).click()
    const form = drawer(page)
    await form.getByRole('textbox', { name: 'Title', exact: true }).fill(title)
    await form.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Section' }).click()
    await expect(form.getByRole('textbox', { name: 'Path or link' })).toHaveCount(0)
    await form.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Link' }).click()
    await form.getByRole('textbox', { name: 'Path or link' }).fill('https://example.com/')
    await form.getByRole('textbox', { name: 'Code' }).fill(`made.${unique()}`)
    await form.getByRole('button', { name: 'Icon' }).click()
    await page.getByRole('textbox', { name: /^Find by name/ }).fill('gift')
    await page.getByRole('button', { name: 'gift', exact: true }).click()
    await form.getByRole('combobox', { name: 'Required permission' }).fill('cms.customer.list')
    await page.getByRole('option', { name: /cms\.customer\.list/ }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(sidebar(page).getByRole('link', { name: title })).toBeVisible()
  })
})

test.describe('settings', () => {
  test('are saved after a review, take effect, and appear in the audit log', async ({ page }) => {
    await page.goto('/admin/config#advanced')
    const changes = page.getByText(/^Changed by 沈掌柜/)
    const changed = await changes.count()
    const accent = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-accent-7'))
    const defaultAccent = await accent()
    await page.getByRole('switch', { name: 'Registration' }).click({ force: true })
    await expect(page.getByText('1 change not saved yet')).toBeVisible()
    await page.getByRole('combobox', { name: 'Shop color' }).click()
    await page.getByRole('option', { name: 'Cobalt' }).click()
    await page.getByRole('button', { name: 'Review and save' }).click()
    await expect(drawer(page).getByRole('row', { name: 'Registration' })).toHaveText('RegistrationOnOff')
    const responsePromise = page.waitForResponse('**/cms/config')
    await drawer(page).getByRole('button', { name: 'Save' }).click()
    const request_id = (await (await responsePromise).headerValue('x-request-id')) ?? ''
    await expect(page.getByRole('alert').filter({ hasText: 'Saved.' })).toBeVisible()
    await expect(changes).toHaveCount(changed + 2)
    await expect.poll(accent).not.toBe(defaultAccent)

    await page.goto(`/admin/oper_log?q=${request_id}`)
    await page.getByRole('table').getByRole('link').click()
    await expect(drawer(page).getByRole('row', { name: 'Registration' })).toHaveText('Registrationyesno')
    await expect(drawer(page).getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/admin/config')
    await expect(drawer(page).getByText(request_id)).toBeVisible()

    await page.goto('/admin/config#advanced')
    await page.getByRole('button', { name: 'Reset to default: Shop color' }).click()
    await page.getByRole('button', { name: 'Reset to default: Registration' }).click()
    await page.keyboard.press('ControlOrMeta+s')
    await drawer(page).getByRole('button', { name: 'Save' }).click()
    await expect.poll(accent).toBe(defaultAccent)
    await expect(changes).toHaveCount(changed)
  })

  test('show what was saved until the page is read again', async ({ page }) => {
    await page.goto('/admin/config#log.retention_days')
    let proceed = () => {}
    const held = new Promise<void>((resolve) => {
      proceed = resolve
    })
    await page.route(/\/admin\/config\?.*_rsc=/, async (route) => {
      await held
      await route.continue()
    })
    const field = page.getByRole('textbox', { name: 'Logs are kept' })
    const before = await field.inputValue()
    const changes = page.getByText(/^Changed by 沈掌柜/)
    const changed = await changes.count()
    await field.fill('200')
    await page.keyboard.press('ControlOrMeta+s')
    await drawer(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Saved.' })).toBeVisible()
    await expect(field).toHaveValue('200')
    await expect(page.getByText('not saved yet')).toBeHidden()
    proceed()
    await expect(changes).toHaveCount(changed + 1)
    await expect(field).toHaveValue('200')
    await field.fill(before)
    await page.keyboard.press('ControlOrMeta+s')
    await drawer(page).getByRole('button', { name: 'Save' }).click()
    await expect(changes).toHaveCount(changed)
  })

  test('are saved all together or not at all; each error is shown at its field', async ({ page, request }) => {
    await page.goto('/admin/config')
    const invalid = page.getByRole('textbox', { name: 'Orders complete by themselves' })
    await invalid.fill('91')
    await expect(page.getByRole('textbox', { name: 'Logs are kept' })).toBeHidden()
    const advanced = page.getByRole('heading', { name: 'Advanced' })
    await advanced.click()
    await page.getByRole('textbox', { name: 'Addresses per customer' }).fill('30')
    await page.getByRole('textbox', { name: 'Logs are kept' }).fill('999999999')
    await advanced.click()
    await expect(page.getByRole('textbox', { name: 'Logs are kept' })).toBeHidden()
    await page.getByRole('button', { name: 'Review and save' }).click()
    await expect(invalid).toHaveAccessibleDescription(/At most 90\./)
    await expect(page.getByRole('textbox', { name: 'Logs are kept' })).toHaveAccessibleDescription(/At most [\d,]+\./)
    await expect(page.getByRole('main').locator('[aria-invalid=true]').first()).toBeFocused()
    await expect(drawer(page)).toHaveCount(0)
    const stored = await (await request.get('/cms/config', { headers: await asRoot(request) })).json()
    expect(stored).toContainEqual(expect.objectContaining({ key: 'address.max', value: 20 }))
    await sidebar(page).getByRole('button', { name: 'Developers' }).click()
    await sidebar(page).getByRole('link', { name: 'Menus' }).click()
    await page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL(/\/admin\/menu$/)
  })
})

test('an error can be resolved and reopened, and links to its requests in the audit log', async ({ page }) => {
  await page.goto('/admin/error_log')
  await page.getByRole('link', { name: 'Invalid time value' }).click()
  await expect(drawer(page).getByText('e2e/support/failures.ts')).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Resolve' }).click()
  await expect(drawer(page).getByText('Resolved', { exact: true })).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Reopen' }).click()
  await expect(drawer(page).getByText('New', { exact: true })).toBeVisible()
  await drawer(page).getByRole('link', { name: 'In the audit log' }).click()
  await expect(page).toHaveURL(/\/admin\/oper_log\?q=a-request-that-failed/)
})

test('a notice of the shop itself leads to where something can be done, and can be withdrawn', async ({ page }) => {
  await page.goto('/admin/notice?source=system')
  const title = 'A payment needs attention: TEST-PAYMENT'
  await page.getByRole('main').getByRole('link', { name: title }).click()
  await expect(drawer(page).getByRole('link', { name: 'Go there' })).toHaveAttribute('href', '/admin/error_log')
  await drawer(page).getByRole('button', { name: 'Withdraw' }).click()
  await expect(drawer(page)).toBeHidden()
  await expect(page.getByRole('row', { name: title })).toContainText('Offline')
})

async function publish(request: APIRequestContext, title: string): Promise<void> {
  const data = { title, content: `<p>The content of ${title}.</p>`, audience: 'staff', status: 'published' }
  const answer = await request.post('/cms/notice', { headers: await asRoot(request), data })
  expect(answer.status()).toBe(201)
}

/** Creates a staff member who may not list notices and has read all existing notices. Returns the session token. */
async function newReader(request: APIRequestContext): Promise<string> {
  const token = await newStaff(request, ['cms.dict_type.list'], 'bell')
  await request.post('/cms/notice/read', { headers: { authorization: `Bearer ${token}` } })
  return token
}

const bell = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name, exact: true })
/** Dispatches the event that the browser sends when the window gets the focus again. */
const focusWindow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

test('a notice is counted when the window gets the focus, is read by keyboard, and is not counted any more', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await carry(context, await newReader(request), baseURL)
  await wear(page, { locale: 'en', scheme: 'light' }, baseURL)
  const counted = page.waitForResponse('**/cms/notice/unread')
  await page.goto('/admin/dict')
  // New notices are compared with this count.
  await counted
  await expect(bell(page, 'Notifications')).toBeVisible()
  const said = page.locator('[aria-live=polite]').filter({ hasText: 'unread' })
  await expect(said).toHaveCount(0)

  await publish(request, 'Stocktaking')
  await focusWindow(page)
  await expect(bell(page, 'Notifications, 1 unread')).toBeVisible()
  await expect(said).toHaveText('1 new notification, 1 unread')

  await bell(page, 'Notifications, 1 unread').focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('button', { name: /^Stocktaking/ })
  await expect(item).toBeVisible()
  await expect(page.getByRole('link', { name: 'All announcements' })).toHaveCount(0)
  await expectAccessibleEverywhere(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(item).toBeHidden()
  await expect(bell(page, 'Notifications, 1 unread')).toBeFocused()

  await page.keyboard.press('Enter')
  // The popup gives the focus to its first control once it is open.
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(item).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Stocktaking' })
  await expect(dialog).toContainText('The content of Stocktaking.')
  await expectAccessibleEverywhere(page, '[role=dialog]')
  await expect(bell(page, 'Notifications')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(bell(page, 'Notifications')).toBeFocused()
  await expect(said).toHaveCount(0)

  // In Chinese, it opens by the link of the start page.
  await publish(request, 'Closed on Sunday')
  await wear(page, { locale: 'zh-CN', scheme: 'light' }, baseURL)
  await page.goto('/admin?bell=open')
  await expect(page.getByRole('dialog', { name: '通知' })).toBeVisible()
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('button', { name: /^Closed on Sunday/ })).toBeVisible()
  await expectAccessibleEverywhere(page, '[role=dialog]')
})
