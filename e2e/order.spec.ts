import type { Locator, Page } from '@playwright/test'
import { control, newPaidOrder, newPayment } from './support/buyer'
import { expectAccessible, expectNoOverflow, wear } from './support/page'
import { adminToken, carry } from './support/session'
import { expect, test } from './support/test'

/*
 * The pages of orders: the list, and an order from its payment to its last refund.
 */

test.beforeEach(async ({ context, request, baseURL }) => {
  await carry(context, await adminToken(request), baseURL)
})

const section = (page: Page, name: string) => page.getByRole('region', { name })
const command = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function choose(page: Page, form: Locator, field: string, option: string): Promise<void> {
  await form.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

test('an order is shipped in parcels, of which one is corrected and revoked, and a piece of it is refunded', {
  tag: '@core',
}, async ({ page, request }) => {
  const { order_id, payment_no } = await newPayment(request, 3)
  await page.goto(`/admin/order/${order_id}`)
  await expect(page.getByText('Awaiting payment')).toBeVisible()
  await expect(command(page, 'Ship')).toHaveAttribute('aria-disabled', 'true')
  await control(request, { action: 'page_pay', out_trade_no: payment_no })
  await control(request, { action: 'deliver' })

  await test.step('it is found by its payment, in the tab of what is to be shipped', async () => {
    await page.goto('/admin/order?tab=to_ship')
    await page.getByRole('searchbox').fill(payment_no)
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await page.locator('tbody a').click()
    await expect(page).toHaveURL(`/admin/order/${order_id}`)
  })

  const form = page.getByRole('dialog')
  const shipping = section(page, 'Shipping')
  const tracking_no = `SF${payment_no.slice(-12)}`
  const isPartlyShipped = page.getByText('Partly shipped')
  await test.step('a parcel without a number is refused at its field', async () => {
    await command(page, 'Ship').click()
    await choose(page, form, 'Carrier', 'SF Express')
    await form.getByRole('button', { name: 'Ship' }).click()
    await expect(form.getByRole('textbox', { name: 'Tracking number' })).toHaveAttribute('aria-invalid', 'true')
    await form.getByRole('textbox', { name: 'Tracking number' }).fill(tracking_no)
    await form.getByRole('textbox', { name: /: Quantity$/ }).fill('2')
    await form.getByRole('button', { name: /^(Ship|Try again)$/ }).click()
    await expect(isPartlyShipped.first()).toBeVisible()
    await expect(shipping).toContainText('SF Express')
    await expect(shipping).toContainText('× 2')
  })

  await test.step('it is corrected once, and revoked while the rest is not shipped', async () => {
    await shipping.getByRole('button', { name: 'Edit tracking' }).click()
    await form.getByRole('textbox', { name: 'Tracking number' }).fill(`${tracking_no}9`)
    await form.getByRole('button', { name: 'Edit tracking' }).click()
    await expect(shipping).toContainText(`${tracking_no}9`)
    await expect(shipping.getByRole('button', { name: 'Edit tracking' })).toHaveCount(0)
    await shipping.getByRole('button', { name: 'Cancel shipment' }).click()
    await form.getByRole('button', { name: 'Cancel shipment' }).click()
    await expect(shipping).toContainText('Canceled')
    await expect(isPartlyShipped).toHaveCount(0)
  })

  await test.step('its pieces are shipped again, the last one is refunded and returns to stock', async () => {
    await command(page, 'Ship').click()
    await choose(page, form, 'Carrier', 'SF Express')
    await form.getByRole('textbox', { name: 'Tracking number' }).fill(`${tracking_no}1`)
    await form.getByRole('textbox', { name: /: Quantity$/ }).fill('2')
    await form.getByRole('button', { name: 'Ship', exact: true }).click()
    await expect(isPartlyShipped.first()).toBeVisible()
    await command(page, 'Refund').click()
    await expect(form.getByRole('textbox', { name: /: Quantity$/ })).toHaveValue('0')
    await expect(form.getByRole('status')).toContainText('¥0.00')
    await form.getByRole('textbox', { name: /: Quantity$/ }).fill('1')
    await expect(form.getByRole('status')).not.toContainText('¥0.00')
    await expect(form.getByRole('textbox', { name: /: Back to stock$/ })).toHaveValue('1')
    await choose(page, form, 'Reason', 'Out of stock')
    await form.getByRole('button', { name: 'Refund' }).click()
    await expect(form).toBeHidden()
    await expect(section(page, 'History')).toContainText('Refund requested')
    await expect(command(page, 'Ship')).toHaveAttribute('aria-disabled', 'true')
  })
})

test.describe('other prices', () => {
  // The server refuses the preview of a total below ¥0.01.
  test.use({ expectedErrors: [/status of 400/] })

  test('an unpaid order gets another price, a discount, another address and a note, and is canceled', async ({
    page,
    request,
  }) => {
    const { order_id, status } = await newPayment(request)
    await page.goto(`/admin/order/${order_id}`)
    const form = page.getByRole('dialog')
    await command(page, 'Edit').click()
    await form.getByRole('textbox', { name: 'Discount' }).fill('a lot')
    await expect(form.getByText('Enter an amount such as 19.90')).toBeVisible()
    await form.getByRole('textbox', { name: 'Discount' }).fill('1.5')
    const price = form.getByRole('textbox', { name: /: Price of one/ })
    await price.fill('0.01')
    await expect(form.getByRole('status').first()).toContainText('At least ¥0.01 must be left to pay.')
    await price.fill('1.60')
    await expect(form.getByRole('status').first()).toContainText('¥0.10')
    await form.getByRole('textbox', { name: 'Street and number' }).fill('青梧路 18 号')
    await form.getByRole('button', { name: 'Save' }).click()
    const doubt = page.getByRole('dialog', { name: 'Save this price?' })
    await expect(doubt).toContainText('Changed by more than half')
    await doubt.getByRole('button', { name: 'Save' }).click()
    await expect(section(page, 'Items')).toContainText('¥1.60')
    await expect(section(page, 'Items')).toContainText('-¥1.50')
    await expect(section(page, 'Address')).toContainText('青梧路 18 号')
    await expect(section(page, 'History')).toContainText('Price changed')

    await command(page, 'Add a note').click()
    await form.getByRole('textbox', { name: 'Note' }).fill('Asked for a paper bag')
    await form.getByRole('switch', { name: 'Show it at the top of the order' }).click()
    await form.getByRole('button', { name: 'Add the note' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Asked for a paper bag' })).toBeVisible()

    await command(page, 'Cancel').click()
    await choose(page, form, 'Reason', 'Out of stock')
    await form.getByRole('button', { name: 'Cancel the order' }).click()
    await expect(section(page, 'Customer')).toContainText('缺货')
    expect(await status()).toBe('cancelled')
  })
})

test('an order and its forms are accessible, and fit in both languages', async ({ page, request, baseURL }) => {
  const { order_id } = await newPaidOrder(request, 2)
  const check = async (...names: string[]) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`/admin/order/${order_id}`)
    await expectAccessible(page)
    for (const name of names) {
      await command(page, name).click()
      await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoOverflow(page)
  }
  await wear(page, { locale: 'en', scheme: 'light' }, baseURL)
  await check('Refund', 'Ship')
  await wear(page, { locale: 'zh-CN', scheme: 'light' }, baseURL)
  await check('退款', '发货')
})
