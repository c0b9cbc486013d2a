import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { connection } from '@/lib/kit/database'
import { sendRefunds } from '@/lib/payment/provider'
import { settleRefund } from '@/lib/platform/sandbox/control'
import { api } from '@/lib/server/testing/api'
import { database, newProduct, newStaff, stockFaults } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'
import { completeShipped } from './fulfil'

let staff: Awaited<ReturnType<typeof newStaff>>
let payer: play.Payer
beforeAll(async () => {
  play.usePlatform()
  // Also writes the base data, which includes the dictionaries of carriers and reasons.
  await migrateDatabase()
  staff = await newStaff(['cms.order.list', 'cms.order.ship', 'cms.order.refund'])
})
beforeEach(async () => {
  payer = await play.newPayer()
})
afterEach(async () => {
  expect(await play.moneyFaults()).toEqual([])
  expect(await play.lineFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
})

/** Places and pays an order with a line for each count, at ¥10 a piece. */
async function sold(...counts: number[]) {
  const { skus } = await newProduct({ skus: counts.map(() => ({ stock: 100, price: 1000 })) })
  const items = skus.map(({ id }, at) => ({ sku_id: id, count: counts[at] }))
  const placed = await api('POST /v1/order', { token: payer.token, body: { items } })
  const { payment_no } = await play.payOrder(payer, placed.body.id)
  await play.deliver()
  const lines = placed.body.items.map(({ id }) => id)
  return { id: placed.body.id, payment_no, first: lines[0] ?? 0, second: lines[1] ?? 0 }
}

const ship = (id: number, input: Parameters<typeof play.ship>[2] = {}) => play.ship(id, staff.token, input)
const read = (id: number) => play.readOrder(payer, id)
const pieces = (order_item_id: number, count: number) => ({ items: [{ order_item_id, count }] })

describe('shipping', () => {
  test('ships everything; the customer can track and confirm it, and it can still be refunded', async () => {
    const { id, payment_no } = await sold(2)
    expect((await read(id)).fulfilment).toBe('none')
    const shipped = await ship(id, { carrier: 'ZTO', tracking_no: ' 7360 0820 519042' })
    expect(shipped.body).toMatchObject({
      status: 'shipped',
      fulfilment: 'all',
      items: [{ shipped_count: 2 }],
      shipments: [{ method: 'express', carrier: 'ZTO', tracking_no: '73600820519042', items: [{ count: 2 }] }],
    })
    expect(await read(id)).toMatchObject({
      status: 'shipped',
      fulfilment: 'all',
      actions: ['confirm', 'after_sale'],
      shipments: [
        {
          method: 'express',
          carrier: 'ZTO',
          carrier_name: '中通快递',
          carrier_url: 'https://www.zto.com/express/expressCheck.html?txtBill=73600820519042',
          tracking_no: '73600820519042',
          items: [{ count: 2 }],
        },
      ],
    })
    expect((await ship(id)).problem.code).toBe('order_state')
    const confirm = () => api('POST /v1/order/{id}/confirm', { token: payer.token, params: { id } })
    expect((await confirm()).body.status).toBe('completed')
    expect((await confirm()).problem.code).toBe('order_state')
    await play.refund(id, staff.id)
    await sendRefunds(payment_no)
    await play.deliver(play.inSeconds(60))
    expect((await read(id)).log.map((one) => one.action)).toEqual(['place', 'pay', 'ship', 'complete', 'refund'])
    // Shipped pieces do not return to stock by default.
    const [line] = (await api('GET /cms/order/{id}', { token: staff.token, params: { id } })).body.refunds
    expect(line?.items).toMatchObject([{ count: 2, restock_count: 0 }])
  })

  test('in parcels leaves the order paid until nothing is left', async () => {
    const { id, first, second } = await sold(3, 1)
    const part = await ship(id, pieces(first, 2))
    expect(part.body).toMatchObject({ status: 'paid', fulfilment: 'part', shipped_at: null })
    expect(await read(id)).toMatchObject({ status: 'paid', fulfilment: 'part', shipments: [{}] })
    await ship(id, pieces(second, 1))
    expect((await ship(id)).body).toMatchObject({ status: 'shipped', fulfilment: 'all', shipments: [{}, {}, {}] })
    const { log } = await read(id)
    expect(log.filter((one) => one.action === 'ship').map((one) => one.to_status)).toEqual(['paid', 'paid', 'shipped'])
  })

  test.each(['local', 'virtual', 'pickup'] as const)('by %s ships everything at once', async (method) => {
    const { id, first } = await sold(2)
    const whole = { method, carrier: undefined, tracking_no: undefined }
    expect((await ship(id, { ...whole, ...pieces(first, 1) })).problem.code).toBe('order_state')
    await ship(id, pieces(first, 1))
    expect((await ship(id, whole)).problem.code).toBe('order_state')
    const { id: other } = await sold(2)
    expect((await ship(other, whole)).body).toMatchObject({
      status: 'shipped',
      shipments: [{ method, carrier: null, tracking_no: null }],
    })
    expect((await read(other)).shipments).toMatchObject([
      { method, carrier: '', carrier_name: '', carrier_url: null, tracking_no: '' },
    ])
  })

  test.each<{ fault: string; input: Parameters<typeof play.ship>[2]; name: string; code: string }>([
    { fault: 'an unknown carrier', input: { carrier: 'no-such' }, name: 'carrier', code: 'not_found' },
    { fault: 'no carrier', input: { carrier: undefined }, name: 'carrier', code: 'required' },
    { fault: 'no number', input: { tracking_no: undefined }, name: 'tracking_no', code: 'required' },
    { fault: 'a carrier of its own', input: { method: 'pickup' }, name: 'carrier', code: 'not_allowed' },
  ])('with $fault is refused', async ({ input, name, code }) => {
    const { id } = await sold(1)
    const { status, problem } = await ship(id, input)
    expect(status).toBe(400)
    expect(problem.invalid_params[0]).toMatchObject({ name, code })
    expect((await read(id)).shipments).toEqual([])
  })

  test('with a disabled carrier is refused', async () => {
    const { id } = await sold(1)
    await (await database())
      .insert(tables.dict)
      .values({ type: 'carrier', value: 'GONE', label: '停运', status: 'disabled' })
    expect((await ship(id, { carrier: 'GONE' })).problem.invalid_params).toMatchObject([{ name: 'carrier' }])
  })

  test('more than is left, a line of another order, or a line twice is refused', async () => {
    const { id, first, second } = await sold(2, 2)
    const { first: other } = await sold(1)
    const faultOf = async (items: { order_item_id: number; count: number }[]) =>
      (await ship(id, { items })).problem.invalid_params[0]
    expect(await faultOf([{ order_item_id: first, count: 3 }])).toMatchObject({
      name: 'items.0.count',
      code: 'out_of_range',
      params: { maximum: 2 },
    })
    expect(await faultOf([{ order_item_id: other, count: 1 }])).toMatchObject({
      name: 'items.0.order_item_id',
      code: 'not_found',
    })
    expect(
      await faultOf([
        { order_item_id: second, count: 1 },
        { order_item_id: second, count: 1 },
      ]),
    ).toMatchObject({ name: 'items.1.order_item_id', code: 'duplicate' })
    expect((await read(id)).fulfilment).toBe('none')
  })

  test('the same parcel twice, an outdated version and an unpaid order are refused', async () => {
    const { id, first } = await sold(2)
    const parcel = { carrier: 'SF', tracking_no: 'SF1' }
    const { body } = await ship(id, { ...parcel, ...pieces(first, 1) })
    expect((await ship(id, parcel)).problem).toMatchObject({
      code: 'already_exists',
      invalid_params: [{ name: 'tracking_no' }],
    })
    const stale = { method: 'express', carrier: 'SF', tracking_no: 'SF2', version: body.version - 1 }
    const reply = await api('POST /cms/order/{id}/ship', { token: staff.token, params: { id }, body: stale })
    expect(reply.problem).toMatchObject({ code: 'stale_version', updated_by: { id: staff.id } })
    const unpaid = await play.placeOrder(payer)
    expect((await ship(unpaid.id)).problem.code).toBe('order_state')
  })

  test('the fifteenth parcel must take everything that is left', async () => {
    const { id, first } = await sold(20)
    for (let at = 0; at < 14; at++) expect((await ship(id, pieces(first, 1))).status).toBe(200)
    expect((await ship(id, pieces(first, 1))).problem.code).toBe('limit_reached')
    expect((await ship(id, pieces(first, 6))).body.status).toBe('shipped')
  })

  test('requires the permission, and writes a row of the audit log', async () => {
    const { id } = await sold(1)
    const other = await newStaff(['cms.order.list', 'cms.order.refund'])
    expect((await play.ship(id, other.token)).status).toBe(403)
    await ship(id)
    const rows = await (await database())
      .select()
      .from(tables.oper_log)
      .where(eq(tables.oper_log.user_id, staff.id))
      .orderBy(tables.oper_log.id)
    expect(rows.at(-1)).toMatchObject({ target_type: 'order', target_id: String(id), action: 'ship' })
    expect(JSON.stringify(rows.at(-1)?.after)).toContain('shipped')
  })
})

describe('a refund under way', () => {
  /** Lets the provider settle the refunds of a payment. */
  async function settle(payment_no: string) {
    await sendRefunds(payment_no)
    await play.deliver(play.inSeconds(60))
  }

  test('of everything leaves nothing to ship', async () => {
    const { id, payment_no } = await sold(2)
    await play.refund(id, staff.id)
    expect((await ship(id)).problem.code).toBe('order_state')
    await settle(payment_no)
    expect((await read(id)).status).toBe('refunded')
  })

  test('excludes its pieces from shipping, and the order becomes shipped when the refund succeeds', async () => {
    const { id, payment_no, first, second } = await sold(1, 2)
    await play.refund(id, staff.id, pieces(second, 1))
    const rest = await ship(id)
    expect(rest.body).toMatchObject({ status: 'paid', fulfilment: 'all' })
    expect(rest.body.shipments[0]?.items).toEqual([
      { order_item_id: first, count: 1 },
      { order_item_id: second, count: 1 },
    ])
    await settle(payment_no)
    const shipped = await read(id)
    expect(shipped).toMatchObject({ status: 'shipped', refunded_amount: 1000 })
    // The days until it completes count from the last parcel.
    expect(shipped.shipped_at).toBe(shipped.shipments[0]?.shipped_at)
  })

  test('that fails and is closed lets its pieces be shipped again', async () => {
    const { id, payment_no } = await sold(2)
    const { id: line } = await play.lineOf(id)
    await play.refund(id, staff.id, pieces(line, 1))
    await ship(id)
    await sendRefunds(payment_no)
    const [failed] = await play.refundsOf(id)
    await settleRefund(failed?.refund_no ?? '', 'CLOSED')
    await play.deliver(play.inSeconds(60))
    const params = { id, rid: failed?.id ?? 0 }
    await api('POST /cms/order/{id}/refund/{rid}/close', { token: staff.token, params })
    expect(await read(id)).toMatchObject({ status: 'paid', fulfilment: 'part' })
    expect((await ship(id)).body.status).toBe('shipped')
  })

  test('prevents the automatic completion of the order', async () => {
    const { id, payment_no } = await sold(2)
    const { id: line } = await play.lineOf(id)
    await ship(id)
    await play.refund(id, staff.id, pieces(line, 1))
    await (await database())
      .update(tables.order)
      .set({ shipped_at: new Date(Date.now() - 30 * 86_400_000) })
      .where(eq(tables.order.id, id))
    expect(await play.cron('complete')).toEqual({ completed: 0 })
    await settle(payment_no)
    expect(await play.cron('complete')).toEqual({ completed: 1 })
    expect((await read(id)).status).toBe('completed')
  })
})

test('a shipped order completes automatically after the configured days, and not before', async () => {
  const { id } = await sold(1)
  await ship(id)
  expect(await play.cron('complete')).toEqual({ completed: 0 })
  await (await database())
    .update(tables.order)
    .set({ shipped_at: new Date(Date.now() - 10 * 86_400_000 - 1000) })
    .where(eq(tables.order.id, id))
  const { transaction } = await connection()
  expect(await transaction((tx) => completeShipped(tx, 11))).toBe(0)
  expect(await play.cron('complete')).toEqual({ completed: 1 })
  expect((await read(id)).status).toBe('completed')
})
