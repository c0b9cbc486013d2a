import type { Page } from '@playwright/test'
import { expectAccessible } from './support/page'
import { adminToken, carry } from './support/session'
import { enterAs, newCustomer, newProduct } from './support/storefront'
import { expect, test } from './support/test'

/** Returns the id of the order that the page shows, from the URL. */
const idOf = (page: Page) => new URL(page.url()).pathname.split('/').pop()

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('goods are ordered for a store, paid, shown by their code and handed over', async ({
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
    await enterAs(page, customer)
    const choose = (value: 'en' | 'zh-CN') =>
      page.context().addCookies([{ name: 'locale', value, url: baseURL ?? 'http://localhost' }])

    await test.step('goods that are only sent are named and left out', async () => {
      await page.goto('/cart')
      await page.getByRole('button', { name: 'Check out (2)' }).click()
      await page.getByText('Collect at a store', { exact: true }).click()
      await expect(page.getByText(`${sent.name} cannot be collected at a store.`)).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Order without it' }).click()
      await expect(page.getByText('cannot be collected at a store')).toBeHidden()
      await expect(page.getByRole('region', { name: 'Costs' })).toContainText('Total¥12.00')
    })
    await test.step('the person who collects is required', async () => {
      await page.getByRole('button', { name: 'Place order' }).click()
      await expect(page.getByText('Enter a name.')).toBeVisible()
      await page.getByRole('textbox', { name: 'Collected by' }).fill('林晚')
      await page.getByRole('textbox', { name: 'Phone number' }).fill('13800001111')
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
      await page.getByRole('button', { name: 'Place order' }).click()
      const payment = page.getByRole('dialog', { name: 'Payment' })
      await expect(payment).toContainText('¥12.00')
      await payment.getByRole('button', { name: 'Pay', exact: true }).click()
      const shown = page.getByRole('region', { name: 'Pick-up code' })
      await expect(shown).toContainText(/\d{4} \d{4} \d{4}/)
      await expect(page.getByRole('heading', { name: 'To collect' })).toBeVisible()
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
