import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { loginCode, payByNumber, phoneCode } from '@/lib/platform/sandbox/control'
import { api } from '@/lib/server/testing/api'
import {
  addressInput,
  database,
  newBuyer,
  newCustomer,
  newProduct,
  newStaff,
  newStore,
  newTemplate,
  resetParameter,
  setFreight,
  setParameters,
  stockFaults,
  unique,
} from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'

const codes = ['list', 'create', 'update'].map((verb) => `cms.order.${verb}`)
let clerk: Awaited<ReturnType<typeof newStaff>>
beforeAll(async () => {
  play.usePlatform()
  await setParameters({ 'limit.writes_per_minute': 100_000 })
  clerk = await newStaff([...codes, 'cms.promotion.create', 'cms.promotion.update'])
})
afterEach(async () => {
  await setFreight(0)
  await resetParameter('order.unpaid_max')
})

const receiver = addressInput
const place = (body: unknown, { token = clerk.token, headers = {} } = {}) =>
  api('POST /cms/order', { token, body, headers })
const preview = (body: unknown) => api('POST /cms/order/preview', { token: clerk.token, body })
const skusAt = async (...prices: number[]) =>
  (await newProduct({ skus: prices.map((price) => ({ price, stock: 1_000 })) })).skus.map(({ id }) => id)
