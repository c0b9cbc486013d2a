import type { Page } from '@playwright/test'
import { expectAccessible, live, looks, settled, wear } from './support/page'
import { adminToken, carry, newStaff, tokenOf } from './support/session'
import { expect, test } from './support/test'

const rows = (page: Page) => page.getByRole('list', { name: /^Entries of/ }).getByRole('listitem')
const drawer = (page: Page) => page.getByRole('dialog')
const unique = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 6)

test.beforeEach(async ({ context, request, baseURL }) => {
  await carry(context, await adminToken(request), baseURL)
})

/** Creates a dictionary with these entries and opens it; returns its type. */
async function newDictionary(page: Page, labels: string[] = []): Promise<string> {
  const type = `t_${unique()}`
  const headers = { authorization: `Bearer ${await adminToken(page.request)}` }
  await page.request.post('/cms/dict_type', { headers, data: { type, name: type } })
  for (const [index, label] of labels.entries()) {
    const data = { type, label, value: `v${index}`, sort_order: (index + 1) * 10 }
    await page.request.post('/cms/dict', { headers, data })
  }
  await page.goto(`/admin/dict?type=${type}`)
  return type
}

test.describe('a form', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('creates, edits and deletes records, and shows errors at their fields', async ({ page }) => {
    await newDictionary(page)
    await page.getByRole('button', { name: 'New entry' }).first().click()
    await drawer(page).getByRole('button', { name: 'Save' }).click()
    const label = drawer(page).getByRole('textbox', { name: 'Label', exact: true })
    await expect(label).toBeFocused()
    await expect(label).toHaveAccessibleDescription('This is required.')
    await label.fill('First')
    await drawer(page).getByRole('textbox', { name: 'Value' }).fill('first')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(drawer(page)).toBeHidden()
    await expect(page.getByRole('alert').filter({ hasText: 'First was created' })).toBeVisible()
    await expect(rows(page)).toHaveText([/First.*first/])

    await rows(page).getByRole('link').click()
    await drawer(page).getByRole('textbox', { name: 'English label' }).fill('The first')
    await drawer(page).getByRole('switch', { name: 'Default' }).click({ force: true })
    await drawer(page).getByRole('button', { name: 'Save' }).click()
    await expect(rows(page)).toHaveText([/First.*The first.*Default/])

    await rows(page).getByRole('link').click()
    await drawer(page).getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete First?' })
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No entries yet')).toBeVisible()
  })

  test('shows an error of the server at its field', async ({ page }) => {
    await newDictionary(page, ['One'])
    await page.getByRole('button', { name: 'New entry' }).click()
    await drawer(page).getByRole('textbox', { name: 'Label', exact: true }).fill('Two')
    const value = drawer(page).getByRole('textbox', { name: 'Value' })
    await value.fill('v0')
    await drawer(page).getByRole('button', { name: 'Save' }).click()
    await expect(value).toBeFocused()
    await expect(value).toHaveAccessibleDescription(/This is taken already\./)
  })

  test('asks for confirmation before it discards changes, on every way of leaving', async ({ page }) => {
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

test.describe('a failed save', () => {
  test.use({ expectedErrors: [/status of 4(09|01)|ERR_INTERNET_DISCONNECTED/] })

  test('after a change by another user: shows the differences and can overwrite them', async ({ page, context }) => {
    await newDictionary(page, ['One'])
    const other = await context.newPage()
    await other.goto(page.url())
    for (const [tab, text] of [
      [page, 'Mine'],
      [other, 'Theirs'],
    ] as const) {
      // Browsers throttle background tabs.
      await tab.bringToFront()
      await rows(tab).getByRole('link').click()
      await drawer(tab).getByRole('textbox', { name: 'Label', exact: true }).fill(text)
    }
    await drawer(other).getByRole('button', { name: 'Save' }).click()
    await expect(rows(other)).toHaveText([/Theirs/])
    await page.bringToFront()
    await drawer(page).getByRole('button', { name: 'Save' }).click()
    const conflict = page.getByRole('dialog', { name: 'Changed by someone else' })
    await expect(conflict).toContainText('沈掌柜 changed this at')
    await expect(conflict.getByRole('row', { name: 'Label' })).toHaveText('LabelTheirsMine')
    await expectAccessible(page)
    await conflict.getByRole('button', { name: 'Back to editing' }).click()
    await expect(drawer(page).getByRole('textbox', { name: 'Label', exact: true })).toHaveValue('Mine')
    await drawer(page).getByRole('button', { name: 'Save' }).click()
    await conflict.getByRole('button', { name: 'Overwrite' }).click()
    await expect(rows(page)).toHaveText([/Mine/])
  })

  test('without a network: shows an error, keeps the input and can be retried', async ({ page, context }) => {
    await newDictionary(page, ['One'])
    await rows(page).getByRole('link').click()
    const label = drawer(page).getByRole('textbox', { name: 'Label', exact: true })
    await label.fill('Offline')
    await context.setOffline(true)
    await drawer(page).getByRole('button', { name: 'Save' }).click()
    await expect(drawer(page).getByRole('alert')).toContainText('The server could not be reached.')
    await expect(label).toHaveValue('Offline')
    await context.setOffline(false)
    await drawer(page).getByRole('button', { name: 'Try again' }).click()
    await expect(rows(page)).toHaveText([/Offline/])
  })

  test('after the session has ended: keeps the form while the user signs in again', async ({
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

test('entries can be sorted by keyboard, with announcements for screen readers', async ({ page }) => {
  await newDictionary(page, ['One', 'Two', 'Three'])
  await page.getByRole('button', { name: 'Move Three' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(/^Three .* place 3 of 3\.$/)).toBeAttached()
  // The item is measured shortly after the announcement.
  await settled(page)
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Three is now at place 2 of 3.')).toBeAttached()
  const saved = page.waitForResponse(/\/cms\/dict\/\d+/)
  await page.keyboard.press('Space')
  await saved
  await expect(rows(page)).toHaveText([/One/, /Three/, /Two/])
  await page.reload()
  await expect(rows(page)).toHaveText([/One/, /Three/, /Two/])
})

test('entries can be sorted by dragging', async ({ page }) => {
  await newDictionary(page, ['One', 'Two', 'Three'])
  const handle = page.getByRole('button', { name: 'Move Three' })
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

test('the palette finds pages in both languages and opens forms for new records', async ({ page }) => {
  await page.goto('/admin/user')
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByPlaceholder('A page, a name, or what you want to do')
  await field.fill('数据字典')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/dict$/)
  await page.keyboard.press('ControlOrMeta+k')
  await field.fill('new staff')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'New staff member' })).toBeVisible()
})

test('the palette finds records on the server, only of pages that the user can open', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const find = async (q: string) => {
    await live(page.getByRole('button', { name: /^Go to or create/ }))
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByPlaceholder('A page, a name, or what you want to do').fill(q)
  }
  await page.goto('/admin/dict')
  await find('老周')
  await expect(page.getByRole('button', { name: /auditor · Staff/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/user\?user=\d+$/)
  await expect(drawer(page).getByRole('heading', { name: '老周' })).toBeVisible()
  await page.goto('/admin/dict')
  await find('小禾')
  // At once, while the server is still searching.
  await page.keyboard.press('Enter')
  await expect(drawer(page).getByRole('heading', { name: '小禾' })).toBeVisible()

  // Its open record must not be read by the other user.
  await page.goto('about:blank')
  await carry(context, await newStaff(request, ['cms.dict_type.list'], 'reader'), baseURL)
  const paths: string[] = []
  page.on('request', (sent) => paths.push(new URL(sent.url()).pathname))
  await page.goto('/admin/dict')
  await find('auditor')
  await expect(page.getByText('No results')).toBeVisible()
  expect(paths).toContain('/cms/dict_type')
  expect(paths).not.toContain('/cms/user')
})

test('the palette chooses its first hit, offers what was opened last, and knows commands', async ({ page }) => {
  const button = page.getByRole('button', { name: /^Go to or create/ })
  const palette = page.getByRole('dialog', { name: 'Go to or create…' })
  const field = palette.getByRole('textbox')
  const chosen = palette.locator('[data-action][data-selected]')
  const open = async () => {
    await live(button)
    await page.keyboard.press('ControlOrMeta+k')
    await expect(field).toBeFocused()
  }
  await page.goto('/admin/dict')
  await open()
  // Before anything is typed, too.
  await expect(chosen).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette).toHaveCount(0)

  await open()
  await field.fill('老周')
  await expect(palette.getByRole('button', { name: /auditor · Staff/ })).toBeVisible()
  await expect(chosen).toHaveText(/老周/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/user\?user=\d+$/)
  await expect(drawer(page).getByRole('heading', { name: '老周' })).toBeVisible()

  // Results that arrive later leave what the arrow keys have chosen.
  await page.goto('/admin/dict')
  await open()
  await expect(chosen).toHaveText(/老周/)
  await field.fill('s')
  await page.keyboard.press('ArrowDown')
  const second = await chosen.textContent()
  await expect(palette.locator('[data-action]').nth(1)).toHaveText(second ?? '')

  await field.fill('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await open()
  await field.fill('中文')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
})

test('“?” lists the keyboard shortcuts, except where it is typed', async ({ page }) => {
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
})

test.describe('an unknown admin path', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('shows a not-found page with the menu', async ({ page }) => {
    await page.goto('/admin/no/such/page')
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    await expect(page).toHaveTitle('Page not found · mini-shop')
    await expect(page.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/admin')
    await page.getByRole('navigation', { name: 'Menu', exact: true }).getByRole('link', { name: 'Staff' }).click()
    await expect(page).toHaveURL('/admin/user')
  })
})

test.describe('a list', () => {
  test('keeps filters and search in the URL', async ({ page }) => {
    await page.goto('/admin/user?page=abc&size=7&status=nonsense')
    await expect(page.getByRole('table', { name: 'Staff' }).getByRole('row')).not.toHaveCount(0)
    await page.getByRole('searchbox').fill('audit')
    await expect(page).toHaveURL(/q=audit/)
    await expect(page.getByRole('status').filter({ hasText: '1 result' })).toBeVisible()
    // The column header also has a button with this name, for sorting.
    await page.getByRole('button', { name: 'Status' }).first().click()
    await page.getByRole('button', { name: 'Disabled' }).click()
    await expect(page.getByText('No results')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('cell', { name: 'auditor', exact: true }).first()).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveValue('audit')
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(page).toHaveURL(/\/admin\/user(\?.*)?$/)
    await expect(page.getByRole('searchbox')).toHaveValue('')
  })

  test('that is loaded as a whole is sorted in the browser', async ({ page }) => {
    await page.goto('/admin/auth')
    const head = page.getByRole('columnheader', { name: 'Code' })
    const shown = () => page.getByRole('row').locator('td:nth-child(2)').allTextContents()
    await expect(head).toHaveAttribute('aria-sort', 'none')
    const initial = await shown()
    const fetched: string[] = []
    // Only fetches of the list: the browser also requests the icon again, and links are prefetched.
    page.on('request', (sent) => {
      if (sent.resourceType() === 'fetch' && /\/(cms|admin)\/auth/.test(sent.url())) fetched.push(sent.url())
    })
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await expect(page).toHaveURL('/admin/auth?sort=code')
    const ascending = await shown()
    expect(ascending).toEqual(initial.toSorted(new Intl.Collator('en', { numeric: true }).compare))
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    expect(await shown()).toEqual(ascending.toReversed())
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'none')
    expect(await shown()).toEqual(initial)
    expect(fetched).toEqual([])
    await page.goBack()
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await page.reload()
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await expect(page.getByRole('columnheader', { name: 'Endpoints' }).getByRole('button')).toHaveCount(0)
  })

  test('remembers hidden columns', async ({ page }) => {
    await page.goto('/admin/user')
    const head = page.getByRole('columnheader', { name: 'Last sign-in' })
    await expect(head).toBeVisible()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Last sign-in' }).click()
    await expect(head).toBeHidden()
    await page.reload()
    await expect(page.getByRole('columnheader', { name: 'Name', exact: true })).toBeVisible()
    await expect(head).toBeHidden()
  })

  test('applies an action to all selected rows after one confirmation, and shows the results', async ({
    page,
    request,
  }) => {
    const name = `bulk${unique()}`
    await newStaff(request, [], name)
    await newStaff(request, [], `${name}b`)
    await page.goto(`/admin/user?q=${name}`)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    const bar = page.getByRole('toolbar', { name: 'Actions for the selection' })
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Disable' })
    await expect(dialog).toContainText('2 people are signed out')
    await dialog.getByRole('button', { name: 'Disable', exact: true }).click()
    await expect(dialog).toContainText('2 of 2 done')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(bar).toBeHidden()
    await expect(page.getByRole('cell', { name: 'Disabled' })).toHaveCount(2)
  })
})

test('the language can be changed without leaving the page', async ({ page }) => {
  await page.goto('/admin/user')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: '中文' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '员工' })).toBeVisible()
})

test.describe('staff with one permission', () => {
  test('see only that page in the menu, without buttons of other permissions', async ({
    page,
    context,
    request,
    baseURL,
  }) => {
    await carry(context, await newStaff(request, ['cms.dict_type.list'], 'reader'), baseURL)
    await page.goto('/admin/dict')
    await expect(page.getByRole('heading', { level: 1, name: 'Dictionaries' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('listitem')).toHaveText([
      /Dictionaries/,
      'Dictionaries',
    ])
    for (const name of ['New entry', 'New dictionary', 'Save', /^Move/, /^Edit/]) {
      await expect(page.getByRole('button', { name })).toHaveCount(0)
    }
    await page.goto('/admin/user')
    await expect(page.getByRole('heading', { level: 1, name: 'You don’t have access to this page' })).toBeVisible()
    await expect(page).toHaveTitle('You don’t have access to this page · mini-shop')
    await expect(page.getByText('cms.user.list')).toBeVisible()
    await expectAccessible(page)
  })

  test('see an explanation if they have no group', async ({ page, context, request, baseURL }) => {
    await carry(context, await newStaff(request, [], 'newcomer'), baseURL)
    await page.goto('/admin/dict')
    await expect(page.getByRole('heading', { level: 1, name: 'You don’t have access to anything yet' })).toBeVisible()
    await expectAccessible(page)
  })
})

for (const look of looks) {
  test(`the palette is accessible in ${look.locale}`, async ({ page, baseURL }) => {
    await wear(page, look, baseURL)
    await page.goto('/admin/dict')
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('dialog')).toHaveAccessibleName(/./)
    await expectAccessible(page)
  })
}

test('a menu that is moved by keyboard also moves in the sidebar', async ({ page }) => {
  await page.goto('/admin/menu')
  const sidebar = page.getByRole('navigation', { name: 'Menu' }).getByRole('link')
  const tree = page.getByRole('tree', { name: 'Navigation' })
  const before = await sidebar.allTextContents()
  const [first, second] = [before.indexOf('Menus'), before.indexOf('Navigation preview')]
  expect(second).toBe(first + 1)
  await tree.getByRole('treeitem').filter({ hasText: 'Navigation preview' }).last().focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByRole('status').getByText('Navigation preview is now at place 1 in Navigation.')).toBeAttached()
  await expect.poll(async () => (await sidebar.allTextContents()).indexOf('Navigation preview')).toBe(first)
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(async () => (await sidebar.allTextContents()).indexOf('Navigation preview')).toBe(second)
  await tree.getByRole('treeitem').filter({ hasText: 'Menus' }).last().focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect(page.getByText('Menus cannot be moved there.')).toBeAttached()
})
