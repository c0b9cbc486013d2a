import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderStatus } from '@/db/enums'
import * as tables from '@/db/tables'
import { addressInput } from '@/lib/address/example'
import { connection } from '@/lib/kit/database'
import { cancelForCustomer } from '@/lib/order/change/cancel'
import { api } from '@/lib/server/testing/api'
import { database, newProduct, newStaff } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'

/*
 * The endpoints of customers for their own orders, except placing, paying and canceling.
 */

let staff: Awaited<ReturnType<typeof newStaff>>
let payer: play.Payer
beforeAll(async () => {
  play.usePlatform()
  // Also writes the base data, which includes the dictionaries of carriers and reasons.
  await migrateDatabase()
  staff = await newStaff(['list', 'ship', 'update', 'refund'].map((verb) => `cms.order.${verb}`))
})
beforeEach(async () => {
  payer = await play.newPayer()
})

const counted = async (token = payer.token) => (await api('GET /v1/order/count', { token })).body
const none = { unpaid: 0, paid: 0, shipped: 0, completed: 0, cancelled: 0, refunded: 0, after_sale: 0 }
const setStatus = async (id: number, status: OrderStatus) =>
  (await database()).update(tables.order).set({ status }).where(eq(tables.order.id, id))
/** Places an order and sets its status directly in the database. The amounts and pieces stay as in an unpaid order. */
async function orderIn(status: OrderStatus) {
  const order = await play.placeOrder(payer)
  await setStatus(order.id, status)
  return order
}
const openCase = async (order_id: number) => {
  const items = [{ order_item_id: (await play.lineOf(order_id)).id, count: 1 }]
  const body = { order_id, kind: 'refund', reason_code: 'other', items }
  const opened = await api('POST /v1/after_sale', { token: payer.token, body })
  expect(opened.status).toBe(201)
  return opened.body.id
}

describe('the count', () => {
  test('has only the orders of the caller, by status', async () => {
    expect(await counted()).toEqual(none)
    for (const [status, times] of [
      ['unpaid', 2],
      ['shipped', 1],
      ['completed', 3],
      ['cancelled', 1],
      ['refunded', 1],
    ] as const) {
      for (let at = 0; at < times; at++) await orderIn(status)
    }
    await play.paidOrder(payer)
    const expected = { ...none, unpaid: 2, paid: 1, shipped: 1, completed: 3, cancelled: 1, refunded: 1 }
    expect(await counted()).toEqual(expected)
    expect(await counted((await play.newPayer()).token)).toEqual(none)
  })

  test('includes the open after-sale cases', async () => {
    const order = await play.paidOrder(payer)
    const id = await openCase(order.id)
    expect(await counted()).toEqual({ ...none, paid: 1, after_sale: 1 })
    await api('POST /v1/after_sale/{id}/withdraw', { token: payer.token, params: { id } })
    expect(await counted()).toEqual({ ...none, paid: 1 })
  })
})

test('the account of a customer has order counts on request; that of staff has none', async () => {
  await orderIn('shipped')
  const user = async (token: string, query: Record<string, string>) =>
    (await api('GET /v1/user', { token, query })).body
  expect((await user(payer.token, { counts: 'true' })).order_counts).toEqual({ ...none, shipped: 1 })
  expect(await user(payer.token, {})).not.toHaveProperty('order_counts')
  expect(await user(staff.token, { counts: 'true' })).not.toHaveProperty('order_counts')
})

