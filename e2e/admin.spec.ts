import type { Page } from '@playwright/test'
import { addFilter, expectAccessible, live, settled, wear } from './support/page'
import { adminToken, carry, newStaff, tokenOf } from './support/session'
import { expect, test } from './support/test'

const rows = (page: Page) => page.getByRole('list', { name: /^Choices of/ }).getByRole('listitem')
const drawer = (page: Page) => page.getByRole('dialog')
const unique = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 6)

test.beforeEach(async ({ context, request, baseURL }) => {
  await carry(context, await adminToken(request), baseURL)
})

/**
 * Creates a dictionary with these entries and opens its page. Returns the type of the dictionary and the ids of the
 * entries.
 */
async function newDictionary(page: Page, labels: string[] = []): Promise<{ type: string; ids: number[] }> {
  const type = `t_${unique()}`
  const headers = { authorization: `Bearer ${await adminToken(page.request)}` }
  await page.request.post('/cms/dict_type', { headers, data: { type, name: type } })
  const ids: number[] = []
  for (const [index, label] of labels.entries()) {
    const data = { type, label, value: `v${index}`, sort_order: (index + 1) * 10 }
    const { id }: { id: number } = await (await page.request.post('/cms/dict', { headers, data })).json()
    ids.push(id)
  }
  await page.goto(`/admin/dict?type=${type}`)
  return { type, ids }
}

test.describe('a form', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('creates, edits and deletes records, and shows errors at their fields', { tag: '@core' }, async ({ page }) => {
    await newDictionary(page)
    await page.getByRole('button', { name: 'New choice', exact: true }).first().click()
    await drawer(page).getByRole('button', { name: 'Save' }).click()
    const label = drawer(page).getByRole('textbox', { name: 'Label', exact: true })
    const summary = drawer(page).getByRole('group', { name: /^Check \d fields$/ })
    await expect(summary).toBeFocused()
    await summary.getByRole('button', { name: 'Label', exact: true }).click()
    await expect(label).toBeFocused()
    await expect(label).toHaveAccessibleDescription('This is required.')
    await label.fill('First')
    const value = drawer(page).getByRole('textbox', { name: 'Value' })
    await value.fill('first')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(drawer(page)).toBeHidden()
    await expect(page.getByRole('alert').filter({ hasText: 'First was created' })).toBeVisible()
    await expect(rows(page)).toHaveText([/First.*first/])

    // Refusals by the server are shown at the field too. By keyboard, because messages cover the button for a while.
    await page.getByRole('button', { name: 'New choice', exact: true }).first().click()
    await label.fill('Second')
    await value.fill('first')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(value).toBeFocused()
    await expect(value).toHaveAccessibleDescription(/This is taken already\./)
    await value.fill('second')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(rows(page)).toHaveText([/First.*first/, /Second.*second/])

    await rows(page).first().getByRole('link').click()
    await drawer(page).getByRole('textbox', { name: 'English label' }).fill('The first')
    await drawer(page).getByRole('switch', { name: 'Default' }).click({ force: true })
    await page.keyboard.press('ControlOrMeta+s')
    await expect(rows(page)).toHaveText([/The first.*First.*Default/, /Second/])
    // Else the click on Delete could reach this form, which is closing.
    await expect(drawer(page)).toBeHidden()

    await rows(page).first().getByRole('link').click()
    await drawer(page).getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete The first?' })
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(rows(page)).toHaveText([/Second/])
  })

  test('asks for confirmation before it discards changes, on every way of leaving', { tag: '@core' }, async ({
    page,
  }) => {
    await newDictionary(page, ['One'])
    await rows(page).getByRole('link').click()
    const label = drawer(page).getByRole('textbox', { name: 'Label', exact: true })
    await label.fill('Changed')
    const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
    const keepEditing = question.getByRole('button', { name: 'Keep editing' })

    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    await keepEditing.click()
    await page.goBack({ waitUntil: 'commit' }).catch(() => undefined)
    await expect(question).toBeVisible()
    await keepEditing.click()
    await expect(label).toHaveValue('Changed')
    await expect(page).toHaveURL(/dict=\d+/)
    const confirmation = page.waitForEvent('dialog')
    const reload = page.reload({ timeout: 2_000 }).catch(() => undefined)
    await (await confirmation).dismiss()
    await reload
    await expect(label).toHaveValue('Changed')

    await drawer(page).getByRole('button', { name: 'Cancel' }).first().click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(drawer(page)).toBeHidden()
    await expect(rows(page)).toHaveText([/One/])
  })
})

