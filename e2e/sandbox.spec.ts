import type { Page } from '@playwright/test'
import { control, newPayment } from './support/buyer'
import { expectAccessible, expectNoOverflow, looks, wear } from './support/page'
import { expect, test } from './support/test'

const deskOf = (page: Page, payment_no: string) =>
  page.getByRole('region', { name: 'Cash desk' }).getByRole('article').filter({ hasText: payment_no })

const callbackOf = (page: Page, payment_no: string) =>
  page.getByRole('region', { name: 'Callbacks' }).getByRole('listitem').filter({ hasText: payment_no })

test('a prepared payment appears without a reload, and paying it pays the order', async ({ page, request }) => {
  await page.goto('/sandbox')
  const { payment_no, status } = await newPayment(request)
  const desk = deskOf(page, payment_no)
  await expect(desk).toContainText('¥')
  expect(await status()).toBe('unpaid')
  await desk.getByRole('button', { name: /^Cancel/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Canceled.' })).toBeVisible()
  await desk.getByRole('button', { name: /^Pay:/ }).click()
  await expect(page.getByRole('status').filter({ hasText: /paid\. The shop is being told\.$/ })).toBeVisible()
  await expect(desk).toBeHidden()
  await expect(callbackOf(page, payment_no)).toContainText('Taken')
  await expect(callbackOf(page, payment_no)).toContainText('1 attempt')
  expect(await status()).toBe('paid')
})

test('a callback has the selected fault, and can be delivered manually', async ({ page, request }) => {
  const { payment_no, status } = await newPayment(request)
  await page.goto('/sandbox')
  const desk = deskOf(page, payment_no)
  await desk.getByLabel('How the callback goes').selectOption('Test signature')
  await expect(desk).toContainText('deliberately wrong signature')
  await desk.getByRole('button', { name: /^Pay:/ }).click()
  const callback = callbackOf(page, payment_no)
  await expect(callback).toContainText('answered 401')
  await expect(callback).toContainText('Again soon')
  expect(await status()).toBe('unpaid')
  await callback.getByRole('button', { name: /^Deliver now/ }).click()
  await expect(callback).toContainText('Taken')
  await expect(callback).toContainText('2 attempts')
  expect(await status()).toBe('paid')
})

test('the callback of a payment can be delayed', async ({ page, request }) => {
  const { payment_no, status } = await newPayment(request)
  await page.goto('/sandbox')
  await deskOf(page, payment_no)
    .getByRole('button', { name: /^Pay, tell later/ })
    .click()
  const callback = callbackOf(page, payment_no)
  await expect(callback).toContainText('Waiting')
  await expect(callback).toContainText('not sent yet')
  expect(await status()).toBe('unpaid')
})

test.describe('a payment that was paid in another place', () => {
  test.use({ expectedErrors: [/status of 409/] })
  test('is refused with a reason', async ({ page, request }) => {
    const { payment_no } = await newPayment(request)
    await page.goto('/sandbox')
    const pay = deskOf(page, payment_no).getByRole('button', { name: /^Pay:/ })
    await expect(pay).toBeVisible()
    // The page gets no updates until openGate is called.
    let openGate = () => {}
    const gate = new Promise<void>((resolve) => {
      openGate = resolve
    })
    await page.route(/_rsc=/, (route) => gate.then(() => route.continue()))
    await control(request, { action: 'page_pay', out_trade_no: payment_no })
    await pay.click()
    await expect(page.getByRole('status').filter({ hasText: 'That was refused: The trade is SUCCESS' })).toBeVisible()
    openGate()
    await expect(pay).toBeHidden()
  })
})

test('a login code can be used once', async ({ page, request }) => {
  await page.goto('/sandbox')
  const codes = page.getByRole('region', { name: 'Codes' })
  await codes.getByLabel('Person').fill('alice')
  await codes.getByRole('button', { name: 'New sign-in code' }).click()
  const account = (await codes.getByText(/^0[0-9a-f]{31}$/).textContent()) ?? ''
  await expect(codes.getByText(/^curl .*"type":200/)).toContainText(account)
  expect((await request.post('/v1/token', { data: { type: 200, account } })).status()).toBe(200)
  expect((await request.post('/v1/token', { data: { type: 200, account } })).status()).toBe(401)
  await codes.getByRole('button', { name: 'New phone code' }).click()
  await expect(codes.getByText(/^[0-9a-f]{64}$/)).toBeVisible()
})

test.describe('an invalid openid', () => {
  test.use({ expectedErrors: [/status of 400/] })
  test('is refused with a reason', async ({ page }) => {
    await page.goto('/sandbox')
    await page.getByLabel('Person').fill('a b')
    await page.getByRole('button', { name: 'New sign-in code' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'That was refused' })).toContainText('openid')
  })
})

for (const look of looks) {
  test(`is accessible in ${look.locale} and fits a window of 360 px`, async ({ page, request, baseURL }) => {
    const { payment_no } = await newPayment(request)
    const lost = await newPayment(request)
    await control(request, { action: 'page_pay', out_trade_no: lost.payment_no, fault: 'lost' })
    await wear(page, look, baseURL)
    await page.goto('/sandbox')
    await expect(page.getByRole('article').filter({ hasText: payment_no })).toBeVisible()
    await page.getByRole('button', { name: look.locale === 'en' ? 'New sign-in code' : '新的登录凭证' }).click()
    await expect(page.getByText(/^0[0-9a-f]{31}$/)).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoOverflow(page)
    await expectAccessible(page)
  })
}