describe('the list', () => {
  test('has the counts of all tabs on request, on any tab and page', async () => {
    for (const status of ['unpaid', 'unpaid', 'completed'] as const) await orderIn(status)
    const list = async (query: Record<string, string | number>) =>
      (await api('GET /v1/order', { token: payer.token, query })).body
    const counts = { ...none, unpaid: 2, completed: 1 }
    expect(await list({ counts: 'true' })).toMatchObject({ total: 3, counts })
    const first = await list({ counts: 'true', status: 'unpaid', size: 1 })
    expect(first).toMatchObject({ items: [{ actions: ['pay', 'readdress', 'cancel'] }], total: 2, counts })
    expect(await list({ counts: 'true', status: 'unpaid', size: 1, cursor: first.next_cursor ?? '' })).toMatchObject({
      counts,
    })
    expect(await list({})).not.toHaveProperty('counts')
    expect(await list({ counts: 'false' })).not.toHaveProperty('counts')
    expect((await list({ status: 'completed' })).items[0]?.actions).toContain('remove')
  })
})

describe('the pieces of an order', () => {
  const pieces = async (id: number) => {
    const [line] = (await play.readOrder(payer, id)).items
    return [line?.shipped_count, line?.refunded_count, line?.refundable_count, line?.returnable_count]
  }

  test('have the count that can be refunded, and the count that can be sent back', async () => {
    const unpaid = await play.placeOrder(payer)
    expect(await pieces(unpaid.id)).toEqual([0, 0, 0, 0])
    const { id, items } = await play.paidOrder(payer, { count: 3 })
    const order_item_id = items[0]?.id ?? 0
    expect(await pieces(id)).toEqual([0, 0, 3, 0])
    await play.ship(id, staff.token, { tracking_no: 'SF-1', items: [{ order_item_id, count: 2 }] })
    expect(await pieces(id)).toEqual([2, 0, 3, 2])

    const body = { order_id: id, kind: 'return_refund', reason_code: 'other', items: [{ order_item_id, count: 3 }] }
    const ask = (count: number) =>
      api('POST /v1/after_sale', {
        token: payer.token,
        body: { ...body, items: [{ order_item_id, count }] },
      })
    expect(await ask(3)).toMatchObject({ status: 400, problem: { invalid_params: [{ params: { maximum: 2 } }] } })
    const opened = await ask(2)
    expect(opened.status).toBe(201)
    expect(await pieces(id)).toEqual([2, 0, 0, 0])
    await api('POST /v1/after_sale/{id}/withdraw', { token: payer.token, params: { id: opened.body.id } })
    expect(await pieces(id)).toEqual([2, 0, 3, 2])

    await play.refund(id, staff.id, { items: [{ order_item_id, count: 1 }] })
    expect(await pieces(id)).toEqual([2, 1, 2, 2])
  })
})

describe('the parcels', () => {
  test('have their pieces and the tracking page', async () => {
    const { id, items } = await play.paidOrder(payer, { count: 3 })
    const order_item_id = items[0]?.id ?? 0
    const part = { tracking_no: 'SF-1', items: [{ order_item_id, count: 1 }] }
    expect((await play.ship(id, staff.token, part)).status).toBe(200)
    expect((await play.ship(id, staff.token, { carrier: 'YTO', tracking_no: 'YT2' })).status).toBe(200)
    expect((await play.readOrder(payer, id)).shipments).toEqual([
      {
        id: expect.any(Number),
        method: 'express',
        carrier: 'SF',
        carrier_name: '顺丰速运',
        carrier_url: 'https://www.sf-express.com/chn/sc/waybill/waybill-detail/SF-1',
        tracking_no: 'SF-1',
        shipped_at: expect.any(String),
        tracking: null,
        waybill_token: null,
        items: [{ order_item_id, count: 1 }],
      },
      {
        id: expect.any(Number),
        method: 'express',
        carrier: 'YTO',
        carrier_name: '圆通速递',
        carrier_url: null,
        tracking_no: 'YT2',
        shipped_at: expect.any(String),
        tracking: null,
        waybill_token: null,
        items: [{ order_item_id, count: 2 }],
      },
    ])
  })
})