const numbers = (function* () {
  for (let at = 0; ; at++) yield `137${String(at).padStart(8, '0')}`
})()
const newNumber = () => numbers.next().value
const from = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe('an order for a customer', () => {
  test('has other prices, another fee, a discount and notes, waits for its payment, and is paid like any other', async () => {
    await setFreight(800)
    const payer = await play.newPayer()
    const [tea = 0, cup = 0] = await skusAt(1_000, 500)
    const before = Date.now()
    const reply = await place({
      user_id: payer.id,
      items: [
        { sku_id: tea, count: 2, price: 900 },
        { sku_id: cup, count: 1 },
      ],
      receiver,
      freight_amount: 500,
      discount_amount: 300,
      customer_note: '周末送',
      note: '老顾客，电话下单',
      expires_in_minutes: 120,
      expected_amount: 2_500,
    })
    expect(reply.status).toBe(201)
    const { id } = reply.body
    expect(reply.headers.get('location')).toBe(`/cms/order/${id}`)
    expect(reply.body).toMatchObject({
      status: 'unpaid',
      items_amount: 2_300,
      freight_amount: 500,
      discount_amount: 300,
      total_amount: 2_500,
      remark: '周末送',
      placed_by: clerk.id,
      receiver: { ...receiver, postal_code: null },
    })
    const expires = Date.parse(String(reply.body.expires_at))
    expect(expires).toBeGreaterThanOrEqual(before + 120 * 60_000)
    expect(expires).toBeLessThan(Date.now() + 121 * 60_000)
    expect(reply.body.timeline.map(({ action, actor, detail }) => [action, actor?.id, detail])).toEqual([
      ['place', clerk.id, ''],
      ['reprice', clerk.id, '¥33.00 → ¥25.00'],
      ['noted', clerk.id, '老顾客，电话下单'],
    ])
    const db = await database()
    const [row] = await db
      .select()
      .from(tables.oper_log)
      .where(and(eq(tables.oper_log.user_id, clerk.id), eq(tables.oper_log.target_id, String(id))))
    expect(row).toMatchObject({
      action: 'create',
      module: 'order',
      target_type: 'order',
      after: { total_amount: 2_500 },
    })
    const [moved] = await db.select().from(tables.stock_log).where(eq(tables.stock_log.order_id, id))
    expect(moved).toMatchObject({ reason: 'order_placed', actor: clerk.id })
    const list = await api('GET /v1/order', { token: payer.token, query: { status: 'unpaid' } })
    expect(list.body.items).toMatchObject([{ id, by_shop: true, total_amount: 2_500 }])
    await play.payOrder(payer, id)
    await play.deliver()
    expect(await play.readOrder(payer, id)).toMatchObject({ status: 'paid', paid_amount: 2_500, by_shop: true })
  })

  test('costs what promotions leave of the prices by staff, and is logged beside its regular total', async () => {
    await api('POST /cms/promotion', {
      token: clerk.token,
      body: {
        name: unique('八折 '),
        label: '八折',
        gives: 'reduction',
        starts_at: from(-1),
        ends_at: from(1),
        tiers: [{ from_amount: 1, off_permille: 200 }],
      },
    })
    const buyer = await newBuyer()
    const [sku_id = 0] = await skusAt(10_000)
    const input = { user_id: buyer.id, items: [{ sku_id, count: 1, price: 2_000 }], receiver }
    expect((await preview(input)).body).toMatchObject({
      total_amount: 1_600,
      promotion_amount: 400,
      regular_amount: 8_000,
      items: [{ price: 2_000, regular_price: 10_000 }],
    })
    const { body } = await place(input)
    expect(body).toMatchObject({ total_amount: 1_600, promotion_amount: 400, items: [{ paid_amount: 1_600 }] })
    expect(body.timeline.map(({ action, detail }) => [action, detail])).toContainEqual(['reprice', '¥80.00 → ¥16.00'])
    const [row] = await (await database())
      .select()
      .from(tables.oper_log)
      .where(and(eq(tables.oper_log.user_id, clerk.id), eq(tables.oper_log.target_id, String(body.id))))
    expect(row?.after).toMatchObject({ total_amount: 1_600, regular_amount: 8_000 })
    await (await database()).update(tables.promotion).set({ enabled: false })
  })

  test('says that staff have set its shipping fee', async () => {
    await setFreight(1_200)
    const buyer = await newBuyer()
    const [sku_id = 0] = await skusAt(1_000)
    const order = { user_id: buyer.id, items: [{ sku_id, count: 1 }], receiver }
    const { body } = await place({ ...order, freight_amount: 0 })
    expect(body).toMatchObject({ freight_amount: 0, freight_detail: [], total_amount: 1_000 })
    const { body: other } = await place(order)
    expect(other.freight_detail).toMatchObject([{ amount: 1_200 }])
    const changed = await api('PUT /cms/order/{id}', {
      token: clerk.token,
      params: { id: other.id },
      body: { version: other.version, freight_amount: 300 },
    })
    expect(changed.body).toMatchObject({ freight_amount: 300, freight_detail: [], total_amount: 1_300 })
  })

  test.each([
    ['items.0.price', { items: [{ sku_id: 1, count: 1, price: 1 }] }],
    ['freight_amount', { freight_amount: 0 }],
    ['discount_amount', { discount_amount: 1 }],
  ])('with %s requires the permission to change orders', async (name, changes) => {
    const { token } = await newStaff(['cms.order.list', 'cms.order.create'])
    const body = { user_id: 1, items: [{ sku_id: 1, count: 1 }], receiver, ...changes }
    for (const path of ['POST /cms/order', 'POST /cms/order/preview'] as const)
      expect(await api(path, { token, body })).toMatchObject({
        status: 403,
        problem: { permission: 'cms.order.update', invalid_params: [{ name }] },
      })
  })

  test('is placed at the prices of the customer without other amounts, for an address of theirs', async () => {
    const buyer = await newBuyer()
    const [sku_id = 0] = await skusAt(1_000)
    const order = await place({ user_id: buyer.id, items: [{ sku_id, count: 3 }], address_id: buyer.address_id })
    expect(order.body).toMatchObject({ total_amount: 3_000, discount_amount: 0 })
    expect(order.body.timeline).toHaveLength(1)
    const own = await api('POST /v1/order', { token: buyer.token, body: { items: [{ sku_id, count: 1 }] } })
    expect(own.body.by_shop).toBe(false)
    const stranger = await newBuyer()
    const foreign = { user_id: buyer.id, items: [{ sku_id, count: 1 }], address_id: stranger.address_id }
    expect(await place(foreign)).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ name: 'address_id', code: 'not_found' }] },
    })
  })

  test('is collected at a store, with a coupon of its customer, as its preview says', async () => {
    await setFreight(800)
    const buyer = await newBuyer()
    const { id: sku_id } = (await newProduct({ deliveries: ['express', 'pickup'], skus: [{ price: 6_000 }] })).sku
    const store = await newStore({ name: '青梧路店' })
    const clerks = await newStaff([...codes, 'cms.promotion.create', 'cms.promotion.grant', 'cms.coupon.list'])
    const made = await api('POST /cms/promotion', {
      token: clerks.token,
      body: {
        name: unique('券 '),
        label: '满50减5',
        gives: 'reduction',
        starts_at: from(-1),
        ends_at: from(1),
        tiers: [{ from_amount: 5_000, off_amount: 500 }],
        coupon_source: 'staff',
        per_customer: 1,
      },
    })
    const granted = await api('POST /cms/promotion/{id}/grant', {
      token: clerks.token,
      params: { id: made.body.id },
      body: { user_ids: [buyer.id] },
    })
    const coupon_id = granted.body.results[0]?.coupon_id ?? 0
    const contact = { name: '林奶奶', mobile: '13700000000' }
    const body = { user_id: buyer.id, items: [{ sku_id, count: 1 }], store_id: store.id, contact }
    const [sent = 0] = await skusAt(6_000)
    const express = await place({ ...body, items: [{ sku_id: sent, count: 1 }] })
    expect(express).toMatchObject({ status: 409, problem: { items: [{ sku_id: sent, reason: 'express_only' }] } })
    const shown = await api('POST /cms/order/preview', { token: clerks.token, body })
    expect(shown.body).toMatchObject({
      freight_amount: 0,
      total_amount: 6_000,
      discounts: [],
      coupons: [{ id: coupon_id, label: '满50减5', off_amount: 500, usable: true }],
    })
    expect((await preview(body)).body.coupons).toEqual([])
    const used = await api('POST /cms/order/preview', { token: clerks.token, body: { ...body, coupon_id } })
    expect(used.body).toMatchObject({
      total_amount: 5_500,
      regular_amount: 5_500,
      discounts: [{ promotion_id: made.body.id, coupon_id, label: '满50减5', amount: 500 }],
    })
    // Below the threshold of the coupon, which applies to the regular price.
    const cheap = { ...body, coupon_id, items: [{ sku_id, count: 1, price: 4_000 }] }
    for (const refused of [await preview(cheap), await place(cheap)])
      expect(refused).toMatchObject({ status: 409, problem: { code: 'coupon_unusable', coupon_id, reason: 'below' } })
    const given = { ...body, coupon_id, items: [{ sku_id, count: 1, price: 5_000 }] }
    expect((await preview(given)).body).toMatchObject({ total_amount: 4_500, regular_amount: 5_500 })
    const placed = await place({ ...body, coupon_id, expected_amount: 5_500 })
    expect(placed).toMatchObject({
      status: 201,
      body: {
        total_amount: 5_500,
        store: { id: store.id },
        receiver: { ...contact, city: store.city },
        discounts: [{ coupon_id }],
      },
    })
    expect(placed.body.timeline.map(({ action }) => action)).toEqual(['place'])
    const again = await place({ ...body, coupon_id })
    expect(again).toMatchObject({ status: 409, problem: { code: 'coupon_unusable', reason: 'held' } })
  })

  test('keeps the cost of its goods, which neither staff without the right nor the customer see', async () => {
    const buyer = await newBuyer()
    const { sku } = await newProduct({ skus: [{ price: 1_000, stock: 9, cost: 432 }] })
    const reply = await place({ user_id: buyer.id, items: [{ sku_id: sku.id, count: 1 }], receiver })
    const db = await database()
    const [line] = await db.select().from(tables.order_item).where(eq(tables.order_item.order_id, reply.body.id))
    expect(line?.cost).toBe(432)
    const logged = await db
      .select()
      .from(tables.oper_log)
      .where(eq(tables.oper_log.target_id, String(reply.body.id)))
    expect(logged).not.toEqual([])
    const params = { id: reply.body.id }
    const own = await api('GET /v1/order/{id}', { token: buyer.token, params })
    const read = await api('GET /cms/order/{id}', { token: clerk.token, params })
    for (const one of [reply.body, logged, own.body, read.body]) expect(JSON.stringify(one)).not.toMatch(/"cost"/)
  })

  test('is placed once under an idempotency key', async () => {
    const buyer = await newBuyer()
    const [sku_id = 0] = await skusAt(1_000)
    const body = { user_id: buyer.id, items: [{ sku_id, count: 1 }], receiver }
    const headers = { 'idempotency-key': unique('staff-order-') }
    const [first, second] = [await place(body, { headers }), await place(body, { headers })]
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id])
  })

  test('is canceled when its time is over, and returns its stock', async () => {
    const payer = await play.newPayer()
    const [sku_id = 0] = await skusAt(1_000)
    const { body } = await place({ user_id: payer.id, items: [{ sku_id, count: 4 }], receiver, expires_in_minutes: 30 })
    await api('POST /v1/order/{id}/cancel', { token: payer.token, params: { id: body.id } })
    const [sku] = await (await database()).select().from(tables.sku).where(eq(tables.sku.id, sku_id))
    expect(sku?.stock).toBe(1_000)
    expect(await stockFaults()).toEqual([])
  })

  test('requires its own permission', async () => {
    const { token } = await newStaff(['cms.order.list', 'cms.order.update'])
    const buyer = await newBuyer()
    const [sku_id = 0] = await skusAt(1_000)
    const body = { user_id: buyer.id, items: [{ sku_id, count: 1 }], receiver }
    expect((await place(body, { token })).problem).toMatchObject({ code: 'forbidden', permission: 'cms.order.create' })
    expect((await place(body, { token: buyer.token })).status).toBe(403)
  })
})

