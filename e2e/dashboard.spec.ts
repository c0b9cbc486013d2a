import { carry, newStaff } from './support/session'
import { expect, test } from './support/test'

/*
 * The content of the start page for different users is tested without a browser in
 * `lib/server/admin/start.page.test.ts`; its accessibility is tested with all other pages.
 */

test('the checklist of a new shop leads to what is missing, can be hidden and brought back, and stays hidden', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await carry(context, await newStaff(request, ['cms.config.list', 'cms.config.update'], 'sets-up'), baseURL)
  await page.goto('/admin')
  const setup = page.getByRole('region', { name: 'Set up the shop' })
  await setup.getByRole('link', { name: 'Enter the return address' }).click()
  await expect(page).toHaveURL('/admin/config#after_sale.return_address')
  await expect(page.getByRole('textbox', { name: 'Address for returns' })).toBeFocused()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()

  await page.goto('/admin')
  await setup.getByRole('button', { name: 'Hide' }).click()
  await expect(setup).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(setup).toBeVisible()
  await page.reload()
  await setup.getByRole('button', { name: 'Hide' }).click()
  await expect(setup).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('region', { name: 'To do' })).toBeVisible()
  await expect(setup).toHaveCount(0)
})
