import type { APIRequestContext, Page } from '@playwright/test'
import { z } from 'zod'
import { expectAccessible } from './support/page'
import { adminToken, carry, newStaff, tokenOf } from './support/session'
import { expect, test } from './support/test'

const unique = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 6)
const drawer = (page: Page) => page.getByRole('dialog').first()
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' })

const asRoot = async (request: APIRequestContext) => ({
  headers: { authorization: `Bearer ${await adminToken(request)}` },
})

/** Returns the first record of a list, read as root. */
async function firstOf(request: APIRequestContext, list: string): Promise<{ id: number }> {
  const answer = await request.get(list, await asRoot(request))
  const { items }: { items: { id: number }[] } = await answer.json()
  const [first] = items
  if (!first) throw new Error(`${list} lists nothing.`)
  return first
}

test.beforeEach(async ({ context, request, baseURL }) => {
  await carry(context, await adminToken(request), baseURL)
})

test('a new user of a new group sees exactly what the group allows', { tag: '@core' }, async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const name = `g${unique()}`
  const secret = 'for-browser-tests-only'
  await page.goto('/admin/group')
  await page.getByRole('link', { name: 'New group' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/This is required/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  const matrix = page.getByRole('table', { name: 'Permissions by module and action' })
  await matrix.getByRole('checkbox', { name: 'Customers: everything' }).focus()
  await page.keyboard.press('Space')
  await expect(matrix.getByRole('checkbox', { name: 'Customers: View' })).toBeChecked()
  await expect(matrix.getByRole('checkbox', { name: 'Customers: Edit' })).toBeChecked()
  await expect(page.getByText('3 of', { exact: false }).first()).toBeVisible()
  const shown = page.getByRole('region', { name: 'Menus and page elements' })
  await expect(shown.getByRole('checkbox', { name: 'Customers', exact: true })).toBeChecked()
  await expect(shown.getByRole('checkbox', { name: 'Customers', exact: true })).toBeDisabled()
  // The export button is hidden from the group by choosing the elements manually.
  await shown.getByRole('switch', { name: /Follow the permissions/ }).press('Space')
  await shown.getByRole('checkbox', { name: 'Export customers' }).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  const review = page.getByRole('dialog', { name: 'Create this group?' })
  await expect(review.getByText('Customers: Edit')).toBeVisible()
  await expect(review.getByText('Export customers', { exact: true })).toHaveCount(0)
  await review.getByRole('button', { name: 'Create' }).click()
  await expect(page).toHaveURL('/admin/group')
  await page.goto(`/admin/group?q=${name}`)
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()

  await page.goto('/admin/user?user=new')
  await drawer(page).getByRole('textbox', { name: 'User name' }).fill(name)
  await drawer(page).getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  const password = drawer(page).locator('[data-field=secret]')
  await drawer(page).getByRole('button', { name: 'Generate' }).click()
  await expect(password).toHaveValue(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
  await expect(drawer(page).getByRole('button', { name: 'Copy the password' })).toBeEnabled()
  await password.fill(secret)
  await expect(drawer(page).getByText('Without a group, they can sign in but see nothing.')).toBeVisible()
  await drawer(page)
    .getByRole('switch', { name: /Must change password/ })
    .press('Space')
  await drawer(page).locator('[data-field=group_ids]').fill(name)
  await expect(drawer(page).locator('[data-field=group_ids]')).toHaveCSS('outline-style', 'none')
  await page.getByRole('option', { name }).click()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('cell', { name, exact: true }).first()).toBeVisible()

  const otherContext = await browser.newContext({ baseURL, locale: 'en' })
  const other = await otherContext.newPage()
  await other.goto('/admin/login')
  await other.getByRole('textbox', { name: 'User name, e-mail or phone' }).fill(name)
  await other.getByRole('textbox', { name: 'Password' }).fill(secret)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(menu(other).getByRole('listitem')).toHaveText(['Dashboard', 'Customers'])
  await menu(other).getByRole('link', { name: 'Customers' }).click()
  await expect(other.getByRole('table', { name: 'Customers' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Download', exact: true })).toHaveCount(0)
  await other.getByRole('row').getByRole('link').first().click()
  await expect(drawer(other).getByRole('button', { name: 'Save' })).toBeVisible()
  await other.goto('/admin/group')
  await expect(other.getByText('cms.group.list')).toBeVisible()
  await otherContext.close()

  // The group cannot be deleted while it has members.
  await page.goto(`/admin/group?q=${name}`)
  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByText(`Can’t be deleted. Its members are ${name}. Remove them first.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
})

test('a customer is shown with addresses, orders and amounts, and a remark can be saved', async ({ page, request }) => {
  const { id } = await firstOf(request, '/cms/customer')
  await page.goto(`/admin/customer?customer=${id}`)
  const orders = drawer(page).getByRole('table', { name: 'Latest orders' })
  await expect(orders.getByRole('row').nth(1)).toContainText('¥')
  await expect(drawer(page).getByRole('region', { name: 'Addresses' }).getByRole('listitem').first()).toBeVisible()
  const text = `remark ${unique()}`
  await drawer(page).getByRole('textbox', { name: 'Note' }).fill(text)
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'was saved' })).toBeVisible()
  await page.goto(`/admin/customer?customer=${id}`)
  await expect(drawer(page).getByRole('textbox', { name: 'Note' })).toHaveValue(text)
})

test('sessions can be ended and a temporary password set', async ({ page, request }) => {
  const name = `s${unique()}`
  const token = await newStaff(request, [], name)
  const { id } = await firstOf(request, `/cms/user?q=${name}`)
  const isOpen = async () =>
    (await request.get('/v1/user', { headers: { authorization: `Bearer ${token}` } })).status() === 200
  expect(await isOpen()).toBe(true)
  await page.goto(`/admin/user?user=${id}`)
  await drawer(page)
    .getByRole('button', { name: /^Sign out .*, / })
    .click()
  const question = page.getByRole('dialog', { name: `Sign out this device of ${name}?` })
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(drawer(page).getByText('Not signed in anywhere.')).toBeVisible()
  expect(await isOpen()).toBe(false)

  await drawer(page).getByRole('button', { name: 'Reset password' }).click()
  const dialog = page.getByRole('dialog', { name: `Reset the password of ${name}` })
  await dialog.getByRole('button', { name: 'Generate' }).click()
  const secret = await dialog.getByRole('textbox', { name: 'New password' }).inputValue()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(drawer(page).getByText('Must change password at next sign-in.')).toBeVisible()
  const { items } = await (await request.get(`/cms/user?q=${name}`, await asRoot(request))).json()
  expect(await tokenOf(request, items[0].username, secret)).toBeTruthy()
})

test('staff cannot change a super admin, nor disable or delete themselves, and see why', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const name = `self${unique()}`
  const codes = ['cms.user.list', 'cms.user.update', 'cms.user.delete', 'cms.user.password']
  await carry(context, await newStaff(request, codes, name), baseURL)
  const root = await firstOf(request, '/cms/user?q=admin')
  await page.goto(`/admin/user?user=${root.id}`)
  await expect(drawer(page).getByText('Only super admins can change a super admin.')).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Save' })).toHaveCount(0)

  const own = await firstOf(request, `/cms/user?q=${name}`)
  await page.goto(`/admin/user?user=${own.id}`)
  await expect(drawer(page).locator('[data-field=status]')).toBeDisabled()
  await expect(drawer(page).getByText('You can’t change this for yourself.').first()).toBeVisible()
  await expect(drawer(page).getByText('Can’t be deleted. You can’t change this for yourself.')).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await expect(drawer(page).getByRole('button', { name: 'Reset password' })).toBeDisabled()
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