test.describe('a record that is opened', () => {
  test.use({ expectedErrors: [/ERR_FAILED/], viewport: { width: 360, height: 740 } })

  test('is read again: it can be closed while it loads, and a failure can be retried', async ({ page }) => {
    await newDictionary(page, ['One'])
    let fail: () => void = () => undefined
    const failing = new Promise<void>((resolve) => {
      fail = resolve
    })
    await page.route('**/cms/dict?*', async (route) => {
      await failing
      await route.abort()
    })
    await rows(page).getByRole('link').click()
    await expect(drawer(page).getByRole('heading', { name: 'One' })).toBeVisible()
    await expect(drawer(page).getByRole('button', { name: 'Close' })).toBeFocused()
    await expectAccessible(page)
    fail()
    await expect(drawer(page).getByRole('alert')).toContainText('The server could not be reached.')
    await expectAccessible(page)
    await page.unroute('**/cms/dict?*')
    await drawer(page).getByRole('button', { name: 'Try again' }).click()
    await expect(drawer(page).getByRole('textbox', { name: 'Label', exact: true })).toHaveValue('One')
  })
})

test.describe('a save that fails', () => {
  test.use({ expectedErrors: [/status of 4(09|01)/] })

  test('after a change by another user: shows the differences and can overwrite them', { tag: '@core' }, async ({
    page,
    request,
  }) => {
    const { ids } = await newDictionary(page, ['One'])
    await rows(page).getByRole('link').click()
    const label = drawer(page).getByRole('textbox', { name: 'Label', exact: true })
    await label.fill('Mine')
    const headers = { authorization: `Bearer ${await adminToken(request)}` }
    await request.put(`/cms/dict/${ids[0]}`, { headers, data: { label: 'Theirs' } })
    await drawer(page).getByRole('button', { name: 'Save' }).click()
    const conflict = page.getByRole('dialog', { name: 'Changed by someone else' })
    await expect(conflict).toContainText('沈掌柜 changed this at')
    await expect(conflict.getByRole('row', { name: 'Label' })).toHaveText('LabelTheirsMine')
    await expectAccessible(page)
    await conflict.getByRole('button', { name: 'Back to editing' }).click()
    await expect(label).toHaveValue('Mine')
    await drawer(page).getByRole('button', { name: 'Save' }).click()
    await conflict.getByRole('button', { name: 'Overwrite' }).click()
    await expect(rows(page)).toHaveText([/Mine/])
  })

  test('after the session has ended: keeps the form while the user signs in again', { tag: '@core' }, async ({
    page,
    context,
    request,
  }) => {
    await newDictionary(page, ['One'])
    await rows(page).getByRole('link').click()
    await drawer(page).getByRole('textbox', { name: 'Label', exact: true }).fill('Later')
    const cookies = await context.cookies()
    const session = cookies.find(({ name }) => name.includes('session-token'))
    await context.clearCookies({ name: session?.name })
    await drawer(page).getByRole('button', { name: 'Save' }).click()
    const again = page.getByRole('dialog', { name: 'Your session has ended' })
    await expect(again.getByRole('textbox', { name: 'Account' })).toHaveValue('admin')
    await again.getByRole('textbox', { name: 'Password' }).fill('mini-shop-demo')
    await again.getByRole('button', { name: 'Sign in and save' }).click()
    await expect(rows(page)).toHaveText([/Later/])
    expect(await tokenOf(request, 'admin')).toBeTruthy()
  })
})