describe('the lines to buy again', () => {
  const lines = (id: number, token = payer.token) => api('GET /v1/order/{id}/lines', { token, params: { id } })

  test('are lines of a cart, with current prices and stock', async () => {
    const cup = await newProduct({
      name: '青釉杯',
      images: ['/demo/cup.svg'],
      skus: [
        { spec_values: ['青'], price: 1200, stock: 9 },
        { spec_values: ['白'], price: 1300, stock: 9 },
        { spec_values: ['灰'], price: 1400, stock: 3 },
      ],
    })
    const off = await newProduct()
    const ids = [...cup.skus, off.sku].map((sku) => sku.id)
    const items = ids.map((sku_id) => ({ sku_id, count: 2 }))
    const placed = await api('POST /v1/order', { token: payer.token, body: { items } })
    const db = await database()
    await db.update(tables.product).set({ status: 'off_sale' }).where(eq(tables.product.id, off.id))
    await db
      .update(tables.sku)
      .set({ price: 1250 })
      .where(eq(tables.sku.id, ids[0] ?? 0))
    await db
      .update(tables.sku)
      .set({ deleted_at: new Date() })
      .where(eq(tables.sku.id, ids[1] ?? 0))
    const { status, body } = await lines(placed.body.id)
    expect(status).toBe(200)
    expect(body).toMatchObject([
      { sku_id: ids[0], price: 1250, stock: 7, problem: null },
      { sku_id: ids[1], stock: 0, problem: 'withdrawn' },
      { sku_id: ids[2], stock: 1, problem: 'short' },
      { sku_id: ids[3], stock: 0, problem: 'off_sale' },
    ])
    expect(body[0]).toEqual({
      sku_id: ids[0],
      product_id: cup.id,
      count: 2,
      checked: true,
      name: '青釉杯',
      spec_text: '青',
      image_url: 'http://localhost:3000/demo/cup.svg',
      price: 1250,
      deal: null,
      stock: 7,
      problem: null,
    })
    // As described, lines without a problem can be sent to the cart.
    const again = body.flatMap(({ sku_id, count, problem }) => (problem ? [] : [{ sku_id, count }]))
    const put = await api('PUT /v1/cart', { token: payer.token, body: { items: again } })
    expect(put.body).toEqual(body.filter(({ problem }) => problem === null))
    expect((await lines(placed.body.id, (await play.newPayer()).token)).status).toBe(404)
  })
})

