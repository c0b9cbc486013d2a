import type { APIRequestContext, Page } from '@playwright/test'
import { z } from 'zod'
import { expectLoaded, expectWholeTags } from './support/page'
import { adminToken, carry, newStaff } from './support/session'
import { expect, test } from './support/test'

/** The pages with their title, the permission that opens them and buttons that require other permissions. */
const pages = [
  { name: 'oper_log', title: 'Audit log', permission: 'cms.oper_log.list', buttons: [] },
  { name: 'login_log', title: 'Sign-in log', permission: 'cms.login_log.list', buttons: [] },
  { name: 'error_log', title: 'Error log', permission: 'cms.error_log.list', buttons: ['Resolve', 'Ignore'] },
  { name: 'config', title: 'Settings', permission: 'cms.config.list', buttons: [/^Back to default/] },
  { name: 'menu', title: 'Menus', permission: 'cms.menu.list', buttons: ['New menu', 'Save'] },
  { name: 'element', title: 'Page elements', permission: 'cms.element.list', buttons: ['New element', 'Save'] },
] as const

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

test.describe('staff with one permission', () => {
  for (const { name, title, permission, buttons } of pages) {
    test(`${permission} shows its page without buttons of other permissions, and no other page`, async ({
      page,
      context,
      request,
      baseURL,
    }) => {
      await carry(context, await newStaff(request, [permission], `only-${name.replace('_', '-')}`), baseURL)
      await page.goto('/admin')
      // The same permission opens the navigation preview.
      const links = name === 'menu' ? ['Menus', 'Navigation preview'] : [title]
      await expect(sidebar(page).getByRole('listitem').getByRole('link')).toHaveText(links)
      await sidebar(page).getByRole('link', { name: title }).click()
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expectLoaded(page)
      for (const button of buttons) await expect(page.getByRole('button', { name: button })).toHaveCount(0)
      for (const other of pages.filter((item) => item.name !== name).slice(0, 2)) {
        await page.goto(`/admin/${other.name}`)
        await expect(page.getByRole('heading', { level: 1, name: 'You don’t have access to this page' })).toBeVisible()
        await expect(page.getByText(other.permission)).toBeVisible()
      }
    })
  }

  test('cms.menu.list allows to preview one’s own navigation, not that of a group', async ({
    page,
    context,
    request,
    baseURL,
  }) => {
    await carry(context, await newStaff(request, ['cms.menu.list'], 'previewer'), baseURL)
    await page.goto('/admin/routes')
    await expect(page.getByText(/^3 of \d+ visible$/)).toBeVisible()
    await expect(page.getByText('/admin/menu', { exact: true })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'As seen by' })).toHaveCount(0)
  })

  test('any permission gives access to the profile', async ({ page, context, request, baseURL }) => {
    await carry(context, await newStaff(request, ['cms.auth.list'], 'somebody'), baseURL)
    await page.goto('/admin/profile')
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  })
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
    await page.getByRole('option', { name: 'Directory' }).click()
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

test('a tag changes its color with its dictionary entry', async ({ page, request }) => {
  const headers = await asRoot(request)
  const entries = z
    .array(z.object({ id: z.number(), value: z.string(), label: z.string(), tag_style: z.string() }))
    .parse(await (await request.get('/cms/dict?type=error_status', { headers })).json())
  const entry = entries.find(({ value }) => value === 'new')
  const tag = page.getByRole('cell').locator('[data-style]').filter({ hasText: 'New' }).first()
  await page.goto('/admin/error_log')
  await expect(tag).toHaveAttribute('data-style', 'danger')
  await page.goto(`/admin/dict?dict=${entry?.id}`)
  await drawer(page).getByRole('combobox', { name: 'Tag' }).click()
  await page.getByRole('option', { name: 'Warning' }).click()
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await expect(drawer(page)).toBeHidden()
  await page.goto('/admin/error_log')
  await expect(tag).toHaveAttribute('data-style', 'warning')
  await request.put(`/cms/dict/${entry?.id}`, { headers, data: { tag_style: 'danger' } })
})