describe('a customer', () => {
  test('without an account is created by the phone number, and joined to the account that proves it', async () => {
    const mobile = newNumber()
    const [sku_id = 0] = await skusAt(1_000)
    const order = () => place({ mobile, items: [{ sku_id, count: 1 }], receiver })
    const [first, second] = [await order(), await order()]
    expect([first.status, second.body.user_id]).toEqual([201, first.body.user_id])
    expect(first.body.customer).toMatchObject({ nickname: receiver.name, mobile })
    const caller = await play.newPayer()
    const { code } = await phoneCode({ phone: mobile })
    const joined = await api('POST /v1/user/mobile', { token: caller.token, body: { code } })
    expect(joined).toMatchObject({ status: 200, body: { mobile, mobile_verified: true } })
    const list = await api('GET /v1/order', { token: caller.token })
    expect(list.body.items.map(({ id }) => id)).toEqual([second.body.id, first.body.id])
    await play.payOrder(caller, first.body.id)
    await play.deliver()
    expect(await play.readOrder(caller, first.body.id)).toMatchObject({ status: 'paid', by_shop: true })
    // Later orders for the number are those of the account, and so are orders for the id that was merged.
    const later = [await order(), await place({ user_id: first.body.user_id, items: [{ sku_id, count: 1 }], receiver })]
    expect(later.map(({ body }) => body.user_id)).toEqual([caller.id, caller.id])
  })

  test('without a name is that of the phone number of the receiver, or of the person who collects the goods', async () => {
    const [mobile, other] = [newNumber(), newNumber()]
    const { id: sku_id } = (await newProduct({ deliveries: ['express', 'pickup'] })).sku
    const items = [{ sku_id, count: 1 }]
    const first = await place({ items, receiver: { ...receiver, mobile } })
    expect(first).toMatchObject({ status: 201, body: { customer: { nickname: receiver.name, mobile } } })
    const again = await place({ items, receiver: { ...receiver, mobile } })
    expect(again.body.user_id).toBe(first.body.user_id)
    const store = await newStore()
    const collected = await place({ items, store_id: store.id, contact: { name: '林奶奶', mobile: other } })
    expect(collected).toMatchObject({ status: 201, body: { customer: { nickname: '林奶奶', mobile: other } } })
    const named = await place({ items, receiver: { ...receiver, mobile }, mobile: other })
    expect(named.body.user_id).toBe(collected.body.user_id)
  })

  test('who has only claimed the number, a member of staff, and a disabled or unknown customer are refused', async () => {
    const db = await database()
    const [sku_id = 0] = await skusAt(1_000)
    const items = [{ sku_id, count: 1 }]
    const [claimed, ofStaff] = [newNumber(), newNumber()]
    const holder = await newCustomer({ secret_hash: 'hash' })
    const staff = await newStaff()
    const disabled = await newCustomer({ status: 'disabled' })
    const closed = await newCustomer({ deleted_at: new Date() })
    await db.insert(tables.identity).values([
      { user_id: holder.id, type: 102, identifier: claimed },
      { user_id: staff.id, type: 102, identifier: ofStaff },
    ])
    const refusal = async (who: object) => {
      const { status, problem } = await place({ ...who, items, receiver })
      return [status, problem.invalid_params?.[0]?.name, problem.invalid_params?.[0]?.code]
    }
    expect(await refusal({ mobile: claimed })).toEqual([400, 'mobile', 'not_allowed'])
    expect(await refusal({ mobile: ofStaff })).toEqual([400, 'mobile', 'not_allowed'])
    expect(await refusal({ user_id: disabled.id })).toEqual([400, 'user_id', 'not_allowed'])
    for (const user_id of [closed.id, staff.id, 2_000_000_000])
      expect(await refusal({ user_id })).toEqual([404, undefined, undefined])
    // By the id, staff vouch for the customer.
    expect((await place({ user_id: holder.id, items, receiver })).status).toBe(201)
  })

  test('has the limits of unpaid orders, and none of the limits of unverified accounts', async () => {
    await setParameters({ 'order.unpaid_max': 4 })
    const [sku_id = 0] = await skusAt(1_000)
    const mobile = newNumber()
    const replies = []
    for (let at = 0; at < 5; at++) replies.push(await place({ mobile, items: [{ sku_id, count: 1 }], receiver }))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 409])
    expect(replies.at(-1)?.problem.code).toBe('limit_reached')
  })
})