describe('removing an order', () => {
  const remove = (id: number, token = payer.token) => api('DELETE /v1/order/{id}', { token, params: { id } })
  const listed = async (query: Record<string, string | number> = {}) =>
    (await api('GET /v1/order', { token: payer.token, query })).body

  test.each(['completed', 'cancelled', 'refunded'] as const)(
    'hides a %s order from its customer only',
    async (status) => {
      const [order, other] = [await orderIn(status), await orderIn(status)]
      const before = await api('GET /cms/order/{id}', { token: staff.token, params: { id: order.id } })
      expect((await remove(order.id)).status).toBe(204)
      const queries: Record<string, string | number>[] = [
        {},
        { status },
        { status: `unpaid,${status}` },
        { cursor: 2_000_000_000 },
      ]
      for (const query of queries) {
        const page = await listed(query)
        expect(page.items.map(({ id }) => id)).toEqual([other.id])
        if (!('cursor' in query)) expect(page.total).toBe(1)
      }
      expect(await counted()).toEqual({ ...none, [status]: 1 })
      const params = { id: order.id }
      expect((await api('GET /v1/order/{id}', { token: payer.token, params })).status).toBe(404)
      expect((await api('GET /v1/order/{id}/lines', { token: payer.token, params })).status).toBe(404)
      expect((await api('POST /v1/order/{id}/cancel', { token: payer.token, params })).status).toBe(404)
      expect((await api('POST /v1/order/{id}/confirm', { token: payer.token, params, body: {} })).status).toBe(404)
      expect((await remove(order.id)).status).toBe(404)
      // Staff read the same order as before, with the same version.
      expect((await api('GET /cms/order/{id}', { token: staff.token, params })).body).toEqual(before.body)
    },
  )

  test.each(['unpaid', 'paid', 'shipped'] as const)('is refused for a %s order', async (status) => {
    const { id } = await orderIn(status)
    expect(await remove(id)).toMatchObject({ status: 409, problem: { code: 'order_state' } })
    expect((await listed()).items).toMatchObject([{ id }])
  })

  test('is refused while an after-sale case is open', async () => {
    const { id } = await play.paidOrder(payer)
    await play.ship(id, staff.token)
    await api('POST /v1/order/{id}/confirm', { token: payer.token, params: { id }, body: {} })
    const case_id = await openCase(id)
    expect(await remove(id)).toMatchObject({ status: 409, problem: { code: 'after_sale_open' } })
    await api('POST /v1/after_sale/{id}/withdraw', { token: payer.token, params: { id: case_id } })
    expect((await remove(id)).status).toBe(204)
    const items = [{ order_item_id: (await play.lineOf(id)).id, count: 1 }]
    const body = { order_id: id, kind: 'refund', reason_code: 'other', items }
    expect(await api('POST /v1/after_sale', { token: payer.token, body })).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ name: 'order_id', code: 'not_found' }] },
    })
  })

  test('of another customer, or with an invalid id, is refused', async () => {
    const { id } = await orderIn('cancelled')
    expect((await remove(id, (await play.newPayer()).token)).status).toBe(404)
    for (const wrong of [0, -1, 1.5, 2_147_483_648]) expect((await remove(wrong)).status).toBe(400)
    expect((await listed()).items).toMatchObject([{ id }])
  })

  test('is undone by a late payment that revives the order', async () => {
    const order = await play.placeOrder(payer)
    await play.payOrder(payer, order.id)
    // Cancels without the endpoint, so that the provider is not queried and the payment is still unknown.
    await (await connection()).transaction((tx) => cancelForCustomer(tx, payer.id, order.id))
    expect((await remove(order.id)).status).toBe(204)
    expect((await listed()).items).toEqual([])
    await play.deliver()
    expect((await listed()).items).toMatchObject([{ id: order.id, status: 'paid' }])
  })
})

