import type { Page } from '@playwright/test'
import { expectAccessible } from './support/page'
import { address, enterAs, newCustomer, newDeal, newProduct } from './support/storefront'
import { expect, test } from './support/test'

test.use({ viewport: { width: 390, height: 844 }, expectedErrors: [/status of 409/] })

const costs = (page: Page) => page.getByRole('region', { name: 'Costs' })
const timer = (page: Page) => page.getByRole('main').getByRole('timer')

test('a deal sells out during checkout, and the order is placed at the regular price', async ({
  page,
  request,
  baseURL,
}) => {
  test.slow() // many screens
  const product = await newProduct(request)
  const label = await newDeal(request, { sku_id: product.sku_id, price: 900, quota: 1 })
  const [customer, other] = [await newCustomer(request), await newCustomer(request)]
  for (const one of [customer, other]) await one.send('POST', '/v1/address', address)
  await enterAs(page, customer)
  const screen = `/product/${product.id}?sku_id=${product.sku_id}&count=1`
  const choose = (value: 'en' | 'zh-CN') =>
    page.context().addCookies([{ name: 'locale', value, url: baseURL ?? 'http://localhost' }])

  await test.step('the product has the price of the deal, its end and the pieces left', async () => {
    await page.goto(screen)
    await expect(page.getByText('¥9.00', { exact: true })).toBeVisible()
    await expect(page.getByText('¥12.00', { exact: true })).toBeVisible()
    await expect(page.getByText(label, { exact: true })).toBeVisible()
    await expect(timer(page)).toHaveText(/^Ends in \d\d:\d\d$/)
    await expect(page.getByText('Only 1 left at this price')).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('the home screen and the cart have it too', async () => {
    // The home screen may be some seconds old.
    await expect(async () => {
      await page.goto('/')
      const deals = page.getByRole('region', { name: 'Deals' })
      const card = deals.getByRole('listitem').filter({ hasText: product.name })
      await expect(card).toContainText('¥9.00', { timeout: 2_000 })
    }).toPass()
    // On a small screen, the bar at the bottom may cover a part of a link.
    await page.setViewportSize({ width: 390, height: 4_000 })
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await customer.send('POST', '/v1/cart', { sku_id: product.sku_id, count: 1 })
    await page.goto('/cart')
    const line = page.getByRole('main').getByRole('listitem').filter({ hasText: product.name })
    await expect(line).toContainText('Regular price ¥12.00 ¥9.00')
    await expect(page.getByText('Subtotal').locator('..')).toContainText('¥9.00')
    await expectAccessible(page)
    await customer.send('DELETE', `/v1/cart?sku_ids=${product.sku_id}`)
  })
  await test.step('both are in Chinese, too', async () => {
    await choose('zh-CN')
    await page.goto(screen)
    await expect(timer(page)).toHaveText(/^距结束 \d\d:\d\d$/)
    await expect(page.getByText('特价仅剩 1 件')).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/checkout?sku_id=${product.sku_id}&count=1`)
    await expect(page.getByRole('main')).toContainText(`${label}-¥3.00`)
    await expectAccessible(page)
    await choose('en')
  })
  await test.step('the last piece is sold to another customer during checkout', async () => {
    await page.goto(screen)
    await page.getByRole('button', { name: 'Buy now' }).click()
    await expect(costs(page)).toContainText(`${label}-¥3.00`)
    await expect(costs(page)).toContainText('Total¥9.00')
    const items = [{ sku_id: product.sku_id, count: 1 }]
    expect(await other.send('POST', '/v1/order', { items })).toMatchObject({ total_amount: 900 })
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'A price has changed.' })).toBeVisible()
    await expect(page.getByText('has the regular price: the deal has run out.')).toBeVisible()
    await expect(costs(page)).toContainText('Total¥12.00')
    expect(await customer.send('GET', '/v1/order')).toMatchObject({ items: [] })
    await expectAccessible(page)
  })
  await test.step('the customer agrees to the regular price', async () => {
    await page.getByRole('button', { name: 'Place order' }).click()
    const payment = page.getByRole('dialog', { name: 'Payment' })
    await expect(payment).toContainText('¥12.00')
    await payment.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'To ship' })).toBeVisible()
  })
  await test.step('the product has the regular price again, also in Chinese', async () => {
    await choose('zh-CN')
    await page.goto(screen)
    await expect(page.getByText('¥12.00', { exact: true })).toBeVisible()
    await expect(page.getByText('¥9.00', { exact: true })).toHaveCount(0)
    await expect(timer(page)).toHaveCount(0)
  })
})