describe('bad input', () => {
  const line = { sku_id: 1, count: 1 }
  test.each([
    { fault: 'no customer', body: { items: [line], address_id: 1 }, name: 'user_id', code: 'required' },
    {
      fault: 'no customer, and a landline',
      body: { items: [line], receiver: { ...receiver, mobile: '0571-88888888' } },
      name: 'user_id',
      code: 'required',
    },
    {
      fault: 'two customers',
      body: { user_id: 1, mobile: '13800000000', items: [line], receiver },
      name: 'user_id',
      code: 'required',
    },
    { fault: 'no address', body: { user_id: 1, items: [line] }, name: 'receiver', code: 'required' },
    {
      fault: 'two addresses',
      body: { user_id: 1, items: [line], receiver, address_id: 1 },
      name: 'receiver',
      code: 'required',
    },
    {
      fault: 'an address and a store',
      body: { user_id: 1, items: [line], receiver, store_id: 1, contact: { name: '林', mobile: '13800000000' } },
      name: 'receiver',
      code: 'required',
    },
    { fault: 'a store alone', body: { user_id: 1, items: [line], store_id: 1 }, name: 'contact', code: 'required' },
    {
      fault: 'a contact at an address',
      body: { user_id: 1, items: [line], receiver, contact: { name: '林', mobile: '13800000000' } },
      name: 'contact',
      code: 'not_allowed',
    },
    {
      fault: 'a wrong number',
      body: { mobile: '12', items: [line], receiver },
      name: 'mobile',
      code: 'invalid_format',
    },
    { fault: 'no lines', body: { user_id: 1, items: [], receiver }, name: 'items', code: 'too_small' },
    {
      fault: 'a SKU twice',
      body: { user_id: 1, items: [line, line], receiver },
      name: 'items.1.sku_id',
      code: 'duplicate',
    },
    {
      fault: 'a price of 0',
      body: { user_id: 1, items: [{ ...line, price: 0 }], receiver },
      name: 'items.0.price',
      code: 'too_small',
    },
    {
      fault: 'half a fen',
      body: { user_id: 1, items: [{ ...line, price: 1.5 }], receiver },
      name: 'items.0.price',
      code: 'invalid_type',
    },
    {
      fault: 'a negative fee',
      body: { user_id: 1, items: [line], receiver, freight_amount: -1 },
      name: 'freight_amount',
      code: 'too_small',
    },
    {
      fault: 'too little time',
      body: { user_id: 1, items: [line], receiver, expires_in_minutes: 29 },
      name: 'expires_in_minutes',
      code: 'too_small',
    },
    {
      fault: 'too much time',
      body: { user_id: 1, items: [line], receiver, expires_in_minutes: 10_081 },
      name: 'expires_in_minutes',
      code: 'too_big',
    },
    {
      fault: 'a status',
      body: { user_id: 1, items: [line], receiver, status: 'paid' },
      name: 'status',
      code: 'unknown_field',
    },
  ])('with $fault is refused', async ({ body, name, code }) => {
    const { status, problem } = await place(body)
    expect([status, problem.invalid_params[0]?.name, problem.invalid_params[0]?.code]).toEqual([400, name, code])
  })

  test.each([
    { what: 'beyond the stock', change: { items: 'stock' }, code: 'out_of_stock' },
    { what: 'for another total', change: { expected_amount: 1 }, code: 'price_changed' },
    { what: 'to a region without delivery', change: { template: true }, code: 'not_deliverable' },
  ])('an order $what places nothing, creates no customer and leaves the stock', async ({ change, code }) => {
    const freight_template_id = change.template ? await newTemplate({ no_delivery: ['330000'] }) : null
    const { sku } = await newProduct({ skus: [{ price: 1_000, stock: 3 }], freight_template_id })
    const mobile = newNumber()
    const items = [{ sku_id: sku.id, count: change.items ? 4 : 1, price: 800 }]
    const reply = await place({ mobile, items, receiver, expected_amount: change.expected_amount })
    expect([reply.status, reply.problem.code]).toEqual([409, code])
    const db = await database()
    expect(await db.$count(tables.identity, eq(tables.identity.identifier, mobile))).toBe(0)
    const [row] = await db.select().from(tables.sku).where(eq(tables.sku.id, sku.id))
    expect(row?.stock).toBe(3)
  })

  test('a discount of everything is refused at its field', async () => {
    const [sku_id = 0] = await skusAt(1_000)
    const body = { mobile: newNumber(), items: [{ sku_id, count: 1 }], receiver, discount_amount: 1_000 }
    const refused = { status: 400, problem: { invalid_params: [{ name: 'discount_amount' }] } }
    expect(await place(body)).toMatchObject(refused)
    expect(await preview({ ...body, discount_amount: 99_999_999 })).toMatchObject(refused)
  })
})

