import { z } from 'zod'
import { control, newPaidOrder } from './support/buyer'
import { expectAccessible, expectNoOverflow } from './support/page'
import { adminToken, carry } from './support/session'
import { newProduct } from './support/storefront'
import { expect, test } from './support/test'

/*
 * Several orders at once: two are shipped in one parcel, and all of a customer are refunded with the sum of the dialog.
 */

const Placed = z.object({ id: z.int(), order_no: z.string() })
const Payment = z.object({ payment_no: z.string() })
const Read = z.object({ status: z.string(), user_id: z.int(), paid_amount: z.int(), promised_amount: z.int() })

for (const [locale, width] of [
  ['en', 1280],
  ['zh-CN', 390],
] as const)
  test(`two orders go in one parcel, and all are refunded with the shown sum, in ${locale}`, async ({
    page,
    request,
    baseURL,
  }) => {
    test.slow() // many screens
    const of = (english: string, chinese: string) => (locale === 'en' ? english : chinese)
    await page.setViewportSize({ width, height: 844 })
    const token = await adminToken(request)
    await carry(page.context(), token, baseURL)
    await page.context().addCookies([{ name: 'locale', value: locale, url: baseURL ?? 'http://localhost' }])
    const { sku_id } = await newProduct(request)
    const basket = { items: [{ sku_id, count: 1 }] }
    const first = await newPaidOrder(request, basket)
    const second = await first.post('/v1/order', Placed, { data: basket })
    const { payment_no } = await first.post('/v1/pay/pre_order', Payment, { data: { order_id: second.id } })
    await control(request, { action: 'page_pay', out_trade_no: payment_no })
    await control(request, { action: 'deliver' })
    const read = async (id: number) =>
      Read.parse(
        await (await request.get(`/cms/order/${id}`, { headers: { authorization: `Bearer ${token}` } })).json(),
      )
    const { user_id, paid_amount } = await read(first.order_id)

    await test.step('the other order is offered, and shipped in the same parcel', async () => {
      await page.goto(`/admin/order/${first.order_id}`)
      await page.getByRole('button', { name: of('Ship', '发货'), exact: true }).click()
      const form = page.getByRole('dialog')
      const other = of(`Ship order ${second.order_no} in the same parcel`, `订单 ${second.order_no} 放入同一包裹`)
      await form.getByRole('checkbox', { name: other }).check()
      await form.getByRole('combobox', { name: of('Carrier', '快递公司') }).click()
      await page.getByRole('option', { name: of('SF Express', '顺丰速运') }).click()
      await form
        .getByRole('textbox', { name: of('Tracking number', '物流单号') })
        .fill(`SF${second.order_no.slice(-10)}`)
      await expectAccessible(page)
      await expectNoOverflow(page)
      await form.getByRole('button', { name: of('Ship', '发货'), exact: true }).click()
      await expect.poll(async () => (await read(second.id)).status).toBe('shipped')
      expect((await read(first.order_id)).status).toBe('shipped')
    })

    await test.step('the rest of both is refunded, for the sum that the dialog shows', async () => {
      await page.goto(`/admin/order?customer_id=${user_id}`)
      const boxes = page.getByRole('checkbox', { name: new RegExp(`${first.order_no}|${second.order_no}`) })
      await expect(boxes).toHaveCount(2)
      for (const box of await boxes.all()) await box.check()
      await page
        .getByRole('group', { name: of('Actions for the selection', '批量操作') })
        .getByRole('button', { name: of('Refund the rest', '全部退款（剩余部分）') })
        .click()
      const dialog = page.getByRole('dialog')
      const sum = `¥${((2 * paid_amount) / 100).toFixed(2)}`
      await expect(dialog.getByText(of(`2 orders, ${sum} goes back`, `2 个订单，共退还 ${sum}`))).toBeVisible()
      await dialog.getByRole('combobox', { name: of('Reason for the refund', '退款原因') }).click()
      await page.getByRole('option').first().click()
      await expectAccessible(page)
      await expectNoOverflow(page)
      await dialog.getByRole('button', { name: of('Refund the rest', '全部退款（剩余部分）') }).click()
      await dialog.getByRole('button', { name: of('Done', '完成') }).click()
      for (const id of [first.order_id, second.id])
        expect((await read(id)).promised_amount).toBe((await read(id)).paid_amount)
    })
  })
