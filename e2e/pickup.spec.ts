import type { Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow, press, tabTo } from './support/page'
import { adminToken, carry } from './support/session'
import { enterAs, newCoupons, newCustomer, newProduct } from './support/storefront'
import { expect, test } from './support/test'

/** Returns the id of the order that the page shows, from the URL. */
const idOf = (page: Page) => new URL(page.url()).pathname.split('/').pop()

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('goods are ordered for a store by keyboard, with a coupon and an invoice, and handed over by their code', async ({
    page,
    request,
    browser,
    baseURL,
  }) => {
    test.slow() // many screens
    const both = await newProduct(request, { deliveries: ['express', 'pickup'] })
    const sent = await newProduct(request)
    const customer = await newCustomer(request)
    for (const { sku_id } of [both, sent]) await customer.send('POST', '/v1/cart', { sku_id, count: 1 })
    const label = await newCoupons(request, both.id)
    await enterAs(page, customer)
    await page.goto('/coupon/center')
    await press(page, page.getByRole('button', { name: `Take ${label}` }))
    await expect(page.getByRole('button', { name: `Taken ${label}` })).toBeDisabled()
    const choose = (value: 'en' | 'zh-CN') =>
      page.context().addCookies([{ name: 'locale', value, url: baseURL ?? 'http://localhost' }])

    await test.step('goods that are only sent are named and left out', async () => {
      await page.goto('/cart')
      await press(page, page.getByRole('button', { name: 'Check out (2)' }))
      await tabTo(page, page.getByRole('radio', { name: 'Ship to me' }))
      await page.keyboard.press('ArrowRight')
      await expect(page.getByText(`${sent.name} cannot be collected at a store.`)).toBeVisible()
      await expectAccessible(page)
      await press(page, page.getByRole('button', { name: 'Order without it' }))
      await expect(page.getByText('cannot be collected at a store')).toBeHidden()
      await expect(page.getByRole('region', { name: 'Costs' })).toContainText('Total¥10.00')
    })
    await test.step('the person who collects is required', async () => {
      await press(page, page.getByRole('button', { name: 'Place order' }))
      await expect(page.getByText('Enter a name.')).toBeVisible()
      await tabTo(page, page.getByRole('textbox', { name: 'Collected by' }))
      await page.keyboard.type('林晚')
      await tabTo(page, page.getByRole('textbox', { name: 'Phone number' }))
      await page.keyboard.type('13800001111')
    })
    await test.step('the coupon is left out, and chosen again', async () => {
      const row = page.getByRole('main').getByRole('button', { name: /^Coupon/ })
      const sheet = page.getByRole('dialog', { name: 'Choose a coupon' })
      for (const [choice, total] of [
        ['No coupon', '¥12.00'],
        [label, '¥10.00'],
      ] as const) {
        await press(page, row)
        await press(page, sheet.getByRole('button', { name: choice }))
        await expect(sheet).toBeHidden()
        await expect(page.getByRole('region', { name: 'Costs' })).toContainText(`Total${total}`)
      }
    })
    await test.step('the same in Chinese', async () => {
      await choose('zh-CN')
      await page.reload()
      await expect(page.getByRole('textbox', { name: '提货人' })).toHaveValue('林晚')
      await expectAccessible(page)
      await choose('en')
      await page.reload()
    })
    const code = await test.step('the code is there once it is paid', async () => {
      await press(page, page.getByRole('button', { name: 'Place order' }))
      const payment = page.getByRole('dialog', { name: 'Payment' })
      await expect(payment).toContainText('¥10.00')
      await press(page, payment.getByRole('button', { name: 'Pay', exact: true }))
      const shown = page.getByRole('region', { name: 'Pick-up code' })
      await expect(shown).toContainText(/\d{4} \d{4} \d{4}/)
      await expect(page.getByRole('heading', { name: 'To collect' })).toBeVisible()
      await press(page, page.getByRole('button', { name: 'Request an invoice' }))
      const sheet = page.getByRole('dialog', { name: 'Request an invoice' })
      await tabTo(page, sheet.getByRole('textbox', { name: 'Title' }))
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('王小明')
      await press(page, sheet.getByRole('button', { name: 'Send the request' }))
      await expect(page.getByText('The shop is issuing it.')).toBeVisible()
      await expectNoOverflow(page)
      await expectAccessible(page)
      await choose('zh-CN')
      await page.reload()
      await expect(page.getByRole('region', { name: '提货码' })).toContainText('到店出示此码提货')
      await expectAccessible(page)
      await choose('en')
      const { pickup } = await customer.send('GET', `/v1/order/${idOf(page)}`)
      return String(pickup.code)
    })
    const staff = await browser.newPage({ baseURL, viewport: { width: 390, height: 844 }, locale: 'en' })
    await carry(staff.context(), await adminToken(request), baseURL)

    await test.step('staff tell that it is ready', async () => {
      await staff.goto(`/admin/order/${idOf(page)}`)
      await staff.getByRole('button', { name: 'Mark as ready' }).click()
      await expect(staff.getByText('The customer can see in the order that it is ready')).toBeVisible()
      await page.reload()
      await expect(page.getByText('Your order is ready. Show the code at the store.')).toBeVisible()
    })
    await test.step('staff hand it over by its code, as a scanner types it', async () => {
      await staff.goto('/admin/pickup')
      await staff.getByRole('textbox', { name: 'Pick-up code' }).waitFor()
      await staff.keyboard.type('000000000000')
      await staff.keyboard.press('Enter')
      await expect(staff.getByText('No order has this code. Check the digits.')).toBeVisible()
      await staff.keyboard.type(code)
      await staff.keyboard.press('Enter')
      await expect(staff.getByText('林晚')).toBeVisible()
      await expectAccessible(staff)
      await staff.context().addCookies([{ name: 'locale', value: 'zh-CN', url: baseURL ?? 'http://localhost' }])
      await staff.reload()
      await staff.getByRole('textbox', { name: '提货码' }).fill(code)
      await staff.keyboard.press('Enter')
      await staff.getByRole('button', { name: '核销 1 件' }).click()
      await expect(staff.getByText(/已核销/).first()).toBeVisible()
      await expectAccessible(staff)
      await staff.getByRole('textbox', { name: '提货码' }).fill(code)
      await staff.keyboard.press('Enter')
      await expect(staff.getByRole('alert').filter({ hasText: '核销' })).toBeVisible()
    })
    await test.step('the order is completed, without a code', async () => {
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'Pick-up code' })).toBeHidden()
    })
    await staff.close()
  })
})
