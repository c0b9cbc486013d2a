import { eq, isNotNull, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { currentSettings } from '@/lib/kit/config/settings'
import { connection } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { placeOrder } from '@/lib/order/place/place'
import { allowUsualTime } from '@/lib/order/place/place-limits'
import { api } from '@/lib/server/testing/api'
import {
  addressInput,
  database,
  newBuyer,
  newCustomer,
  newProduct,
  resetParameter,
  setFreight,
  setParameters,
  stockFaults,
  unique,
} from '@/lib/server/testing/factories'

const place = (token: string, body: unknown) => api('POST /v1/order', { token, body })
const stockOf = async (id: number) => {
  const [row] = await (await database()).select().from(tables.sku).where(eq(tables.sku.id, id))
  return row?.stock
}

describe('placing', () => {
  test('takes stock with a HOT update, which writes to no index and is faster', async () => {
    const [buyer, { sku }] = [await newBuyer(), await newProduct()]
    const { db, transaction } = await connection()
    const settings = await currentSettings(db)
    const counts = await transaction(async (tx) => {
      await placeOrder(tx, {
        user_id: buyer.id,
        requested: new Map([[sku.id, 1]]),
        input: { items: [] },
        settings,
        ip: 'unknown',
      })
      return tx
        .select({
          updated: sql<number>`pg_stat_get_xact_tuples_updated('sku'::regclass)::int`,
          hot: sql<number>`pg_stat_get_xact_tuples_hot_updated('sku'::regclass)::int`,
        })
        .from(sql`(values (1)) one`)
    })
    expect(counts).toEqual([{ updated: 1, hot: 1 }])
  })

  test('reserves the stock, and keeps name, price and address as they are at that time', async () => {
    const buyer = await newBuyer()
    const cup = await newProduct({
      name: '青釉杯',
      images: ['/demo/cup.svg'],
      skus: [
        { spec_values: ['青', '大'], price: 1200, stock: 5 },
        { spec_values: ['白', '小'], price: 900, stock: 5, image_url: '/demo/white.svg' },
      ],
    })
    const [green, white] = cup.skus
    const { status, headers, body } = await place(buyer.token, {
      items: [
        { sku_id: white?.id, count: 1 },
        { sku_id: green?.id, count: 1 },
        { sku_id: green?.id, count: 2 },
      ],
      remark: ' 轻放 ',
    })
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`/v1/order/${body.id}`)
    expect(body).toMatchObject({
      status: 'unpaid',
      order_no: expect.stringMatching(/^\d{6}[0-9A-Z]{14}$/),
      items: [
        {
          sku_id: green?.id,
          name: '青釉杯',
          spec_text: '青 / 大',
          image_url: 'http://localhost:3000/demo/cup.svg',
          price: 1200,
          count: 3,
          amount: 3600,
        },
        {
          sku_id: white?.id,
          spec_text: '白 / 小',
          image_url: 'http://localhost:3000/demo/white.svg',
          price: 900,
          count: 1,
          amount: 900,
        },
      ],
      items_amount: 4500,
      freight_amount: 0,
      total_amount: 4500,
      remark: '轻放',
      receiver: { ...addressInput, postal_code: null },
      actions: ['pay', 'readdress', 'cancel'],
    })
    expect(new Date(body.expires_at).getTime() - new Date(body.created_at).getTime()).toBe(30 * 60_000)
    expect([await stockOf(green?.id ?? 0), await stockOf(white?.id ?? 0)]).toEqual([2, 4])

    // Later changes of product, price and address do not change the order.
    const db = await database()
    await db.update(tables.product).set({ name: '改了名' }).where(eq(tables.product.id, cup.id))
    await db.update(tables.sku).set({ price: 1 }).where(eq(tables.sku.product_id, cup.id))
    await api('PUT /v1/address/{id}', {
      token: buyer.token,
      params: { id: buyer.address_id },
      body: { detail: '搬家了' },
    })
    const read = await api('GET /v1/order/{id}', { token: buyer.token, params: { id: body.id } })
    const { log, shipments, refunds, ...same } = read.body
    expect(same).toMatchObject(body)
    expect(log).toMatchObject([{ action: 'place', from_status: null, to_status: 'unpaid' }])
    expect([shipments, refunds]).toEqual([[], []])
    expect(await stockFaults()).toEqual([])
  })

  test('product_id is accepted for a product with one SKU, and ambiguous for one with several', async () => {
    const { token } = await newBuyer()
    const single = await newProduct({ skus: [{}, { enabled: false }, { deleted_at: new Date() }] })
    const several = await newProduct({ skus: [{}, {}] })
    expect(
      (
        await place(token, {
          items: [
            { product_id: single.id, count: 1 },
            { sku_id: single.sku.id, count: 1 },
          ],
        })
      ).body.items,
    ).toMatchObject([{ sku_id: single.sku.id, count: 2 }])
    expect(await place(token, { items: [{ product_id: several.id, count: 1 }] })).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ name: 'items.0.product_id', code: 'ambiguous' }] },
    })
    expect(await place(token, { items: [{ product_id: 2_000_000_000, count: 1 }] })).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ code: 'not_found' }] },
    })
  })

  test('lines with too little stock are listed, and no stock is reserved', async () => {
    const { token } = await newBuyer()
    const scarce = await newProduct({ skus: [{ stock: 2 }, { stock: 10 }] })
    const disabled = await newProduct({ skus: [{ enabled: false }] })
    const draft = await newProduct({ status: 'draft' })
    const [few, many] = scarce.skus
    const items = [few?.id, many?.id, disabled.sku.id, draft.sku.id, 2_000_000_000].map((sku_id) => ({
      sku_id,
      count: 3,
    }))
    const { status, problem } = await place(token, { items })
    expect(status).toBe(409)
    expect(problem).toMatchObject({
      code: 'out_of_stock',
      shortages: [
        { sku_id: few?.id, requested: 3, available: 2 },
        { sku_id: disabled.sku.id, requested: 3, available: 0 },
        { sku_id: draft.sku.id, requested: 3, available: 0 },
        { sku_id: 2_000_000_000, requested: 3, available: 0 },
      ],
    })
    expect([await stockOf(few?.id ?? 0), await stockOf(many?.id ?? 0)]).toEqual([2, 10])
  })

  test('the same SKU twice cannot exceed the stock or the limit of a line', async () => {
    const { token } = await newBuyer()
    const { sku } = await newProduct({ skus: [{ stock: 5 }] })
    const twice = (count: number) =>
      place(token, {
        items: [
          { sku_id: sku.id, count },
          { sku_id: sku.id, count },
        ],
      })
    expect((await twice(3)).problem).toMatchObject({
      code: 'out_of_stock',
      shortages: [{ requested: 6, available: 5 }],
    })
    expect((await twice(500)).problem).toMatchObject({
      code: 'invalid_request',
      invalid_params: [{ name: 'items.1.count' }],
    })
  })

  test('a total other than expected_amount places no order', async () => {
    const { token } = await newBuyer()
    const { sku } = await newProduct({ skus: [{ price: 500 }] })
    const body = { items: [{ sku_id: sku.id, count: 2 }] }
    const refused = await place(token, { ...body, expected_amount: 900 })
    expect(refused.problem).toMatchObject({
      code: 'price_changed',
      total_amount: 1000,
      items_amount: 1000,
      items: [{ sku_id: sku.id, price: 500, count: 2 }],
    })
    expect(await stockOf(sku.id)).toBe(100)
    expect((await place(token, { ...body, expected_amount: 1000 })).status).toBe(201)
  })

  test('the address is the default or the one in address_id, never another user’s', async () => {
    const [buyer, other] = [await newBuyer(), await newBuyer()]
    const { sku } = await newProduct()
    const second = await api('POST /v1/address', { token: buyer.token, body: { ...addressInput, name: '第二' } })
    const items = [{ sku_id: sku.id, count: 1 }]
    expect((await place(buyer.token, { items })).body.receiver.name).toBe('王小明')
    expect((await place(buyer.token, { items, address_id: second.body.id })).body.receiver.name).toBe('第二')
    for (const address_id of [other.address_id, 2_000_000_000]) {
      expect(await place(buyer.token, { items, address_id })).toMatchObject({
        status: 400,
        problem: { invalid_params: [{ in: 'body', name: 'address_id', code: 'not_found' }] },
      })
    }
    const withoutAddress = await newCustomer()
    expect(await place(withoutAddress.token, { items })).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ name: 'address_id', code: 'required' }] },
    })
  })

  test('freight follows the settings', async () => {
    await setFreight(800, 5000)
    const { token } = await newBuyer()
    const { sku } = await newProduct({ skus: [{ price: 2500 }] })
    const amounts = async (count: number) => (await place(token, { items: [{ sku_id: sku.id, count }] })).body
    expect(await amounts(1)).toMatchObject({ items_amount: 2500, freight_amount: 800, total_amount: 3300 })
    expect(await amounts(2)).toMatchObject({ items_amount: 5000, freight_amount: 0, total_amount: 5000 })
    await setFreight(0)
  })

  test('a repeated request gets the first response, even if the product has changed since', async () => {
    const { token } = await newBuyer()
    const product = await newProduct()
    const send = () =>
      api('POST /v1/order', {
        token,
        body: { items: [{ product_id: product.id, count: 1 }] },
        headers: { 'idempotency-key': 'first-answer' },
      })
    const first = await send()
    await (await database()).update(tables.sku).set({ enabled: false }).where(eq(tables.sku.product_id, product.id))
    const second = await send()
    expect(second).toMatchObject({ status: 201, text: first.text })
  })

  test('an order with a total of 0 cannot be paid', async () => {
    const { token } = await newBuyer()
    const { sku } = await newProduct({ skus: [{ price: 0 }] })
    expect((await place(token, { items: [{ sku_id: sku.id, count: 1 }] })).body).toMatchObject({
      total_amount: 0,
      actions: ['readdress', 'cancel'],
    })
  })

  test('the total of a large order is exact', async () => {
    const { token } = await newBuyer()
    const { sku } = await newProduct({ skus: [{ price: 100_000_000, stock: 4_995 }] })
    await setParameters({ 'order.unpaid_pieces': 999 })
    const { body } = await place(token, { items: [{ sku_id: sku.id, count: 999 }] })
    expect(body.total_amount).toBe(99_900_000_000)
    expect((await api('GET /v1/order/{id}', { token, params: { id: body.id } })).body.total_amount).toBe(99_900_000_000)
    await resetParameter('order.unpaid_pieces')
  })

  test('the number of unpaid orders is limited', async () => {
    await setParameters({ 'order.unpaid_max': 2 })
    const { token } = await newBuyer()
    const { sku } = await newProduct()
    const placeOne = () => place(token, { items: [{ sku_id: sku.id, count: 1 }] })
    const first = await placeOne()
    await placeOne()
    expect((await placeOne()).problem.code).toBe('limit_reached')
    await api('POST /v1/order/{id}/cancel', { token, params: { id: first.body.id } })
    expect((await placeOne()).status).toBe(201)
    await resetParameter('order.unpaid_max')
  })

  test.each([
    { stock: 10_000, allowed: 100 },
    { stock: 100, allowed: 20 },
    { stock: 51, allowed: 10 },
    { stock: 50, allowed: 50 },
  ])('of $stock pieces, the unpaid orders of a customer reserve at most $allowed', async ({ stock, allowed }) => {
    const { token } = await newBuyer()
    const { sku } = await newProduct({ skus: [{ stock }] })
    const placeSome = (count: number) => place(token, { items: [{ sku_id: sku.id, count }] })
    expect((await placeSome(allowed + 1)).status).toBe(409)
    const first = await placeSome(allowed - 1)
    expect((await placeSome(2)).problem).toMatchObject(
      stock > allowed
        ? { code: 'limit_reached', sku_id: sku.id, reserved: allowed - 1, allowed }
        : { code: 'out_of_stock' },
    )
    expect((await placeSome(1)).status).toBe(201)
    await api('POST /v1/order/{id}/cancel', { token, params: { id: first.body.id } })
    expect((await placeSome(1)).status).toBe(201)
    expect((await place((await newBuyer()).token, { items: [{ sku_id: sku.id, count: 1 }] })).status).toBe(201)
  })

  test('an account without a mini-program identity may have fewer unpaid orders', async () => {
    const { token, id } = await newBuyer()
    const { sku } = await newProduct()
    const placeOne = () => place(token, { items: [{ sku_id: sku.id, count: 1 }] })
    const variables = env()
    variables.SANDBOX = false
    try {
      expect([await placeOne(), await placeOne(), await placeOne()].map(({ status }) => status)).toEqual([
        201, 201, 409,
      ])
      await (await database()).insert(tables.identity).values({ user_id: id, type: 200, identifier: unique('o') })
      expect((await placeOne()).status).toBe(201)
    } finally {
      variables.SANDBOX = true
    }
  })

  describe('of an account without a mini-program identity', () => {
    const minutesOf = ({ created_at, expires_at }: { created_at: string; expires_at: string }) =>
      Math.round((Date.parse(expires_at) - Date.parse(created_at)) / 60_000)
    beforeEach(() => {
      env().SANDBOX = false
    })
    afterEach(() => {
      env().SANDBOX = true
    })

    test('orders reserve at most ten pieces in all, also in a preview', async () => {
      const { token } = await newBuyer()
      const { skus } = await newProduct({ skus: [{}, {}] })
      const items = (...counts: number[]) => ({
        items: skus.flatMap(({ id }, at) => (counts[at] ? [{ sku_id: id, count: counts[at] }] : [])),
      })
      const first = await place(token, items(4, 3))
      expect(first.status).toBe(201)
      const refused = { code: 'limit_reached', requested: 4, reserved: 7, allowed: 10 }
      expect((await place(token, items(2, 2))).problem).toMatchObject(refused)
      expect((await api('POST /v1/order/preview', { token, body: items(2, 2) })).problem).toMatchObject(refused)
      expect((await place(token, items(0, 3))).status).toBe(201)
      await setParameters({ 'order.unpaid_max_unverified': 3, 'order.unpaid_pieces_unverified': 11 })
      expect((await place(token, items(1))).status).toBe(201)
      expect((await place(token, items(1))).problem.code).toBe('limit_reached')
      await resetParameter('order.unpaid_max_unverified')
      await resetParameter('order.unpaid_pieces_unverified')
    })

    test('orders of all accounts together reserve at most a fifth of a SKU, until they end or an account can pay', async () => {
      const [one, other, verified] = [await newBuyer(), await newBuyer(), await newBuyer()]
      const identify = async ({ id }: { id: number }) =>
        (await database()).insert(tables.identity).values({ user_id: id, type: 200, identifier: unique('o') })
      await identify(verified)
      const { skus } = await newProduct({ skus: [{ stock: 29 }, { stock: 2 }, { stock: 100 }] })
      const [sku, scarce, plenty] = skus.map(({ id }) => id)
      const items = (sku_id = 0, count = 1) => ({ items: [{ sku_id, count }] })
      const refused = { code: 'limit_reached', sku_id: sku, requested: 2, reserved: 4, allowed: 5 }

      const first = await place(one.token, items(sku, 4))
      expect(first.status).toBe(201)
      expect((await place(other.token, items(sku, 2))).problem).toMatchObject(refused)
      const preview = await api('POST /v1/order/preview', { token: other.token, body: items(sku, 2) })
      expect(preview.problem).toMatchObject(refused)
      expect((await place(other.token, items(sku, 1))).status).toBe(201)
      expect((await place(other.token, items(plenty, 1))).status).toBe(201)
      // Of a SKU with fewer than five pieces, one.
      expect((await place(one.token, items(scarce, 2))).problem).toMatchObject({ code: 'limit_reached', allowed: 1 })
      expect((await place(one.token, items(scarce, 1))).status).toBe(201)

      // Customers who can pay are not limited, and their pieces do not count.
      expect((await place(verified.token, items(sku, 4))).status).toBe(201)
      await api('POST /v1/order/{id}/cancel', { token: one.token, params: { id: first.body.id } })
      const placed = await place(one.token, items(sku, 3))
      expect(placed.status).toBe(201)
      expect((await place((await newBuyer()).token, items(sku, 2))).problem.code).toBe('limit_reached')

      await identify(one)
      const { transaction, db } = await connection()
      const settings = await currentSettings(db)
      await transaction((tx) => allowUsualTime(tx, one.id, settings))
      expect((await place((await newBuyer()).token, items(sku, 3))).status).toBe(201)
      // The network is stored only while it counts.
      const networks = await db
        .select({ user_id: tables.order.user_id, status: tables.order.status })
        .from(tables.order)
        .where(isNotNull(tables.order.placed_from))
      expect(networks.map(({ status }) => status)).not.toContain('cancelled')
      expect(networks.map(({ user_id }) => user_id)).not.toContain(one.id)
      expect(networks.map(({ user_id }) => user_id)).not.toContain(verified.id)
      expect(networks.map(({ user_id }) => user_id)).toContain(other.id)
    })

    test('one network has a limit of unpaid orders; other networks and customers who can pay have not', async () => {
      await setParameters({ 'order.unpaid_max_per_ip': 2 })
      const { sku } = await newProduct()
      const body = { items: [{ sku_id: sku.id, count: 1 }] }
      const order = async (ip: string, buyer?: { token: string }) =>
        api('POST /v1/order', { token: (buyer ?? (await newBuyer())).token, body, ip })
      const first = await newBuyer()
      const placed = await order('198.51.100.1', first)
      // All spellings of an address are one network.
      expect((await order('::ffff:198.51.100.1')).status).toBe(201)
      const { problem } = await order('198.51.100.1')
      expect(problem).toMatchObject({ status: 409, code: 'limit_reached' })
      const { token } = await newBuyer()
      const preview = await api('POST /v1/order/preview', { token, body, ip: '198.51.100.1' })
      expect(preview.problem.code).toBe('limit_reached')
      expect((await order('198.51.100.2')).status).toBe(201)
      const verified = await newBuyer()
      await (await database())
        .insert(tables.identity)
        .values({ user_id: verified.id, type: 200, identifier: unique('o') })
      expect((await order('198.51.100.1', verified)).status).toBe(201)
      expect((await order('198.51.100.1')).status).toBe(409)
      await api('POST /v1/order/{id}/cancel', { token: first.token, params: { id: placed.body.id } })
      expect((await order('198.51.100.1')).status).toBe(201)
      await resetParameter('order.unpaid_max_per_ip')
    })

    test('orders expire after five minutes; with an identity, after the usual time', async () => {
      const [{ token }, verified] = [await newBuyer(), await newBuyer()]
      await (await database())
        .insert(tables.identity)
        .values({ user_id: verified.id, type: 200, identifier: unique('o') })
      const { sku } = await newProduct()
      const body = { items: [{ sku_id: sku.id, count: 11 }] }
      expect((await place(token, body)).status).toBe(409)
      expect(minutesOf((await place(verified.token, body)).body)).toBe(30)
      const { body: placed } = await place(token, { items: [{ sku_id: sku.id, count: 10 }] })
      expect(minutesOf(placed)).toBe(5)
    })
  })
})

