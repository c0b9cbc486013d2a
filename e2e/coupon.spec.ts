import type { Page } from '@playwright/test'
import { expectAccessible } from './support/page'
import { address, enterAs, newCoupons, newCustomer, newProduct } from './support/storefront'
import { expect, test } from './support/test'

test.use({ viewport: { width: 390, height: 844 } })

const costs = (page: Page) => page.getByRole('region', { name: 'Costs' })
const couponRow = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Coupon/ })

test('a coupon is taken, used, returned by a canceled order, and used again', async ({ page, request, baseURL }) => {
  test.slow() // many screens
  const [product, customer] = [await newProduct(request), await newCustomer(request)]
  const label = await newCoupons(request, product.id)
  await customer.send('POST', '/v1/address', address)
  await enterAs(page, customer)
  const checkout = `/checkout?sku_id=${product.sku_id}&count=1`
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: label })

  await test.step('taken in the coupon center, once', async () => {
    await page.goto('/')
    await page.getByRole('main').getByRole('link', { name: 'Coupons to take' }).click()
    await expect(page).toHaveURL(/\/coupon\/center$/)
    await expect(card).toContainText('¥2.00 off for orders of ¥10.00 or more')
    await expect(card).toContainText(`For ${product.name}`)
    await card.getByRole('button', { name: `Take ${label}` }).click()
    await expect(card.getByRole('button', { name: `Taken ${label}` })).toBeDisabled()
    await page.reload()
    await expect(card.getByRole('button', { name: `Taken ${label}` })).toBeDisabled()
    await expectAccessible(page)
  })
  await test.step('the product has its label', async () => {
    await page.goto(`/product/${product.id}`)
    const offer = page.getByRole('list', { name: 'Offers' }).getByRole('link', { name: label })
    await expect(offer).toHaveAttribute('href', '/coupon/center')
    await expectAccessible(page)
  })
  await test.step('chosen at checkout, unless the customer wants none', async () => {
    await page.goto(checkout)
    await expect(couponRow(page)).toContainText(`${label}: ¥2.00 off`)
    await expect(costs(page)).toContainText('Total¥10.00')
    await couponRow(page).click()
    const sheet = page.getByRole('dialog', { name: 'Choose a coupon' })
    await expect(sheet.getByRole('button', { name: label })).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'No coupon' }).click()
    await expect(sheet).toBeHidden()
    await expect(couponRow(page)).toContainText('1 can be used')
    await expect(costs(page)).toContainText('Total¥12.00')
    // The choice survives a reload.
    await page.reload()
    await expect(costs(page)).toContainText('Total¥12.00')
    await couponRow(page).click()
    await sheet.getByRole('button', { name: label }).click()
    await expect(costs(page)).toContainText(`${label}-¥2.00`)
    await expect(costs(page)).toContainText('Total¥10.00')
  })
  await test.step('held by an unpaid order', async () => {
    await page.getByRole('button', { name: 'Place order' }).click()
    const payment = page.getByRole('dialog', { name: 'Payment' })
    await expect(payment).toContainText('¥10.00')
    await payment.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL(/\/order\/\d+$/)
    await expect(page.getByRole('heading', { name: 'To pay' })).toBeVisible()
    // The step back over the entry of the closed sheet would stop the next navigation.
    await page.waitForFunction(() => !history.state?.layers)
    await page.goto(checkout)
    await expect(couponRow(page)).toContainText('None can be used')
    await couponRow(page).click()
    const sheet = page.getByRole('dialog', { name: 'Choose a coupon' })
    await expect(sheet.getByRole('listitem')).toHaveText(`${label}In an unpaid order`)
    await expectAccessible(page)
  })
  await test.step('returned by canceling that order', async () => {
    await page.goto('/me')
    await page.getByRole('link', { name: 'Coupons', exact: true }).click()
    await expect(card).toContainText('In an unpaid order')
    await expectAccessible(page)
    await card.getByRole('link', { name: 'See the order' }).click()
    await page.getByRole('button', { name: 'Cancel order' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await expect(page.getByRole('heading', { name: 'Canceled' })).toBeVisible()
  })
  await test.step('used by the next order', async () => {
    await page.goto(checkout)
    await expect(couponRow(page)).toContainText(`${label}: ¥2.00 off`)
    await page.getByRole('button', { name: 'Place order' }).click()
    const payment = page.getByRole('dialog', { name: 'Payment' })
    await payment.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'To ship' })).toBeVisible()
    const order = new URL(page.url()).pathname
    await page.goto('/coupon')
    await expect(page.getByRole('heading', { name: 'No coupons here' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('navigation', { name: 'Coupons by state' }).getByRole('link', { name: 'Used' }).click()
    await expect(card.getByRole('link', { name: 'See the order' })).toHaveAttribute('href', order)
    await expectAccessible(page)
  })
  await test.step('everything fits the phone in Chinese, too', async () => {
    await page.context().addCookies([{ name: 'locale', value: 'zh-CN', url: baseURL ?? 'http://localhost' }])
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/coupon/center')
    await expect(card).toContainText('满 ¥10.00 减 ¥2.00')
    await expectAccessible(page)
    await page.goto('/coupon?state=used')
    await expect(card.getByRole('link', { name: '查看订单' })).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/product/${product.id}`)
    await expect(page.getByRole('list', { name: '优惠' })).toContainText(label)
    await expectAccessible(page)
  })
})