describe('a preview', () => {
  test('writes nothing, needs no customer and no address, and names what is missing', async () => {
    await setFreight(800)
    const [sku_id = 0] = await skusAt(1_000)
    const db = await database()
    const count = () => Promise.all([db.$count(tables.order), db.$count(tables.user), db.$count(tables.oper_log)])
    const before = await count()
    expect((await preview({ items: [{ sku_id, count: 2 }] })).body).toMatchObject({
      items_amount: 2_000,
      freight_amount: 800,
      total_amount: 2_800,
      shortages: [],
      undeliverable: [],
    })
    const short = await preview({
      items: [
        { sku_id, count: 999 },
        { sku_id: 2_000_000_000, count: 1 },
      ],
      receiver,
    })
    expect(short.body.shortages).toMatchObject([{ sku_id: 2_000_000_000, available: 0 }])
    // Nothing that is left costs less than the discount.
    const none = { sku_id: 2_000_000_000, count: 1 }
    const nothing = await preview({ items: [none], receiver, discount_amount: 1_000_000_000 })
    expect(nothing.body).toMatchObject({ shortages: [{ sku_id: none.sku_id }], items: [], total_amount: 0 })
    const rest = await preview({
      items: [{ sku_id, count: 1 }, none],
      receiver,
      discount_amount: 1_000_000_000,
    })
    expect(rest.body).toMatchObject({ items_amount: 1_000, discount_amount: 1_800, total_amount: 0 })
    expect(await count()).toEqual(before)
  })

  test('is the placed order, to the fen', async () => {
    await setFreight(1_000, 9_000)
    await setParameters({ 'order.unpaid_max': 100_000, 'order.unpaid_pieces': 100_000 })
    const skus = await skusAt(1_234, 777, 5_001, 99)
    const promotion = await api('POST /cms/promotion', {
      token: clerk.token,
      body: {
        name: unique('满减 '),
        label: '满20减5',
        gives: 'reduction',
        starts_at: from(-1),
        ends_at: from(1),
        tiers: [{ from_amount: 2_000, off_amount: 500 }],
      },
    })
    expect(promotion.status).toBe(201)
    const amount = fc.option(fc.integer({ min: 0, max: 3_000 }), { nil: undefined })
    const price = fc.option(fc.integer({ min: 1, max: 6_000 }), { nil: undefined })
    const line = fc.record({ at: fc.nat(skus.length - 1), count: fc.integer({ min: 1, max: 9 }), price })
    const input = fc.record({
      lines: fc.uniqueArray(line, { minLength: 1, maxLength: 4, selector: ({ at }) => at }),
      freight_amount: amount,
      discount_amount: amount,
    })
    let placed = 0
    await fc.assert(
      fc.asyncProperty(input, async ({ lines, ...amounts }) => {
        const items = lines.map(({ at, ...rest }) => ({ sku_id: skus[at], ...rest }))
        const body = { mobile: newNumber(), items, receiver, ...amounts }
        const { status, body: shown, problem } = await preview(body)
        const reply = await place({ ...body, expected_amount: status === 200 ? shown.total_amount : undefined })
        if (status !== 200) {
          const { invalid_params } = problem
          expect([status, reply.status, reply.problem.invalid_params]).toEqual([400, 400, invalid_params])
          return
        }
        placed++
        expect(reply.status).toBe(201)
        const {
          items: lineRows,
          items_amount,
          freight_amount,
          promotion_amount,
          discount_amount,
          total_amount,
        } = reply.body
        expect(shown).toMatchObject({ items_amount, freight_amount, promotion_amount, discount_amount, total_amount })
        expect(new Map(shown.items.map((one) => [one.sku_id, one.price]))).toEqual(
          new Map(lineRows.map((one) => [one.sku_id, one.price])),
        )
      }),
      { numRuns: 40 },
    )
    expect(placed).toBeGreaterThan(20)
    expect(await play.moneyFaults()).toEqual([])
    expect(await play.lineFaults()).toEqual([])
    await (await database()).update(tables.promotion).set({ enabled: false })
  })
})