test('entries can be sorted by keyboard, with announcements for screen readers, and by dragging', async ({ page }) => {
  await newDictionary(page, ['One', 'Two', 'Three'])
  const handle = page.getByRole('button', { name: 'Move Three' })
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(/^Three .* place 3 of 3\.$/)).toBeAttached()
  // The item is measured shortly after the announcement.
  await settled(page)
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Three is now at place 2 of 3.')).toBeAttached()
  const savedByKeys = page.waitForResponse(/\/cms\/dict\/\d+/)
  await page.keyboard.press('Space')
  await savedByKeys
  await expect(rows(page)).toHaveText([/One/, /Three/, /Two/])
  await page.reload()
  await expect(rows(page)).toHaveText([/One/, /Three/, /Two/])

  await live(handle)
  const [from, to] = [await handle.boundingBox(), await page.getByRole('button', { name: 'Move One' }).boundingBox()]
  if (!from || !to) throw new Error('There is nothing to drag.')
  const saved = page.waitForResponse(/\/cms\/dict\/\d+/)
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y, { steps: 10 })
  // The target position is computed shortly after the pointer moves.
  await settled(page)
  await page.mouse.up()
  await saved
  await expect(rows(page)).toHaveText([/Three/, /One/, /Two/])
  await page.reload()
  await expect(rows(page)).toHaveText([/Three/, /One/, /Two/])
})

test('the palette opens by its keys, finds records on the server, and changes the language', { tag: '@core' }, async ({
  page,
  request,
  baseURL,
}) => {
  const name = `p${unique()}`
  await newStaff(request, [], name)
  await wear(page, { locale: 'en', scheme: 'light' }, baseURL)
  const button = page.getByRole('button', { name: /^(Go to or create|跳转或新建)/ })
  const palette = page.getByRole('dialog', { name: /^(Go to or create|跳转或新建)/ })
  const field = palette.getByRole('textbox')
  const chosen = palette.locator('[data-action][data-selected]')
  const open = async () => {
    await live(button)
    await page.keyboard.press('ControlOrMeta+k')
    await expect(field).toBeFocused()
  }
  await page.goto('/admin/dict')
  await open()
  await expect(chosen).toHaveCount(1)
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette).toHaveCount(0)

  await open()
  await field.fill(name)
  // At once, while the server is still searching.
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/user\?user=\d+$/)
  await expect(drawer(page).getByRole('heading', { name })).toBeVisible()

  await page.goto('/admin/dict')
  await open()
  await expect(chosen).toHaveText(new RegExp(name))
  await field.fill('中文')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await open()
  await expectAccessible(page)
})

test('“?” lists the keyboard shortcuts, except where it is typed, and the account has the language', async ({
  page,
}) => {
  await page.goto('/admin/user')
  await live(page.getByRole('button', { name: /^Go to or create/ }))
  await page.getByRole('searchbox').pressSequentially('a?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('searchbox').fill('')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Shift+?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts).toContainText('Save the form')
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: '中文' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '员工' })).toBeVisible()
})

test('a list keeps filters, search and order in the URL, and goes back by it', { tag: '@core' }, async ({
  page,
  request,
}) => {
  const name = `url${unique()}`
  await newStaff(request, ['cms.dict_type.list'], name)
  await newStaff(request, [], `${name}b`)
  await page.goto('/admin/user')
  const results = (text: string) => page.getByRole('status').filter({ hasText: text })
  await page.getByRole('searchbox').fill(name)
  await expect(page).toHaveURL(new RegExp(`q=${name}`))
  await expect(results('2 results')).toBeVisible()
  await addFilter(page, 'Groups')
  await page.getByRole('option', { name: new RegExp(`^${name}-`) }).click()
  await expect(page).toHaveURL(/group_id=\d+/)
  await expect(results('1 result')).toBeVisible()
  await addFilter(page, 'Status')
  await page.getByRole('button', { name: 'Disabled' }).click()
  await expect(page.getByText('No results')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(1)
  await expect(page.getByRole('searchbox')).toHaveValue(name)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/user(\?.*)?$/)
  await expect(page.getByRole('searchbox')).toHaveValue('')

  // A list that was read whole is sorted without a request, but the browser's history has the change.
  await page.goto('/admin/auth')
  const head = page.getByRole('columnheader', { name: 'Code' })
  const fetched: string[] = []
  // Only fetches of the list: the browser also requests the icon again, and links are prefetched.
  page.on('request', (sent) => {
    if (sent.resourceType() === 'fetch' && /\/(cms|admin)\/auth/.test(sent.url())) fetched.push(sent.url())
  })
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL('/admin/auth?sort=code')
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await page.goBack()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  expect(fetched).toEqual([])
})
