import type { Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from './support/page'
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

test('the checklist of a new shop leads to what is missing, and stays hidden for who has hidden it', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await carry(context, await newStaff(request, ['cms.config.list', 'cms.config.update'], 'sets-up'), baseURL)
  await page.goto('/admin')
  const setup = page.getByRole('region', { name: 'Set up the shop' })
  await expect(setup.getByText('0 of 2 done')).toBeVisible()
  await expect(setup.getByRole('listitem')).toHaveCount(2)
  await expect(setup.getByRole('img', { name: 'To do' })).toHaveCount(2)
  await expect(setup.getByRole('link', { name: 'Connect WeChat' })).toHaveAttribute('href', '/docs/guide#wechat')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)

  await setup.getByRole('link', { name: 'Enter the return address' }).click()
  await expect(page).toHaveURL('/admin/config')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()

  await page.goto('/admin')
  await setup.getByRole('button', { name: 'Hide' }).click()
  await expect(setup).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await page.reload()
  await expect(page.getByRole('region', { name: 'To do' })).toBeVisible()
  await expect(setup).toHaveCount(0)
})

test('a hidden checklist can be brought back, and what is done is told from what is not', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await carry(context, await adminToken(request), baseURL)
  await page.goto('/admin')
  const setup = page.getByRole('region', { name: 'Set up the shop' })
  const product = setup.getByRole('listitem').filter({ hasText: 'Put a product on sale' })
  await expect(product.getByRole('img', { name: 'Done' })).toBeVisible()
  await expect(product.getByRole('link')).toHaveCount(0)
  await expectAccessible(page)
  await setup.getByRole('button', { name: 'Hide' }).click()
  await expect(setup).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(setup).toBeVisible()
  await page.reload()
  await expect(setup).toBeVisible()
})