describe('canceling', () => {
  test('returns the stock once', async () => {
    const { token } = await newBuyer()
    const { sku } = await newProduct({ skus: [{ stock: 5 }] })
    const { body } = await place(token, { items: [{ sku_id: sku.id, count: 4 }] })
    const cancel = () => api('POST /v1/order/{id}/cancel', { token, params: { id: body.id } })
    const cancelled = await cancel()
    expect(cancelled).toMatchObject({
      status: 200,
      body: { status: 'cancelled', cancel_reason: 'customer', actions: ['remove'] },
    })
    expect(cancelled.body.cancelled_at).not.toBeNull()
    expect(cancelled.body.log.map((one) => one.action)).toEqual(['place', 'cancel'])
    const again = await cancel()
    expect(again).toMatchObject({ status: 409, problem: { code: 'order_state' } })
    expect(again.problem.detail).toContain('cancelled')
    expect(await stockOf(sku.id)).toBe(5)
    expect(await stockFaults()).toEqual([])
  })

  test.each(['paid', 'shipped', 'completed', 'refunded'] as const)(
    'an order that is %s cannot be canceled',
    async (status) => {
      const { token } = await newBuyer()
      const { sku } = await newProduct()
      const { body } = await place(token, { items: [{ sku_id: sku.id, count: 1 }] })
      await (await database()).update(tables.order).set({ status }).where(eq(tables.order.id, body.id))
      expect((await api('POST /v1/order/{id}/cancel', { token, params: { id: body.id } })).status).toBe(409)
      expect(await stockOf(sku.id)).toBe(99)
    },
  )
})