describe('the receiver', () => {
  const receiverOf = async (id: number) => (await play.readOrder(payer, id)).receiver
  const newAddress = async (token: string, name: string) =>
    (await api('POST /v1/address', { token, body: { ...addressInput, name } })).body.id
  const readdress = (id: number, address_id?: number | null, token = payer.token) =>
    api('PUT /v1/order/{id}/receiver', { token, params: { id }, body: { address_id } })

  test('of an unpaid order changes to another address, with one entry in its history, and stays when that is deleted', async () => {
    const order = await play.placeOrder(payer)
    const address_id = await newAddress(payer.token, '林二')
    for (const _ of [1, 2]) expect(await readdress(order.id, address_id)).toMatchObject({ status: 200 })
    await api('DELETE /v1/address/{id}', { token: payer.token, params: { id: address_id } })
    const { receiver, log, actions } = await play.readOrder(payer, order.id)
    expect([receiver.name, log.map(({ action }) => action), actions.includes('readdress')]).toEqual([
      ...['林二', ['place', 'readdress'], true],
    ])
  })

  test('of a paid order stays until the shop accepts the other one, and nothing is shipped before', async () => {
    const order = await orderIn('paid')
    const before = await receiverOf(order.id)
    const asked = await readdress(order.id, await newAddress(payer.token, '林二'))
    expect(asked).toMatchObject({ status: 200, body: { receiver: before, asked_receiver: { name: '林二' } } })
    const { version } = (await api('GET /cms/order/{id}', { token: staff.token, params: { id: order.id } })).body
    const ship = { method: 'pickup' as const, version }
    const shipping = await api('POST /cms/order/{id}/ship', {
      token: staff.token,
      params: { id: order.id },
      body: ship,
    })
    expect(shipping).toMatchObject({ status: 409, problem: { code: 'address_asked' } })
    const { postal_code: _, ...receiver } = asked.body.asked_receiver ?? before
    const answer = { receiver, version }
    const accepted = await api('PUT /cms/order/{id}', { token: staff.token, params: { id: order.id }, body: answer })
    expect(accepted).toMatchObject({ status: 200, body: { asked_receiver: null, receiver: { name: '林二' } } })
    expect(accepted.body.timeline.at(-1)?.detail).toMatch(new RegExp(`${before.name}.* → 林二 `))
    expect((await play.ship(order.id, staff.token)).body.status).toBe('shipped')
    const { log } = await play.readOrder(payer, order.id)
    expect(log.map(({ action }) => action)).toEqual(['place', 'ask_readdress', 'readdress', 'ship'])
  })

  test('that was asked for is taken back, or refused by the shop, at most three times', async () => {
    const order = await orderIn('paid')
    const before = await receiverOf(order.id)
    const other = await newAddress(payer.token, '林二')
    const refuse = async () => {
      const { version } = (await api('GET /cms/order/{id}', { token: staff.token, params: { id: order.id } })).body
      const body = { asked_receiver: null, version }
      return api('PUT /cms/order/{id}', { token: staff.token, params: { id: order.id }, body })
    }
    expect(await refuse()).toMatchObject({ status: 409, problem: { code: 'order_state' } })
    await readdress(order.id, other)
    expect(await readdress(order.id)).toMatchObject({ status: 200, body: { asked_receiver: null } })
    await readdress(order.id, other)
    for (const _ of [1, 2])
      expect(await readdress(order.id, null)).toMatchObject({
        status: 200,
        body: { asked_receiver: null, receiver: before },
      })
    for (const _ of [1, 2, 3]) {
      expect(await readdress(order.id, other)).toMatchObject({ status: 200 })
      expect(await refuse()).toMatchObject({ status: 200, body: { asked_receiver: null, receiver: before } })
    }
    expect(await readdress(order.id, other)).toMatchObject({ status: 409, problem: { code: 'limit_reached' } })
    const { log } = await play.readOrder(payer, order.id)
    expect(log.map(({ action }) => action)).toEqual([
      ...['place', 'ask_readdress', 'withdraw_readdress', 'ask_readdress', 'withdraw_readdress'],
      ...[1, 2, 3].flatMap(() => ['ask_readdress', 'refuse_readdress']),
    ])
  })

  test('of a paid order is asked for at most ten times, also if each request is taken back', async () => {
    const order = await orderIn('paid')
    const other = await newAddress(payer.token, '林二')
    for (let at = 0; at < 10; at++) {
      expect((await readdress(order.id, other)).status).toBe(200)
      expect((await readdress(order.id, null)).status).toBe(200)
    }
    expect(await readdress(order.id, other)).toMatchObject({ status: 409, problem: { code: 'limit_reached' } })
  })

  test.each(['shipped', 'completed', 'cancelled', 'refunded'] as const)(
    'of an order that is %s stays',
    async (status) => {
      const order = await orderIn(status)
      const before = await receiverOf(order.id)
      const reply = await readdress(order.id, await newAddress(payer.token, '林二'))
      expect(reply).toMatchObject({ status: 409, problem: { code: 'order_state' } })
      expect(await receiverOf(order.id)).toEqual(before)
      expect((await play.readOrder(payer, order.id)).actions).not.toContain('readdress')
    },
  )

  test('cannot be the address of another customer', async () => {
    const order = await play.placeOrder(payer)
    const theirs = await newAddress((await play.newPayer()).token, '别人')
    expect(await readdress(order.id, theirs)).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ in: 'body', name: 'address_id', code: 'not_found' }] },
    })
    expect((await receiverOf(order.id)).name).not.toBe('别人')
  })
})