describe('by its link', () => {
  const shared = (order_no: string, token: string) =>
    api('GET /v1/order/shared/{order_no}', { token, params: { order_no } })
  const toPay = (order_no: string, token: string) => api('POST /v1/pay/pre_order', { token, body: { order_no } })

  test('an order of the shop is seen and paid by someone else, without name and address, and stays its customer’s', async () => {
    const [sku_id] = await skusAt(1_000)
    const [owner, payer] = [await play.newPayer(), await play.newPayer()]
    const { body } = await place({ user_id: owner.id, items: [{ sku_id, count: 2 }], receiver, note: '电话下单' })
    const { id, order_no, total_amount } = body
    const seen = await shared(order_no, payer.token)
    expect(seen.body).toMatchObject({ id, order_no, status: 'unpaid', total_amount, is_own: false })
    expect(seen.headers.get('cache-control')).toBe('private, no-store')
    for (const secret of [receiver.name, receiver.mobile, receiver.detail, '电话下单'])
      expect(seen.text).not.toContain(secret)
    expect((await shared(order_no, owner.token)).body.is_own).toBe(true)
    expect((await api('GET /v1/order/{id}', { token: payer.token, params: { id } })).status).toBe(404)

    const attempt = await toPay(order_no, payer.token)
    expect(attempt.status, attempt.text).toBe(200)
    expect(await play.paymentsOf(id)).toMatchObject([{ payer: payer.openid, amount: total_amount }])
    await payByNumber(attempt.body.payment_no)
    await play.settleAll()
    expect((await shared(order_no, payer.token)).body).toMatchObject({ status: 'paid' })
    expect((await api('GET /v1/order/{id}', { token: owner.token, params: { id } })).body).toMatchObject({
      status: 'paid',
      paid_amount: total_amount,
    })
    expect((await toPay(order_no, payer.token)).problem).toMatchObject({ code: 'order_state' })

    await play.ship(id, clerk.token)
    await (await database())
      .update(tables.order)
      .set({ paid_at: new Date(Date.now() - 25 * 3_600_000) })
      .where(eq(tables.order.id, id))
    expect((await shared(order_no, payer.token)).status).toBe(404)
    await play.settleAll()
    const closed = await api('POST /v1/user/close', {
      token: payer.token,
      body: { code: (await loginCode({ openid: payer.openid })).code },
    })
    expect(closed.status, closed.text).toBe(204)
    expect((await play.paymentsOf(id)).map((one) => one.payer)).not.toContain(payer.openid)
  })

  test('a second payer ends the attempt of the first, and the order is paid once', async () => {
    const [sku_id] = await skusAt(1_000)
    const [owner, ...payers] = await Promise.all([play.newPayer(), play.newPayer(), play.newPayer()])
    const { body } = await place({ user_id: owner?.id, items: [{ sku_id, count: 1 }], receiver })
    const attempts = await Promise.all(payers.map(({ token }) => toPay(body.order_no, token)))
    for (const {
      body: { payment_no },
    } of attempts.filter(({ status }) => status === 200))
      await payByNumber(payment_no).catch(() => undefined)
    await play.settleAll()
    expect((await play.paymentsOf(body.id)).filter(({ status }) => status === 'paid')).toHaveLength(1)
    expect(await play.moneyFaults()).toEqual([])
  })

  test('no other order can be seen or paid', async () => {
    const [owner, other] = [await play.newPayer(), await play.newPayer()]
    const { order_no, id } = await play.placeOrder(owner)
    for (const no of [order_no, `${order_no.slice(0, -1)}0`, '20000101']) {
      expect((await shared(no, other.token)).status).toBe(404)
      expect((await toPay(no, other.token)).problem).toMatchObject({
        invalid_params: [{ name: 'order_no', code: 'not_found' }],
      })
    }
    expect((await shared('x', other.token)).status).toBe(404)
    for (const no of ['x'.repeat(33), '\0']) expect((await shared(no, other.token)).status).toBe(400)
    expect((await toPay('\0', other.token)).status).toBe(400)
    expect((await api('GET /v1/order/shared/{order_no}', { params: { order_no } })).status).toBe(401)
    for (const body of [{}, { order_id: id, order_no }])
      expect((await api('POST /v1/pay/pre_order', { token: other.token, body })).problem).toMatchObject({
        invalid_params: [{ name: 'order_id', code: 'required' }],
      })
  })
})
