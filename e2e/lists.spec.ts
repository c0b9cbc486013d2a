import { addFilter, expectAccessible, expectNoOverflow } from './support/page'
import { adminToken, carry, newStaff } from './support/session'
import { expect, test } from './support/test'

/*
 * The functions of every list: named views, filters by typing, actions on several rows, and cards on phones. Functions
 * without layout are tested with the components, in `components/admin/resource-table`.
 */

test('a view is saved, opened again with its columns, changed, renamed and deleted', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await carry(context, await newStaff(request, ['cms.user.list'], 'views'), baseURL)
  await page.goto('/admin/user')
  const views = page.getByRole('navigation', { name: 'Saved views' })
  const save = page.getByRole('button', { name: 'Save view' })
  await expect(views).toHaveCount(0)
  await expect(save).toHaveCount(0)

  await addFilter(page, 'Status')
  await page.getByRole('dialog', { name: 'Status' }).getByRole('button', { name: 'Active' }).click()
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(page).toHaveURL(/sort=nickname/)
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription(/Give the view a name/)
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByRole('textbox').fill('At work')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  const own = views.getByRole('link', { name: 'At work' })
  await expect(own).toHaveAttribute('aria-current', 'page')
  await expect(save).toHaveCount(0)

  // Columns that are chosen within a view do not change those of the default list.
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'E-mail' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'E-mail' })).toBeVisible()
  await expect(own).toHaveAccessibleName(/Changed/)
  await page.getByRole('button', { name: 'Actions for the view At work' }).click()
  await page.getByRole('menuitem', { name: 'Save changes' }).click()
  await expect(own).not.toHaveAccessibleName(/Changed/)

  await views.getByRole('link', { name: 'Default' }).click()
  await expect(page).toHaveURL('/admin/user')
  await expect(page.getByRole('columnheader', { name: 'E-mail' })).toHaveCount(0)
  await own.click()
  await expect(page).toHaveURL(/status=active/)
  await page.reload()
  await expect(own).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('columnheader', { name: 'E-mail' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Name', exact: true })).toHaveAttribute('aria-sort', 'ascending')

  const menu = page.getByRole('button', { name: 'Actions for the view At work' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Rename view' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Working')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename view' }).click()
  await expect(views.getByRole('link', { name: 'Working' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Actions for the view Working' }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click()
  await expect(views).toHaveCount(0)
  await expect(page).toHaveURL('/admin/user')
  await page.reload()
  await expect(views).toHaveCount(0)
})

test('a filter by person searches as one types, by keys alone, and knows the name after a reload', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const token = await newStaff(request, ['cms.oper_log.list', 'cms.user.list'], 'searcher')
  // A member of staff without operations and thus without a row.
  await newStaff(request, [], 'quietone')
  await carry(context, token, baseURL)
  await page.goto('/admin/oper_log')
  await page.getByRole('button', { name: 'Filter', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Actor' }).press('Enter')
  const field = page.getByRole('combobox', { name: 'Actor' })
  await expect(field).toBeFocused()
  await page.keyboard.type('quietone')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/user_id=\d+/)
  await expect(page.getByRole('button', { name: /Actor quietone/ })).toBeVisible()
  await expect(page.getByText('No results')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /Actor quietone/ })).toBeVisible()
  await page.getByRole('button', { name: /Actor quietone/ }).click()
  await page.getByRole('combobox', { name: 'Actor' }).fill('nobody is called this')
  await expect(page.getByRole('status').filter({ hasText: 'No results' })).toBeVisible()
})

test('the head of a list stays in sight, and another page begins at the top', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await carry(context, await newStaff(request, ['cms.order.list'], 'pages'), baseURL)
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.goto('/admin/order')
  const head = page.getByRole('columnheader').nth(1)
  await page.getByRole('row').last().scrollIntoViewIfNeeded()
  await expect(head).toBeInViewport()
  const older = page.getByRole('button', { name: 'Older' })
  await older.click()
  await expect(page).toHaveURL(/cursor=/)
  await expect(page.getByRole('searchbox')).toBeInViewport()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 }, hasTouch: true })

  test('rows are cards with their state, filters are in a sheet, and a tap shows the exact time', {
    tag: '@core',
  }, async ({ page, context, request, baseURL }) => {
    await carry(context, await newStaff(request, ['cms.user.list'], 'phone'), baseURL)
    await page.goto('/admin/user')
    const row = page.getByRole('row').filter({ hasText: 'phone' }).first()
    await expect(row.getByText('Active')).toBeInViewport()
    expect((await row.boundingBox())?.height).toBeLessThan(90)
    await expectNoOverflow(page)
    await page.getByRole('button', { name: 'Filters' }).tap()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByRole('button', { name: 'Status' }).tap()
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Active' }).tap()
    await expect(page).toHaveURL(/status=active/)
    await sheet.getByRole('button', { name: 'Show results' }).tap()
    await expect(sheet).toHaveCount(0)
    await expectAccessible(page)
    await row.locator('time').tap()
    await expect(page.getByRole('tooltip')).toContainText('China Standard Time')
    await expect(page).not.toHaveURL(/user=/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('tooltip')).toHaveCount(0)
  })
})

test('the menu of a row copies its link, and does for it what the bulk actions do for several, which can be undone', {
  tag: '@core',
}, async ({ page, context, request, baseURL }) => {
  const mark = `menu${Date.now().toString(36)}`
  for (const name of ['a', 'b']) await newStaff(request, [], `${mark}${name}`)
  await carry(context, await adminToken(request), baseURL)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/admin/user?q=${mark}`)
  const sent: string[] = []
  page.on('request', (one) => {
    if (one.method() !== 'GET' && one.url().includes('/cms/')) sent.push(new URL(one.url()).pathname)
  })
  const menu = page.getByRole('button', { name: `Actions for ${mark}a` })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Link copied' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/\/admin\/user\?.*user=\d+/)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  const question = page.getByRole('dialog', { name: 'Disable' })
  await expect(question.getByRole('listitem')).toHaveCount(1)
  await question.getByRole('button', { name: 'Cancel' }).last().click()
  const bar = page.getByRole('group', { name: 'Actions for the selection' })
  await expect(bar).toHaveCount(0)

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(question).toContainText('2 people are signed out')
  await question.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(question).toContainText('2 of 2 done')
  expect(sent).toEqual(['/cms/user/bulk'])
  await expectAccessible(page)
  await expect(page.getByRole('row').filter({ hasText: mark }).getByText('Disabled')).toHaveCount(2)
  await question.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /Undone/ })).toBeVisible()
  await expect(bar).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: mark }).getByText('Active')).toHaveCount(2)
  expect(sent).toEqual(['/cms/user/bulk', '/cms/user/bulk'])
  await page.goto(link)
  await expect(page.getByRole('dialog').getByRole('heading', { name: `${mark}a` })).toBeVisible()
})