describe('own orders', () => {
  test('are listed newest first, by page and by cursor, and by status', async () => {
    const [{ token }, other] = [await newBuyer(), await newBuyer()]
    const { sku } = await newProduct()
    const ids: number[] = []
    for (let at = 0; at < 5; at++) ids.unshift((await place(token, { items: [{ sku_id: sku.id, count: 1 }] })).body.id)
    await place(other.token, { items: [{ sku_id: sku.id, count: 1 }] })
    const list = async (query: Record<string, string | number> = {}) =>
      (await api('GET /v1/order', { token, query })).body
    const all = await list()
    expect(all).toMatchObject({ total: 5, page: 1, size: 10, next_cursor: null })
    expect(all.items.map((one) => one.id)).toEqual(ids)
    expect(all.items[0]?.items).toMatchObject([{ sku_id: sku.id, count: 1 }])

    const first = await list({ size: 2 })
    expect(first).toMatchObject({ total: 5, next_cursor: String(ids[1]) })
    const second = await list({ size: 2, cursor: first.next_cursor ?? '' })
    expect(second.items.map((one) => one.id)).toEqual(ids.slice(2, 4))
    expect(second).not.toHaveProperty('total')
    const third = await list({ size: 2, cursor: second.next_cursor ?? '' })
    expect(third).toMatchObject({ items: [{ id: ids[4] }], next_cursor: null })
    expect((await list({ size: 2, page: 2 })).items).toEqual(second.items)

    await api('POST /v1/order/{id}/cancel', { token, params: { id: ids[2] ?? 0 } })
    expect(await list({ status: 'cancelled' })).toMatchObject({ total: 1, items: [{ id: ids[2] }] })
    expect((await list({ status: 'unpaid' })).total).toBe(4)
    expect((await list({ status: 'unpaid,cancelled,unpaid' })).total).toBe(5)
    expect((await list({ status: 'paid,cancelled' })).total).toBe(1)
    expect(await list({ status: 'paid' })).toMatchObject({ total: 0, items: [] })
  })

  test('offer pay only before expires_at, and confirm once shipped', async () => {
    const { token } = await newBuyer()
    const { sku } = await newProduct()
    const { body } = await place(token, { items: [{ sku_id: sku.id, count: 1 }] })
    const db = await database()
    const actions = async (values: Partial<typeof tables.order.$inferInsert>) => {
      await db.update(tables.order).set(values).where(eq(tables.order.id, body.id))
      return (await api('GET /v1/order/{id}', { token, params: { id: body.id } })).body.actions
    }
    expect(await actions({ expires_at: new Date(Date.now() - 1000) })).toEqual(['readdress', 'cancel'])
    const paid_amount = body.total_amount
    expect(await actions({ status: 'paid', paid_amount })).toEqual(['readdress', 'after_sale'])
    expect(await actions({ status: 'shipped' })).toEqual(['confirm', 'after_sale'])
  })
})
