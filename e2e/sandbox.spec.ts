import type { Page } from '@playwright/test'
import { control, newPayment } from './support/buyer'
import { expectAccessible, expectNoOverflow } from './support/page'
import { expect, test } from './support/test'

const deskOf = (page: Page, payment_no: string) =>
  page.getByRole('region', { name: 'Cash desk' }).getByRole('article').filter({ hasText: payment_no })

const callbackOf = (page: Page, payment_no: string) =>
  page.getByRole('region', { name: 'Callbacks' }).getByRole('listitem').filter({ hasText: payment_no })

test('a prepared payment appears without a reload, and paying it pays the order', { tag: '@core' }, async ({
  page,
  request,
}) => {
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
  await expect(callbackOf(page, payment_no)).toContainText('Delivered')
  await expect(callbackOf(page, payment_no)).toContainText('1 attempt')
  expect(await status()).toBe('paid')
})

test('a callback has the selected fault, and can be delivered manually', async ({ page, request }) => {
  const [{ payment_no, status }, later] = [await newPayment(request), await newPayment(request)]
  await control(request, { action: 'page_pay', out_trade_no: later.payment_no, delay: 600 })
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
  await expect(callback).toContainText('Delivered')
  await expect(callback).toContainText('2 attempts')
  expect(await status()).toBe('paid')
  // The shop has no callback about the other one yet.
  await expect(callbackOf(page, later.payment_no)).toContainText('Waiting')
  await expect(callbackOf(page, later.payment_no)).toContainText('not sent yet')
  expect(await later.status()).toBe('unpaid')
})

test.describe('a code', () => {
  test.use({ expectedErrors: [/status of 400/] })

  test('is for the named customer, or refused with a reason; and everything fits a window of 360 px', async ({
    page,
    request,
    baseURL,
  }) => {
    const { payment_no } = await newPayment(request)
    const lost = await newPayment(request)
    await control(request, { action: 'page_pay', out_trade_no: lost.payment_no, fault: 'lost' })
    await page.goto('/sandbox')
    await expect(deskOf(page, payment_no)).toBeVisible()
    await expect(callbackOf(page, lost.payment_no)).toBeVisible()
    const codes = page.getByRole('region', { name: 'Codes' })
    await codes.getByLabel('Person').fill('a b')
    await codes.getByRole('button', { name: 'New sign-in code' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'That was refused' })).toContainText('openid')
    await codes.getByLabel('Person').fill('alice')
    await codes.getByRole('button', { name: 'New sign-in code' }).click()
    const account = (await codes.getByText(/^0[0-9a-f]{31}$/).textContent()) ?? ''
    await expect(codes.getByText(/^curl .*"type":200/)).toContainText(account)
    expect((await request.post('/v1/token', { data: { type: 200, account } })).status()).toBe(200)
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoOverflow(page)
    await page.context().addCookies([{ name: 'locale', value: 'zh-CN', url: baseURL ?? 'http://localhost' }])
    await page.goto('/sandbox')
    await expect(page.getByRole('article').filter({ hasText: payment_no })).toBeVisible()
    await page.getByRole('button', { name: '新的登录凭证' }).click()
    await expect(page.getByText(/^0[0-9a-f]{31}$/)).toBeVisible()
    await expectAccessible(page)
  })
})