test.describe('parameters', () => {
  // They change the same settings.
  test.describe.configure({ mode: 'default' })

  test('are saved after a review, take effect, and appear in the audit log', async ({ page, request }) => {
    await page.goto('/admin/config')
    const registration = page.getByRole('switch', { name: 'Registration' })
    const changes = page.getByText(/^Changed by admin/)
    const changed = await changes.count()
    await registration.click({ force: true })
    await expect(page.getByText('1 change not saved yet')).toBeVisible()
    await page.getByRole('button', { name: 'Review and save' }).click()
    await expect(drawer(page).getByRole('row', { name: 'Registration' })).toHaveText('RegistrationOnOff')
    const responsePromise = page.waitForResponse('**/cms/config')
    await drawer(page).getByRole('button', { name: 'Save' }).click()
    const request_id = (await (await responsePromise).headerValue('x-request-id')) ?? ''
    await expect(page.getByRole('alert').filter({ hasText: 'Saved.' })).toBeVisible()
    await expect(changes).toHaveCount(changed + 1)
    const register = () =>
      request.post('/v1/user', { data: { type: 100, account: `c${unique()}`, secret: 'for-browser-tests-only' } })
    expect((await register()).status()).toBe(403)

    await page.goto(`/admin/oper_log?q=${request_id}`)
    await page.getByRole('table').getByRole('link').click()
    await expect(drawer(page).getByRole('row', { name: 'Registration' })).toHaveText('Registrationyesno')
    await expect(drawer(page).getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/admin/config')
    await expect(drawer(page).getByText(request_id)).toBeVisible()

    await page.goto('/admin/config')
    const accent = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-accent-7'))
    const defaultAccent = await accent()
    await page.getByRole('combobox', { name: 'Shop color' }).click()
    await page.getByRole('option', { name: 'Cobalt' }).click()
    await page.keyboard.press('ControlOrMeta+s')
    await drawer(page).getByRole('button', { name: 'Save' }).click()
    await expect.poll(accent).not.toBe(defaultAccent)

    await page.getByRole('button', { name: 'Back to default: Shop color' }).click()
    await page.getByRole('button', { name: 'Back to default: Registration' }).click()
    await page.keyboard.press('ControlOrMeta+s')
    await drawer(page).getByRole('button', { name: 'Save' }).click()
    await expect.poll(accent).toBe(defaultAccent)
    await expect(changes).toHaveCount(changed)
    expect((await register()).status()).toBe(201)
  })

  test('show what was saved until the page is read again', async ({ page }) => {
    await page.goto('/admin/config')
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
    const changes = page.getByText(/^Changed by admin/)
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

  test('are saved all together or not at all; an error is shown at its field', async ({ page, request }) => {
    await page.goto('/admin/config')
    await page.getByRole('textbox', { name: 'Orders complete by themselves' }).fill('91')
    await page.getByRole('textbox', { name: 'Addresses per customer' }).fill('30')
    await page.getByRole('button', { name: 'Review and save' }).click()
    await expect(drawer(page)).toHaveCount(0)
    const invalid = page.getByRole('textbox', { name: 'Orders complete by themselves' })
    await expect(invalid).toHaveAccessibleDescription(/At most 90\./)
    await expect(invalid).toBeFocused()
    const stored = await (await request.get('/cms/config', { headers: await asRoot(request) })).json()
    expect(stored).toContainEqual(expect.objectContaining({ key: 'address.max', value: 20 }))
    await page.getByRole('navigation', { name: 'Menu', exact: true }).getByRole('link', { name: 'Menus' }).click()
    await page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL(/\/admin\/menu$/)
  })
})

test('consecutive failed sign-ins are marked with text', async ({ page, request }) => {
  const username = `fails-${unique()}`
  const headers = await asRoot(request)
  const data = { username, secret: 'for-browser-tests-only', nickname: username, group_ids: [] }
  await request.post('/cms/user', { headers, data })
  for (let attempt = 0; attempt < 3; attempt++) {
    await request.post('/v1/token', { data: { type: 100, account: username, secret: 'not-his-password' } })
  }
  await page.goto(`/admin/login_log?account=${username}`)
  await expect(page.getByRole('row', { name: /Wrong password/ }).filter({ hasText: '3 in a row' })).toHaveCount(3)
  await expectWholeTags(page)
  await page.getByRole('button', { name: 'Result' }).click()
  await page.getByRole('button', { name: 'Signed in' }).click()
  await expect(page.getByText('No results')).toBeVisible()
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

test('the navigation can be previewed as a group, which is kept in the URL', async ({ page, request }) => {
  const name = `g ${unique()}`
  const group = await create(request, '/cms/group', { name, permission_codes: ['cms.dict_type.list'] })
  await page.goto('/admin/routes')
  await page.getByRole('combobox', { name: 'As seen by' }).click()
  await page.getByRole('option', { name }).click()
  await expect(page).toHaveURL(`/admin/routes?group_id=${group}`)
  await expect(page.getByText(/^2 of \d+ visible$/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'As seen by' })).toHaveValue(name)
  await expect(page.getByText('/admin/dict', { exact: true })).toBeVisible()
})

test('a page element can be created and deleted', async ({ page }) => {
  const code = `test.${unique()}`
  await page.goto('/admin/element')
  await page.getByRole('button', { name: 'New element' }).click()
  await drawer(page).getByRole('textbox', { name: 'Name' }).fill(code)
  await drawer(page).getByRole('combobox', { name: 'Page', exact: true }).click()
  await page.getByRole('option', { name: 'Menus' }).click()
  await drawer(page).getByRole('textbox', { name: 'Code' }).fill(code)
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: code }).click()
  await drawer(page).getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: `Delete ${code}?` })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByRole('link', { name: code })).toHaveCount(0)
})

test.describe('one’s own profile', () => {
  test.use({ expectedErrors: [/status of 400/] })

  test('can change the name and the password, and end another session', async ({ page, context, request, baseURL }) => {
    const token = await newStaff(request, ['cms.auth.list'], 'selfish')
    await carry(context, token, baseURL)
    const ownHeaders = { authorization: `Bearer ${token}` }
    const { username } = z
      .object({ username: z.string() })
      .parse(await (await request.get('/v1/user', { headers: ownHeaders })).json())
    const data = { type: 100, account: username, secret: 'for-browser-tests-only' }
    await request.post('/v1/token', { data })
    await page.goto('/admin/profile')
    await page.getByRole('textbox', { name: 'Name' }).fill('Another Name')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('button', { name: 'Account of Another Name' })).toBeVisible()

    await expect(page.getByRole('button', { name: /^Sign out/ })).toHaveCount(1)
    await page.getByRole('button', { name: /^Sign out/ }).click()
    await expect(page.getByRole('button', { name: /^Sign out/ })).toHaveCount(0)

    const old = page.getByRole('textbox', { name: 'Current password' })
    await old.fill('not the password')
    await page.getByRole('textbox', { name: 'New password' }).fill('another password of mine')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('This is wrong.')).toBeVisible()
    await old.fill(data.secret)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Password changed' })).toBeVisible()
    await expect(old).toHaveValue('')
    expect((await request.post('/v1/token', { data })).status()).toBe(401)
  })
})
