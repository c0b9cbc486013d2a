import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow, live, looks, wear } from './support/page'
import { adminToken, carry, newStaff } from './support/session'
import { expect, test } from './support/test'

const unique = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 6)
const drawer = (page: Page) => page.getByRole('dialog').first()
const crumbs = (page: Page) => page.getByRole('navigation', { name: 'You are here' })
const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })

test.beforeEach(async ({ context, request, baseURL }) => {
  await carry(context, await adminToken(request), baseURL)
})

test('a record is named by its toast, the breadcrumbs and the tab, and tells who changed what', {
  tag: '@core',
}, async ({ page }) => {
  const name = `t ${unique()}`
  await page.goto('/admin/theme')
  await page.getByRole('button', { name: 'New collection' }).first().click()
  await drawer(page).getByRole('textbox', { name: 'Name' }).fill(name)
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await toast(page, `${name} was created`).getByRole('button', { name: 'Open' }).click()
  await expect(crumbs(page).getByText(name)).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^${name} · `))

  await drawer(page).getByRole('textbox', { name: 'Description' }).fill('For rainy days')
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, `${name} was saved`)).toBeVisible()
  await expect(crumbs(page).getByText(name)).toHaveCount(0)
  await page.getByRole('link', { name }).click()
  await drawer(page).getByRole('button', { name: 'Show history' }).click()
  const history = drawer(page).getByRole('region', { name: 'History' })
  await expect(history.getByRole('list').first().locator('> li')).toHaveCount(2)
  await expect(history).toContainText(`changed collection “${name}”`)
  await expect(history).toContainText('Description: empty → For rainy days')
  await expect(history).toContainText(`created collection “${name}”`)
  await expectAccessible(page)

  // The audit log has the same sentence, and so does the start page.
  await page.goto('/admin/oper_log?module=theme')
  await expect(page.getByRole('row').filter({ hasText: `changed collection “${name}”` })).toContainText(
    'For rainy days',
  )
  await page.goto('/admin')
  await expect(page.getByRole('region', { name: 'Recent changes' })).toContainText(`“${name}”`)
})

test('who may only look sees the values and no inputs, nor what others can do', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const codes = ['cms.banner.list', 'cms.category.list', 'cms.user.list', 'cms.error_log.list']
  await carry(context, await newStaff(request, codes, 'onlooker'), baseURL)
  const actions = /^(Save|Delete|Disable|Reset password|Sign out|Resolve|Ignore)/
  for (const list of ['category', 'user', 'error_log']) {
    await page.goto(`/admin/${list}`)
    await page.locator(`main a[href*="${list}="]`).first().click()
    await expect(drawer(page).getByText('Status', { exact: true }).first()).toBeVisible()
    await expect(drawer(page).locator('input, textarea')).toHaveCount(0)
    await expect(drawer(page).getByRole('button', { name: actions })).toHaveCount(0)
  }
  await page.goto('/admin/banner')
  await page.locator('main a[href*="banner="]').first().click()
  await page.setViewportSize({ width: 360, height: 740 })
  for (const look of looks) {
    await wear(page, look, baseURL)
    await page.reload()
    await expect(drawer(page).locator('dl').first()).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    await expectNoOverflow(page)
  }
})

/**
 * Creates categories below a new category, so that they stay neighbors. At the top level, other tests add and delete
 * categories at the same time.
 */
async function newCategories(request: APIRequestContext, names: readonly string[]) {
  const headers = { authorization: `Bearer ${await adminToken(request)}` }
  const create = async (data: object) => {
    const { id }: { id: number } = await (await request.post('/cms/category', { headers, data })).json()
    return id
  }
  const parent_id = await create({ name: `p ${unique()}` })
  const ids: number[] = []
  for (const name of names) ids.push(await create({ name, parent_id }))
  return ids
}

test('on a phone, a category is moved from its menu, which can be undone', async ({ page, request }) => {
  const names = [`c ${unique()}`, `d ${unique()}`]
  // Enough for the page to scroll.
  await newCategories(request, [...Array.from({ length: 6 }, () => `e ${unique()}`), ...names])
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/category')
  const items = page.getByRole('treeitem').filter({ hasText: new RegExp(`^(${names.join('|')})`) })
  const inOrder = (some: string[]) => expect(items).toHaveText(some.map((name) => new RegExp(name)))
  await page.getByRole('button', { name: `Move ${names[1]}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Down' })).toBeDisabled()
  await expectAccessible(page, '[role=menu]')
  await page.getByRole('menuitem', { name: 'Up' }).click()
  await inOrder(names.toReversed())
  await expectNoOverflow(page)
  await toast(page, `${names[1]} is now at place`).getByRole('button', { name: 'Undo' }).click()
  await inOrder(names)
  // The tree shows a move before the server has responded.
  await expect(toast(page, /Undone/)).toBeVisible()
  await page.reload()
  await inOrder(names)
  const into = page.getByRole('button', { name: `Move ${names[1]}` })
  await live(into)
  await into.click()
  await page.getByRole('menuitem', { name: 'Indent' }).click()
  await expect(toast(page, `${names[1]} is now at place 1 in ${names[0]}`)).toBeVisible()
})

test('a status that was switched can be switched back', async ({ page, request }) => {
  const headers = { authorization: `Bearer ${await adminToken(request)}` }
  const name = `s ${unique()}`
  const [id] = await newCategories(request, [name])
  const statusOf = async () => (await (await request.get(`/cms/category/${id}`, { headers })).json()).status
  await page.goto(`/admin/category?category=${id}`)
  await drawer(page).getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Disabled' }).click()
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  const saved = toast(page, `${name} was saved`)
  await expect(saved).toBeVisible()
  expect(await statusOf()).toBe('disabled')
  await saved.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, /Undone/)).toBeVisible()
  expect(await statusOf()).toBe('enabled')
})

test('all faults of a form come in one round, each with its rule', { tag: '@core' }, async ({ page }) => {
  await page.goto('/admin/user?user=new')
  const field = (name: string) => drawer(page).locator(`[data-field=${name}]`)
  const faults = {
    username: ['1st', 'Begin with a letter'],
    nickname: ['x'.repeat(65), 'At most 64 characters.'],
    secret: ['short', 'At least 12 characters.'],
    email: ['nobody', 'such as name@example.com'],
    mobile: ['12', '6 to 15 digits'],
    remark: ['y'.repeat(501), 'At most 500 characters.'],
  }
  for (const [name, [value]] of Object.entries(faults)) await field(name).fill(value ?? '')
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  for (const [name, [, rule]] of Object.entries(faults))
    await expect(field(name)).toHaveAccessibleDescription(new RegExp(rule ?? ''))
  const summary = drawer(page).getByRole('group', { name: 'Check 6 fields' })
  await expect(summary).toBeFocused()
  await summary.getByRole('button', { name: 'User name' }).click()
  await expect(field('username')).toBeFocused()
  await expectAccessible(page)
})
