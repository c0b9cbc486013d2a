import { expectAccessible } from './support/page'
import { carry, newStaff } from './support/session'
import { expect, test } from './support/test'

/*
 * What every list can do: views under a name, files of what is shown, filters by what is typed, and cards on phones.
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

  await page.getByRole('button', { name: 'Status' }).first().click()
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

  // Columns that are chosen within a view are not those of the usual list.
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
