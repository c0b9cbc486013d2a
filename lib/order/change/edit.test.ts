import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { payByNumber } from '@/lib/platform/sandbox/control'
import { api } from '@/lib/server/testing/api'
import { database, newProduct, newStaff, stockFaults } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'

let staff: Awaited<ReturnType<typeof newStaff>>
let payer: play.Payer
beforeAll(async () => {
  play.usePlatform()
  // Also writes the base data, which includes the dictionaries of carriers and reasons.
  await migrateDatabase()
  staff = await newStaff(['list', 'update', 'ship', 'cancel', 'refund'].map((verb) => `cms.order.${verb}`))
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

async function edit(id: number, changes: object, token = staff.token) {
  const { version } = await read(id)
  return api('PUT /cms/order/{id}', { token, params: { id }, body: { version, ...changes } })
}

/** Places an order of new SKUs with the given prices and counts. Returns the ids of the order and of its lines. */
async function placed(...lines: { price: number; count: number }[]) {
  const { skus } = await newProduct({ skus: lines.map(({ price }) => ({ price, stock: 100 })) })
  const items = skus.map(({ id }, at) => ({ sku_id: id, count: lines[at]?.count }))
  const { body } = await api('POST /v1/order', { token: payer.token, body: { items } })
  return { id: body.id, lines: body.items.map(({ id }) => id) }
}

const three = [
  { price: 1000, count: 1 },
  { price: 333, count: 2 },
  { price: 50, count: 3 },
]

const receiver = {
  name: '陈舟',
  mobile: '13900002048',
  province: '江苏省',
  city: '苏州市',
  district: '姑苏区',
  detail: '平江路 7 号',
}

describe('the money of an unpaid order', () => {
  test('is spread over the lines to the fen', async () => {
    const { id, lines } = await placed(...three)
    const { status, body } = await edit(id, {
      items: [{ order_item_id: lines[1], price: 300 }],
      discount_amount: 100,
      freight_amount: 600,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ items_amount: 1750, discount_amount: 100, freight_amount: 600, total_amount: 2250 })
    expect(body.items.map((line) => [line.price, line.amount, line.discount_amount])).toEqual([
      [1000, 1000, 57],
      [300, 600, 34],
      [50, 150, 9],
    ])
    expect(body.timeline.at(-1)).toMatchObject({
      kind: 'log',
      action: 'reprice',
      actor: { id: staff.id },
      detail: '¥18.16 → ¥22.50',
    })
    expect((await play.readOrder(payer, id)).log.at(-1)).toMatchObject({
      action: 'reprice',
      from_status: 'unpaid',
      to_status: 'unpaid',
    })
    await play.payOrder(payer, id)
    await play.deliver()
    expect(await read(id)).toMatchObject({ status: 'paid', paid_amount: 2250 })
    const rows = await (await database())
      .select()
      .from(tables.oper_log)
      .where(eq(tables.oper_log.user_id, staff.id))
      .orderBy(tables.oper_log.id)
    expect(rows.at(-1)).toMatchObject({ target_type: 'order', target_id: String(id), action: 'update' })
    expect(rows.at(-1)?.after).toMatchObject({ total_amount: 2250 })
  })

  test('can be raised and lowered, each time with a new payment', async () => {
    const { id } = await placed({ price: 1000, count: 2 })
    const numbers = new Set<string>()
    for (const discount_amount of [500, 1999, 0, 500, 1]) {
      await edit(id, { discount_amount })
      const { body } = await play.preOrder(payer, id)
      numbers.add(body.payment_no)
      const amounts = (await play.paymentsOf(id)).filter((one) => one.status === 'prepaid').map((one) => one.amount)
      expect(amounts).toEqual([2000 - discount_amount])
    }
    expect(numbers.size).toBe(5)
  })

  test('stays with its open payment if a change has the same amounts', async () => {
    const { id, lines } = await placed({ price: 1000, count: 2 })
    const { payment_no } = (await play.preOrder(payer, id)).body
    const same = { items: [{ order_item_id: lines[0], price: 1000 }], discount_amount: 0 }
    expect((await edit(id, same)).body.timeline.filter(({ action }) => action === 'reprice')).toEqual([])
    expect((await play.preOrder(payer, id)).body.payment_no).toBe(payment_no)
  })

  test('may have a discount that includes the freight, down to 1 fen', async () => {
    const { id } = await placed({ price: 1000, count: 1 })
    await edit(id, { freight_amount: 500 })
    const { body } = await edit(id, { discount_amount: 1499 })
    expect(body).toMatchObject({ total_amount: 1, items: [{ discount_amount: 1000, paid_amount: 0 }] })
    const { problem } = await edit(id, { discount_amount: 1500 })
    expect(problem.invalid_params).toMatchObject([
      { name: 'discount_amount', code: 'out_of_range', params: { maximum: 1499 } },
    ])
    expect((await edit(id, { freight_amount: 499 })).problem.invalid_params).toMatchObject([
      { name: 'freight_amount', code: 'too_small', params: { minimum: 500 } },
    ])
  })

  test('is paid back if the old total is paid after a change', async () => {
    const { id } = await placed({ price: 1000, count: 1 })
    const { payment_no } = (await play.preOrder(payer, id)).body
    await payByNumber(payment_no)
    await edit(id, { discount_amount: 100 })
    await play.deliver()
    await play.makeEverythingDue()
    await play.cron('reconcile')
    await play.deliver(play.inSeconds(60))
    expect(await read(id)).toMatchObject({
      status: 'unpaid',
      paid_amount: 0,
      refunds: [{ amount: 1000, status: 'succeeded' }],
    })
    await play.payOrder(payer, id)
    await play.deliver()
    expect(await read(id)).toMatchObject({ status: 'paid', paid_amount: 900 })
  })
})

test('the receiver can be changed until something was shipped', async () => {
  const { id, lines } = await placed({ price: 1000, count: 2 })
  const first = await edit(id, { receiver: { ...receiver, postal_code: '215000' } })
  expect(first.body).toMatchObject({ receiver: { ...receiver, postal_code: '215000' }, total_amount: 2000 })
  await play.payOrder(payer, id)
  await play.deliver()
  const { body } = await edit(id, { receiver })
  expect(body).toMatchObject({ receiver: { ...receiver, postal_code: null } })
  expect(body.timeline.at(-1)).toMatchObject({ action: 'readdress', actor: { id: staff.id } })
  expect((await edit(id, { discount_amount: 1 })).problem.code).toBe('order_state')
  await play.ship(id, staff.token, { items: [{ order_item_id: lines[0] ?? 0, count: 1 }] })
  expect((await edit(id, { receiver })).problem.code).toBe('order_state')
})

describe('bad input is refused', () => {
  test.each([
    { fault: 'nothing', changes: {}, name: '', code: 'empty' },
    { fault: 'a negative discount', changes: { discount_amount: -1 }, name: 'discount_amount', code: 'too_small' },
    {
      fault: 'everything as discount',
      changes: { discount_amount: 2000 },
      name: 'discount_amount',
      code: 'out_of_range',
    },
    { fault: 'half a fen', changes: { freight_amount: 0.5 }, name: 'freight_amount', code: 'invalid_type' },
    { fault: 'a huge freight', changes: { freight_amount: 10 ** 12 }, name: 'freight_amount', code: 'too_big' },
    { fault: 'no lines', changes: { items: [] }, name: 'items', code: 'too_small' },
    { fault: 'a status', changes: { status: 'paid' }, name: 'status', code: 'unknown_field' },
    { fault: 'a remark', changes: { seller_remark: '' }, name: 'seller_remark', code: 'unknown_field' },
    {
      fault: 'half an address',
      changes: { receiver: { ...receiver, city: undefined } },
      name: 'receiver.city',
      code: 'required',
    },
    {
      fault: 'a wrong number',
      changes: { receiver: { ...receiver, mobile: 'x' } },
      name: 'receiver.mobile',
      code: 'invalid_format',
    },
  ])('$fault', async ({ changes, name, code }) => {
    const { id } = await placed({ price: 1000, count: 2 })
    const { status, problem } = await edit(id, changes)
    expect(status).toBe(400)
    expect(problem.invalid_params).toMatchObject([{ name, code }])
    expect(await read(id)).toMatchObject({ total_amount: 2000, version: 1 })
  })

  test('lines of another order, the same line twice, a price that is too high, and a total of 0', async () => {
    const { id, lines } = await placed({ price: 1000, count: 2 })
    const other = await placed({ price: 1000, count: 1 })
    const faultOf = async (...items: object[]) => (await edit(id, { items })).problem.invalid_params[0]
    const line = { order_item_id: lines[0], price: 900 }
    expect(await faultOf({ order_item_id: other.lines[0], price: 1 })).toMatchObject({
      name: 'items.0.order_item_id',
      code: 'not_found',
    })
    expect(await faultOf(line, line)).toMatchObject({ name: 'items.1.order_item_id', code: 'duplicate' })
    expect(await faultOf({ ...line, price: 10 ** 12 })).toMatchObject({ name: 'items.0.price', code: 'too_big' })
    expect(await faultOf({ ...line, price: 0 })).toMatchObject({ name: 'items', code: 'too_small' })
  })

  test('an outdated version, an unknown order, a missing permission', async () => {
    const { id } = await placed({ price: 1000, count: 2 })
    const { version } = await read(id)
    expect((await edit(id, { discount_amount: 1, version: version + 1 })).problem.code).toBe('stale_version')
    const unknown = { token: staff.token, params: { id: 2_000_000_000 }, body: { discount_amount: 1, version } }
    expect((await api('PUT /cms/order/{id}', unknown)).status).toBe(404)
    const reader = await newStaff(['cms.order.list', 'cms.order.ship'])
    expect((await edit(id, { discount_amount: 1 }, reader.token)).status).toBe(403)
  })
})
