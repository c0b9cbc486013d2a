import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { sendRefunds } from '@/lib/payment/provider'
import { api } from '@/lib/server/testing/api'
import { database, newProduct, newStaff, setFreight, stockFaults } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'

let staff: Awaited<ReturnType<typeof newStaff>>
let payer: play.Payer
beforeAll(async () => {
  play.usePlatform()
  // Also writes the base data, which includes the dictionaries of carriers and reasons.
  await migrateDatabase()
  staff = await newStaff(['list', 'ship', 'cancel', 'refund'].map((verb) => `cms.order.${verb}`))
})
beforeEach(async () => {
  payer = await play.newPayer()
})
afterAll(async () => {
  expect(await play.moneyFaults()).toEqual([])
  expect(await play.lineFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
})

const read = async (id: number) => (await api('GET /cms/order/{id}', { token: staff.token, params: { id } })).body

async function cancel(id: number, input: object = {}, token = staff.token) {
  const { version } = await read(id)
  const body = { reason_code: 'out_of_stock', version, ...input }
  return api('POST /cms/order/{id}/cancel', { token, params: { id }, body })
}

const stockOf = async (id: number) =>
  (await (await database()).select().from(tables.sku).where(eq(tables.sku.id, id)))[0]?.stock

const newSku = async () => (await newProduct({ skus: [{ stock: 10, price: 1000 }] })).sku.id

describe('of an unpaid order', () => {
  test('returns the stock, closes the payment, and records the reason', async () => {
    const sku_id = await newSku()
    const { id } = await play.placeOrder(payer, { sku_id, count: 2 })
    const { payment_no } = (await play.preOrder(payer, id)).body
    const { status, body } = await cancel(id, { note: '盘点少了两件' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'cancelled', cancel_reason: '缺货', cancelled_at: expect.any(String) })
    expect(body.timeline.at(-1)).toMatchObject({
      kind: 'log',
      action: 'cancel',
      actor: { id: staff.id },
      detail: '缺货：盘点少了两件',
    })
    expect(await stockOf(sku_id)).toBe(10)
    await expect.poll(async () => (await play.paymentsOf(id)).map((one) => one.status)).toEqual(['closed'])
    expect(body.payments).toMatchObject([{ payment_no }])
    const own = await play.readOrder(payer, id)
    expect(own).toMatchObject({ status: 'cancelled', cancel_reason: '缺货' })
    expect(JSON.stringify(own)).not.toContain('盘点')
    const rows = await (await database())
      .select()
      .from(tables.oper_log)
      .where(eq(tables.oper_log.user_id, staff.id))
      .orderBy(tables.oper_log.id)
    expect(rows.at(-1)).toMatchObject({ target_type: 'order', target_id: String(id), action: 'cancel' })
  })

  test('requires no permission to refund', async () => {
    const { id } = await play.placeOrder(payer)
    const { token } = await newStaff(['cms.order.cancel'])
    expect((await cancel(id, {}, token)).body).toEqual({ id, version: expect.any(Number) })
    expect((await play.readOrder(payer, id)).status).toBe('cancelled')
  })

  test('is refused a second time', async () => {
    const { id } = await play.placeOrder(payer)
    await cancel(id)
    expect((await cancel(id)).problem.code).toBe('order_state')
  })
})

describe('of a paid order', () => {
  test('refunds everything, freight included, and returns the stock', async () => {
    const sku_id = await newSku()
    await setFreight(800)
    const { id, payment_no } = await play.paidOrder(payer, { sku_id, count: 2 })
    await setFreight(0)
    const { body } = await cancel(id, { note: '缺货' })
    expect(body).toMatchObject({
      status: 'paid',
      promised_amount: 2800,
      items: [{ refunded_count: 2, kept_count: 2 }],
      refunds: [{ amount: 2800, freight_amount: 800, reason_code: 'out_of_stock', note: '缺货' }],
    })
    expect((await play.ship(id, staff.token)).problem.code).toBe('order_state')
    await sendRefunds(payment_no)
    await play.deliver(play.inSeconds(60))
    expect(await read(id)).toMatchObject({ status: 'refunded', refunded_amount: 2800 })
    expect(await stockOf(sku_id)).toBe(10)
  })

  test('refunds the pieces and the money that earlier refunds have left', async () => {
    const { id } = await play.paidOrder(payer, { sku_id: await newSku(), count: 3 })
    const line = await play.lineOf(id)
    await play.refund(id, staff.id, { items: [{ order_item_id: line.id, count: 1, amount: 400 }] })
    expect((await cancel(id)).body.refunds).toMatchObject([{ amount: 400 }, { amount: 2600 }])
    expect((await cancel(id)).problem.code).toBe('order_state')
  })

  test('requires the permission to refund', async () => {
    const { id } = await play.paidOrder(payer)
    const { token } = await newStaff(['cms.order.list', 'cms.order.cancel'])
    expect((await cancel(id, {}, token)).problem).toMatchObject({ code: 'forbidden', permission: 'cms.order.refund' })
    expect((await read(id)).refunds).toEqual([])
  })

  test('is refused once a piece was shipped', async () => {
    const { id } = await play.paidOrder(payer, { sku_id: await newSku(), count: 2 })
    const line = await play.lineOf(id)
    await play.ship(id, staff.token, { items: [{ order_item_id: line.id, count: 1 }] })
    expect((await cancel(id)).problem.code).toBe('order_state')
    await play.ship(id, staff.token)
    expect((await cancel(id)).problem.code).toBe('order_state')
  })
})

describe.each(['unpaid', 'paid'])('of an %s order', (status) => {
  const made = async () => (status === 'paid' ? await play.paidOrder(payer) : await play.placeOrder(payer)).id

  test.each([
    { fault: 'without a reason', input: { reason_code: undefined }, name: 'reason_code', code: 'required' },
    { fault: 'for an unknown reason', input: { reason_code: 'no-such' }, name: 'reason_code', code: 'not_found' },
    { fault: 'without a version', input: { version: undefined }, name: 'version', code: 'required' },
    { fault: 'with a long note', input: { note: '长'.repeat(501) }, name: 'note', code: 'too_big' },
    { fault: 'with lines', input: { items: [] }, name: 'items', code: 'unknown_field' },
  ])('$fault is refused', async ({ input, name, code }) => {
    const id = await made()
    const { status: answered, problem } = await cancel(id, input)
    expect(answered).toBe(400)
    expect(problem.invalid_params).toMatchObject([{ name, code }])
    expect((await read(id)).status).toBe(status)
  })

  test('with an outdated version is refused', async () => {
    const id = await made()
    const { version } = await read(id)
    expect((await cancel(id, { version: version + 1 })).problem.code).toBe('stale_version')
  })

  test('requires the permission to cancel', async () => {
    const { token } = await newStaff(['cms.order.list', 'cms.order.refund'])
    expect((await cancel(await made(), {}, token)).problem).toMatchObject({ permission: 'cms.order.cancel' })
  })
})

test('an order that is paid while it is canceled ends as paid or refunded', async () => {
  const { id } = await play.placeOrder(payer)
  await play.payOrder(payer, id)
  await Promise.all([cancel(id), play.deliver()])
  await play.makeEverythingDue()
  await play.cron('reconcile')
  while ((await play.deliver(play.inSeconds(60))).length > 0);
  // If the cancellation was first, the payment revives the order. If the payment was first, the cancellation has an
  // outdated version or refunds everything.
  expect(['paid', 'refunded']).toContain((await read(id)).status)
})
