import type { Page } from '@playwright/test'
import { adminToken, carry, newStaff } from './support/session'
import { expect, test } from './support/test'

const chart = (page: Page, name: string) => page.getByRole('figure', { name, exact: true })

test('the start page shows what waits and the sales, and links choose the range without scripts', async ({
  browser,
  request,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false })
  await carry(context, await adminToken(request), baseURL)
  const page = await context.newPage()
  await page.goto('/admin')
  const work = page.getByRole('region', { name: 'To do' })
  await expect(work.getByRole('link', { name: /New errors$/ })).toHaveAttribute('href', '/admin/error_log?status=new')
  await expect(page.getByRole('link', { name: '30 days' })).toHaveAttribute('aria-current', 'true')
  await expect(chart(page, 'Revenue').getByRole('img')).toHaveAccessibleName(/^Revenue, .+ – .+: ¥/)

  await page.getByRole('link', { name: 'Today', exact: true }).click()
  await expect(page).toHaveURL('/admin?range=today')
  await page.getByRole('link', { name: 'By revenue' }).click()
  await expect(page).toHaveURL('/admin?range=today&by=money')
  await chart(page, 'Revenue').locator('summary').click()
  // Hours that have not begun are not there.
  const rows = await chart(page, 'Revenue').getByRole('row').count()
  expect(rows).toBeGreaterThanOrEqual(2)
  expect(rows).toBeLessThanOrEqual(25)
  await expect(chart(page, 'Revenue').getByRole('link', { name: 'Download as CSV' })).toHaveAttribute(
    'download',
    'Revenue.csv',
  )
  await page.goto('/admin?range=year')
  await expect(page.locator('a[download="Best sellers – Products.csv"]')).toHaveAttribute('href', /^data:text\/csv/)
  await context.close()
})

test('staff without the dashboard see what waits for them alone, and notices open from there', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await carry(context, await newStaff(request, ['cms.product.list'], 'waits'), baseURL)
  await page.goto('/admin')
  const work = page.getByRole('region', { name: 'To do' })
  await expect(work).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sales' })).toHaveCount(0)
  await expect(work.getByText('New errors')).toHaveCount(0)
  await page.goto('/admin?bell=open')
  await expect(page.getByRole('dialog', { name: /^Notices/ })).toBeVisible()
  await expect(page).toHaveURL('/admin')
})
