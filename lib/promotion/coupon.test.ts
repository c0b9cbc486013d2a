import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import * as tables from '@/db/tables'
import { currentSettings } from '@/lib/kit/config/settings'
import { env } from '@/lib/kit/env'
import { loginCode } from '@/lib/platform/sandbox/control'
import { faults } from '@/lib/platform/sandbox/fetch'
import { pruneOld } from '@/lib/server/jobs/prune'
import { api } from '@/lib/server/testing/api'
import {
  database,
  newBuyer,
  newProduct,
  newStaff,
  resetParameter,
  setFreight,
  setParameters,
  stockFaults,
  unique,
} from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { rounds } from '@/lib/server/testing/races'
import { migrateDatabase } from '@/lib/server/update-database'
import type { PromotionInput } from './schema'

let staff: Awaited<ReturnType<typeof newStaff>>
let payer: play.Payer
beforeAll(async () => {
  play.usePlatform()
  await migrateDatabase()
  const promotion = ['create', 'update', 'list', 'delete', 'grant', 'over'].map((verb) => `cms.promotion.${verb}`)
  const order = ['list', 'update', 'refund', 'ship'].map((verb) => `cms.order.${verb}`)
  staff = await newStaff([...promotion, ...order, 'cms.coupon.list', 'cms.coupon.revoke'])
})
beforeEach(async () => {
  payer = await play.newPayer()
  await setParameters({ 'order.unpaid_max': 1_000, 'order.unpaid_pieces': 10_000, 'limit.writes_per_minute': 100_000 })
})
afterEach(async () => {
  await (await database()).update(tables.promotion).set({ enabled: false })
  await setFreight(0)
  for (const key of ['coupon.returns', 'coupon.return_days'] as const) await resetParameter(key)
})
afterAll(async () => {
  expect(await play.moneyFaults()).toEqual([])
  expect(await play.lineFaults()).toEqual([])
  expect(await play.promotionFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
})

const day = 86_400_000
const from = (days: number) => new Date(Date.now() + days * day).toISOString()

type Input = Partial<z.input<typeof PromotionInput>>

const inputOf = {
  name: '通用码',
  label: '满50减5',
  gives: 'reduction',
  starts_at: from(-1),
  ends_at: from(1),
  tiers: [{ from_amount: 5_000, off_amount: 500 }],
  coupon_source: 'code',
  per_customer: 1,
} satisfies Input

/**
 * Creates a promotion with coupons that runs now: by default ¥5 off from ¥50, with one coupon for each customer who
 * takes it.
 */
async function offered(changes: Input = {}) {
  const body = { ...inputOf, name: unique('券 '), coupon_source: 'customer' as const, ...changes }
  const reply = await api('POST /cms/promotion', { token: staff.token, body })
  expect(reply).toMatchObject({ status: 201 })
  return reply.body
}

const take = (promotion_id: number, token = payer.token) => api('POST /v1/coupon', { token, body: { promotion_id } })
const redeem = (code: string, token = payer.token) => api('POST /v1/coupon', { token, body: { code } })

/** Creates a promotion with coupons, and takes one of these coupons as a customer. */
async function taken(changes: Input = {}) {
  const promotion = await offered(changes)
  const { status, body } = await take(promotion.id)
  expect(status).toBe(201)
  return { promotion, coupon_id: body.id }
}

async function skuAt(price: number) {
  const { sku } = await newProduct({ skus: [{ price, stock: 1_000 }] })
  return sku.id
}
const place = (body: object, token = payer.token) => api('POST /v1/order', { token, body })
const preview = (body: object, token = payer.token) => api('POST /v1/order/preview', { token, body })
const cancel = (id: number, token = payer.token) => api('POST /v1/order/{id}/cancel', { token, params: { id } })
const couponOf = async (id: number) => {
  const [row] = await (await database()).select().from(tables.coupon).where(eq(tables.coupon.id, id))
  if (!row) throw new Error('no coupon')
  return row
}
const stateOf = async (id: number, token = payer.token) => {
  const { items } = (await api('GET /v1/coupon', { token, query: { size: 100 } })).body
  return items.find((one) => one.id === id)?.state
}

/** Changes a coupon directly in the database, to reach a state that would otherwise take days. */
const set = async (id: number, values: Partial<typeof tables.coupon.$inferInsert>) =>
  (await database()).update(tables.coupon).set(values).where(eq(tables.coupon.id, id))

test('the example of the design, to the fen: a reduction, then a coupon of 15 % with a limit', async () => {
  await offered({
    label: '满200减30',
    tiers: [
      { from_amount: 10_000, off_amount: 1_000 },
      { from_amount: 20_000, off_amount: 3_000 },
    ],
    coupon_source: null,
    per_customer: null,
  })
  const { skus } = await newProduct({ skus: [6_800, 1_000].map((price) => ({ price, stock: 1_000 })) })
  const [first = 0, third = 0] = skus.map(({ id }) => id)
  const { product_id } = skus[0] ?? { product_id: 0 }
  const second = await skuAt(3_990)
  const { coupon_id } = await taken({
    label: '八五折',
    scope: 'products',
    product_ids: [product_id],
    tiers: [{ from_amount: 10_000, off_permille: 150, at_most: 2_000 }],
  })
  const items = [
    { sku_id: first, count: 2 },
    { sku_id: second, count: 1 },
    { sku_id: third, count: 3 },
  ]
  const shown = await preview({ items, coupon_id })
  expect(shown.body).toMatchObject({ total_amount: 15_590, discount_amount: 5_000 })
  const { status, body: order } = await place({ items, coupon_id, expected_amount: 15_590 })
  expect({ status, order }).toMatchObject({
    status: 201,
    order: {
      total_amount: 15_590,
      discounts: [
        { coupon_id: null, amount: 3_000 },
        { coupon_id, label: '八五折', gives: 'reduction', amount: 2_000 },
      ],
    },
  })
  const paid = new Map(order.items.map(({ sku_id, paid_amount }) => [sku_id, paid_amount]))
  expect([first, second, third].map((id) => paid.get(id))).toEqual([9_979, 3_409, 2_202])
  expect(await play.readOrder(payer, order.id)).toMatchObject({ discounts: order.discounts })
  await play.payOrder(payer, order.id)
  await play.settleAll()
  // The pieces of each line in any order, to the last fen.
  const pieces = order.items.flatMap(({ id, count }) => Array.from({ length: count }, () => id))
  for (const order_item_id of pieces.sort(() => Math.random() - 0.5)) {
    await play.refund(order.id, staff.id, { items: [{ order_item_id, count: 1 }] })
    await play.settleAll()
  }
  expect(await play.readOrder(payer, order.id)).toMatchObject({ status: 'refunded', refunded_amount: 15_590 })
})

describe('a coupon', () => {
  test('is taken once for each that a customer may have, and lists its terms', async () => {
    const promotion = await offered({ per_customer: 2, valid_days: 7 })
    const first = await take(promotion.id)
    expect(first).toMatchObject({
      status: 201,
      body: { state: 'usable', source: 'customer', promotion: { id: promotion.id, label: '满50减5', per_customer: 2 } },
    })
    expect(Date.parse(first.body.ends_at) - Date.parse(first.body.starts_at)).toBe(7 * day)
    expect((await take(promotion.id)).status).toBe(201)
    expect(await take(promotion.id)).toMatchObject({
      status: 409,
      problem: { code: 'limit_reached', of: 'per_customer' },
    })
    const { items } = (await api('GET /v1/coupon', { token: payer.token, query: { state: 'usable' } })).body
    expect(items.map((one) => one.promotion.id)).toEqual([promotion.id, promotion.id])
    expect(
      (await api('GET /cms/promotion/{id}', { token: staff.token, params: { id: promotion.id } })).body,
    ).toMatchObject({
      taken_count: 2,
      held_count: 0,
      used_count: 0,
    })
  })

  test('is offered while it runs, and its last ones are counted', async () => {
    const { id } = await offered({ total: 3, per_customer: 1 })
    const shown = async () => (await api('GET /v1/promotion')).body.find((one) => one.id === id)
    expect(await shown()).toMatchObject({ coupon_source: 'customer', left: 3 })
    expect((await take(id)).status).toBe(201)
    expect(await shown()).toMatchObject({ left: 2 })
    for (const _ of [1, 2]) expect((await take(id, (await newBuyer()).token)).status).toBe(201)
    expect(await take(id, (await newBuyer()).token)).toMatchObject({ status: 409, problem: { of: 'total' } })
  })

  test.each<[fault: string, changes: Input]>([
    ['that is stopped', { enabled: false }],
    ['that begins later', { starts_at: from(0.5) }],
    ['that is over', { starts_at: from(-2), ends_at: from(-1) }],
    ['by code', { coupon_source: 'code' }],
    ['from staff', { coupon_source: 'staff' }],
    ['for new customers', { coupon_source: 'registration' }],
    ['that needs no coupon', { coupon_source: null, per_customer: null }],
  ])('%s cannot be taken', async (_, changes) => {
    const { id } = await offered(changes)
    expect(await take(id)).toMatchObject({ status: 404, problem: { code: 'not_found' } })
  })

  test('for a first order needs a mini-program user without a paid order', async () => {
    const { id } = await offered({ audience: 'first_order' })
    const refused = { status: 409, problem: { code: 'coupon_unusable', reason: 'first_order' } }
    expect(await take(id, (await newBuyer()).token)).toMatchObject(refused)
    const { body } = await take(id)
    const sku_id = await skuAt(5_000)
    await play.paidOrder(payer)
    const items = [{ sku_id, count: 1 }]
    expect(await place({ items, coupon_id: body.id })).toMatchObject(refused)
    expect((await preview({ items })).body.coupons).toMatchObject([
      { id: body.id, usable: false, reason: 'first_order' },
    ])
  })

  test('for a first order reduces one order, however many coupons of it a customer has', async () => {
    const { id } = await offered({ audience: 'first_order', per_customer: 2 })
    const [first, second] = [(await take(id)).body.id, (await take(id)).body.id]
    const items = [{ sku_id: await skuAt(5_000), count: 1 }]
    const { body: order } = await place({ items, coupon_id: first })
    expect(order).toMatchObject({ total_amount: 4_500 })
    const refused = { status: 409, problem: { code: 'coupon_unusable', reason: 'first_order' } }
    expect(await place({ items, coupon_id: second })).toMatchObject(refused)
    await api('POST /v1/order/{id}/cancel', { token: payer.token, params: { id: order.id }, body: {} })
    expect(await place({ items, coupon_id: second })).toMatchObject({ status: 201, body: { total_amount: 4_500 } })
  })

  test('stays good after its promotion was stopped, and after its end if it is valid for days', async () => {
    const { promotion, coupon_id } = await taken({ valid_days: 30 })
    await api('PUT /cms/promotion/{id}', {
      token: staff.token,
      params: { id: promotion.id },
      body: { enabled: false, version: promotion.version },
    })
    await (await database())
      .update(tables.promotion)
      .set({ ends_at: new Date(from(-0.5)) })
      .where(eq(tables.promotion.id, promotion.id))
    const items = [{ sku_id: await skuAt(5_000), count: 1 }]
    expect(await place({ items, coupon_id })).toMatchObject({ status: 201, body: { total_amount: 4_500 } })
  })

  test('does not reduce orders without it', async () => {
    await taken()
    const items = [{ sku_id: await skuAt(5_000), count: 1 }]
    expect((await place({ items })).body).toMatchObject({ total_amount: 5_000, discounts: [] })
  })
})

describe('a coupon that does not apply is refused with its reason', () => {
  const refusal = async (coupon_id: number, price = 5_000) => {
    const items = [{ sku_id: await skuAt(price), count: 1 }]
    const { coupons } = (await preview({ items })).body
    const placed = await place({ items, coupon_id })
    const previewed = await preview({ items, coupon_id })
    expect(previewed).toMatchObject({ status: placed.status, problem: { code: placed.problem.code } })
    expect(placed).toMatchObject({ status: 409, problem: { code: 'coupon_unusable', coupon_id } })
    const { reason, missing_amount, missing_pieces } = placed.problem
    return { placed: { reason, missing_amount, missing_pieces }, listed: coupons.find(({ id }) => id === coupon_id) }
  }

  test('below its threshold', async () => {
    const { coupon_id } = await taken()
    const missing = { reason: 'below', missing_amount: 1 }
    expect(await refusal(coupon_id, 4_999)).toMatchObject({ placed: missing, listed: { usable: false, ...missing } })
  })

  test('for other goods', async () => {
    const { product_id } = (await newProduct()).sku
    const { coupon_id } = await taken({ scope: 'products', product_ids: [product_id] })
    expect(await refusal(coupon_id)).toMatchObject({ placed: { reason: 'scope' }, listed: { reason: 'scope' } })
  })

  test('with goods of a promotion that is not combined', async () => {
    await offered({ exclusive: true, coupon_source: null, per_customer: null })
    const { coupon_id } = await taken()
    expect(await refusal(coupon_id)).toMatchObject({ placed: { reason: 'exclusive' } })
  })

  test('where it saves nothing, because the shipping fee would be due', async () => {
    await setFreight(600, 5_000)
    const { coupon_id } = await taken()
    expect(await refusal(coupon_id)).toMatchObject({ placed: { reason: 'no_gain' }, listed: { off_amount: 0 } })
  })

  test('for shipping that is free', async () => {
    const { coupon_id } = await taken({ gives: 'freight', tiers: [{ from_pieces: 1, off_permille: 1_000 }] })
    expect(await refusal(coupon_id)).toMatchObject({ placed: { reason: 'no_gain' } })
  })

  test('in another order, used, over, revoked, or too early', async () => {
    const { coupon_id } = await taken()
    const items = [{ sku_id: await skuAt(5_000), count: 1 }]
    const { body: order } = await place({ items, coupon_id })
    expect(await refusal(coupon_id)).toMatchObject({ placed: { reason: 'held' }, listed: { reason: 'held' } })
    expect(await stateOf(coupon_id)).toBe('held')
    await play.payOrder(payer, order.id)
    await play.settleAll()
    expect(await refusal(coupon_id)).toMatchObject({ placed: { reason: 'used' }, listed: undefined })

    const { coupon_id: over } = await taken()
    await set(over, { starts_at: new Date(from(-2)), ends_at: new Date(from(-1)) })
    expect(await refusal(over)).toMatchObject({ placed: { reason: 'expired' }, listed: undefined })
    await set(over, { revoked_at: new Date() })
    expect(await refusal(over)).toMatchObject({ placed: { reason: 'revoked' } })
    const { coupon_id: early } = await taken()
    await set(early, { starts_at: new Date(from(0.5)) })
    expect(await refusal(early)).toMatchObject({ placed: { reason: 'upcoming' }, listed: { reason: 'upcoming' } })
  })

  test('of another customer, or unknown', async () => {
    const { coupon_id } = await taken()
    const other = await play.newPayer()
    const items = [{ sku_id: await skuAt(5_000), count: 1 }]
    const unknown = { status: 400, problem: { invalid_params: [{ name: 'coupon_id', code: 'not_found' }] } }
    expect(await place({ items, coupon_id }, other.token)).toMatchObject(unknown)
    expect(await preview({ items, coupon_id }, other.token)).toMatchObject(unknown)
    expect(await place({ items, coupon_id: 2_147_483_647 })).toMatchObject(unknown)
    expect(await couponOf(coupon_id)).toMatchObject({ order_id: null })
  })
})

test('the preview lists what each coupon saves, and chooses the best one', async () => {
  const small = await taken({ label: '满50减5' })
  const large = await taken({ label: '满80减20', tiers: [{ from_amount: 8_000, off_amount: 2_000 }] })
  const sku_id = await skuAt(4_000)
  const best = async (count: number) => (await preview({ items: [{ sku_id, count }], best_coupon: true })).body
  expect(await best(1)).toMatchObject({ total_amount: 4_000, discounts: [] })
  const two = await best(2)
  expect(two).toMatchObject({ total_amount: 6_000, discounts: [{ coupon_id: large.coupon_id, amount: 2_000 }] })
  expect(two.coupons.map(({ id, off_amount, usable }) => ({ id, off_amount, usable }))).toEqual([
    { id: small.coupon_id, off_amount: 500, usable: true },
    { id: large.coupon_id, off_amount: 2_000, usable: true },
  ])
  const { body } = await place({ items: [{ sku_id, count: 2 }], coupon_id: large.coupon_id, expected_amount: 6_000 })
  expect(body).toMatchObject({ total_amount: 6_000 })
  expect(await best(2)).toMatchObject({ total_amount: 7_500, discounts: [{ coupon_id: small.coupon_id }] })
})

describe('the coupon of an order', () => {
  const ordered = async (changes: Input = {}) => {
    const { coupon_id, promotion } = await taken(changes)
    const items = [{ sku_id: await skuAt(5_000), count: 1 }]
    const { status, body } = await place({ items, coupon_id })
    expect(status).toBe(201)
    return { coupon_id, promotion, id: body.id, total_amount: body.total_amount }
  }
  const paid = async (changes: Input = {}) => {
    const order = await ordered(changes)
    const { payment_no } = await play.payOrder(payer, order.id)
    await play.settleAll()
    return { ...order, payment_no }
  }
  /**
   * Pays an order with a late callback. Before the callback arrives, the customer cancels the order, while the provider
   * does not respond.
   */
  const payLate = async (id: number) => {
    await play.payOrder(payer, id, 'late')
    for (let at = 0; at < 6; at++) faults.next('timeout')
    await cancel(id)
  }
  const arrive = async () => {
    faults.clear()
    await play.deliver(play.inSeconds(120))
    await play.settleAll()
  }
  const refundAll = async (id: number) => {
    const line = await play.lineOf(id)
    await play.refund(id, staff.id, { items: [{ order_item_id: line.id, count: 1 }] })
    await play.settleAll()
  }

  test('is free again when the order is canceled or not paid in time', async () => {
    const { coupon_id, id } = await ordered()
    expect(await couponOf(coupon_id)).toMatchObject({ order_id: id, used_at: null })
    await cancel(id)
    expect(await stateOf(coupon_id)).toBe('usable')
    const items = [{ sku_id: await skuAt(5_000), count: 1 }]
    const { body } = await place({ items, coupon_id })
    await play.expire([body.id])
    await play.cron('expire')
    expect(await stateOf(coupon_id)).toBe('usable')
  })

  test('is used when the order is paid, and stays used after a return', async () => {
    const { coupon_id, id } = await paid()
    expect(await couponOf(coupon_id)).toMatchObject({ order_id: id, used_at: expect.any(Date) })
    await play.ship(id, staff.token)
    await refundAll(id)
    expect((await play.readOrder(payer, id)).status).toBe('refunded')
    expect(await stateOf(coupon_id)).toBe('used')
  })

  test('is returned when everything was refunded before anything was shipped, for at least seven days', async () => {
    const { coupon_id, id } = await paid()
    await refundAll(id)
    const coupon = await couponOf(coupon_id)
    expect(coupon).toMatchObject({ order_id: null, used_at: null })
    expect(coupon.ends_at.getTime()).toBeGreaterThan(Date.now() + 6.9 * day)
    expect(await stateOf(coupon_id)).toBe('usable')
    expect(await play.readOrder(payer, id)).toMatchObject({ discounts: [{ coupon_id }] })
  })

  test('is returned as the settings say', async () => {
    await setParameters({ 'coupon.returns': 'never' })
    const never = await paid()
    await refundAll(never.id)
    expect(await stateOf(never.coupon_id)).toBe('used')
    await setParameters({ 'coupon.returns': 'refunded', 'coupon.return_days': 1 })
    const shipped = await paid()
    await play.ship(shipped.id, staff.token)
    await refundAll(shipped.id)
    expect(await stateOf(shipped.coupon_id)).toBe('usable')
  })

  test('is taken again by a late payment, although it is over', async () => {
    const { coupon_id, id } = await ordered()
    await payLate(id)
    await set(coupon_id, { starts_at: new Date(from(-2)), ends_at: new Date(from(-1)) })
    await arrive()
    expect(await play.readOrder(payer, id)).toMatchObject({ status: 'paid', paid_amount: 4_500 })
    expect(await couponOf(coupon_id)).toMatchObject({ order_id: id, used_at: expect.any(Date) })
  })

  test('in another order meanwhile, the late payment is paid back, and nothing else changes', async () => {
    const { coupon_id, id } = await ordered()
    await payLate(id)
    const items = [{ sku_id: await skuAt(5_000), count: 1 }]
    const { body: second } = await place({ items, coupon_id })
    await arrive()
    expect(await play.readOrder(payer, id)).toMatchObject({ status: 'cancelled' })
    expect((await play.refundsOf(id)).map(({ amount, status }) => ({ amount, status }))).toEqual([
      { amount: 4_500, status: 'succeeded' },
    ])
    expect(await couponOf(coupon_id)).toMatchObject({ order_id: second.id, used_at: null })
  })

  test('is free again where the stock of a late payment is gone', async () => {
    const { coupon_id } = await taken()
    const { sku } = await newProduct({ skus: [{ price: 5_000, stock: 1 }] })
    const items = [{ sku_id: sku.id, count: 1 }]
    const { body } = await place({ items, coupon_id })
    const other = await play.newPayer()
    await payLate(body.id)
    await place({ items }, other.token)
    await arrive()
    expect((await play.readOrder(payer, body.id)).status).toBe('cancelled')
    expect(await stateOf(coupon_id)).toBe('usable')
  })

  test('is free again where staff lower the price until nothing is left of its reduction', async () => {
    const { coupon_id, id } = await ordered()
    const { body } = await api('GET /cms/order/{id}', { token: staff.token, params: { id } })
    const line = body.items[0]?.id
    const reprice = { version: body.version, items: [{ order_item_id: line, price: 1 }] }
    const repriced = await api('PUT /cms/order/{id}', { token: staff.token, params: { id }, body: reprice })
    expect(repriced.body).toMatchObject({ promotion_amount: 0, discounts: [] })
    expect(await stateOf(coupon_id)).toBe('usable')
  })
})

describe('a code', () => {
  const codesOf = async (id: number, count = 1) => {
    const reply = await api('POST /cms/promotion/{id}/code', { token: staff.token, params: { id }, body: { count } })
    expect(reply.status).toBe(200)
    return reply.body.codes
  }
  const missing = { status: 404, problem: { code: 'not_found' } }

  test('gives one customer one coupon, however it is typed', async () => {
    const { id } = await offered({ coupon_source: 'code' })
    const [code = '', other = ''] = await codesOf(id, 2)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/)
    const typed = ` ${code
      .toLowerCase()
      .replaceAll('0', 'o')
      .replaceAll('1', 'l')
      .replace(/(.{4})/g, '$1-')} `
    expect(await redeem(typed.trim())).toMatchObject({ status: 201, body: { source: 'code', promotion: { id } } })
    expect(await redeem(code)).toMatchObject(missing)
    expect(await redeem(code, (await newBuyer()).token)).toMatchObject(missing)
    expect(await redeem(other)).toMatchObject({ status: 409, problem: { of: 'per_customer' } })
    expect((await redeem(other, (await newBuyer()).token)).status).toBe(201)
  })

  test('is listed for staff until it is used', async () => {
    const { id } = await offered({ coupon_source: 'code' })
    const codes = await codesOf(id, 3)
    const unused = async () =>
      (await api('GET /cms/promotion/{id}/code', { token: staff.token, params: { id } })).body.codes
    expect(await unused()).toEqual(codes)
    await redeem(codes[1] ?? '')
    expect(await unused()).toEqual([codes[0], codes[2]])
    const nowhere = { token: staff.token, params: { id: 2_147_483_647 } }
    expect((await api('GET /cms/promotion/{id}/code', nowhere)).status).toBe(404)
  })

  test('is not found after the promotion was stopped', async () => {
    const { id } = await offered({ coupon_source: 'code' })
    const [code = ''] = await codesOf(id)
    await (await database()).update(tables.promotion).set({ enabled: false })
    expect(await redeem(code)).toMatchObject(missing)
  })

  test('cannot be guessed: ten wrong ones an hour, and right ones do not count', async () => {
    const { id } = await offered({ coupon_source: 'code', per_customer: 99 })
    const codes = await codesOf(id, 13)
    for (const code of codes.slice(0, 12)) expect((await redeem(code)).status).toBe(201)
    for (let guess = 0; guess < 10; guess++) expect(await redeem('000000000000')).toMatchObject(missing)
    const blocked = { status: 429, problem: { code: 'too_many_requests' } }
    expect(await redeem('000000000000')).toMatchObject(blocked)
    expect(await redeem(codes[12] ?? '')).toMatchObject(blocked)
    expect((await redeem(codes[12] ?? '', (await newBuyer()).token)).status).toBe(201)
  })

  test('in a wrong form is refused at its field, and does not count as a guess', async () => {
    const { id } = await offered({ coupon_source: 'code', per_customer: 99 })
    const [code = ''] = await codesOf(id)
    const token = (await newBuyer()).token
    const refused = {
      status: 400,
      problem: { code: 'invalid_request', invalid_params: [{ in: 'body', name: 'code' }] },
    }
    for (const wrong of ['0', '—', '\u200b', 'A'.repeat(21), code.slice(0, 3), `${code}!`, '茶'.repeat(12)])
      for (let time = 0; time < 2; time++) expect(await redeem(wrong, token), wrong).toMatchObject(refused)
    const typed = `“\u202d${[...code].join('＿.－\u2011\u2212\u200b')}\u202c”`
    expect(await redeem(typed, token)).toMatchObject({ status: 201, body: { source: 'code' } })
    for (let guess = 0; guess < 10; guess++) expect(await redeem('000000000000', token)).toMatchObject(missing)
  })

  test('shared by all gives each customer a coupon, while there are any', async () => {
    const shared_code = `CHAOIL${unique('')
      .replaceAll(/[^0-9a-z]/gi, '')
      .slice(-6)}`.toUpperCase()
    const { id } = await offered({ coupon_source: 'code', shared_code, total: 3 })
    const [code = ''] = await codesOf(id)
    const typed = [shared_code.toLowerCase(), ` ${shared_code.replace('OIL', '01l').replace(/(.{3})/g, '$1-')} `]
    for (const one of typed)
      expect(await redeem(one, (await newBuyer()).token)).toMatchObject({
        status: 201,
        body: { source: 'code', promotion: { id } },
      })
    const body = (await redeem(code)).body
    expect([body.promotion.id, 'shared_code' in body.promotion]).toEqual([id, false])
    expect(await redeem(shared_code)).toMatchObject({ status: 409, problem: { of: 'per_customer' } })
    const last = { status: 409, problem: { code: 'limit_reached', of: 'total' } }
    expect(await redeem(shared_code, (await newBuyer()).token)).toMatchObject(last)
  })

  test('shared by all counts as a guess if it is wrong, and is as unknown when it is over as one that never was', async () => {
    const shared_code = unique('GONE')
      .toUpperCase()
      .replaceAll(/[^0-9A-Z]/g, '')
      .slice(-20)
    const { id } = await offered({ coupon_source: 'code', shared_code })
    await (await database()).update(tables.promotion).set({ enabled: false }).where(eq(tables.promotion.id, id))
    const { token } = await newBuyer()
    const [over, never] = [await redeem(shared_code, token), await redeem('N0NE5UCH', token)]
    expect(over).toMatchObject(missing)
    expect(over.problem.detail).toBe(never.problem.detail)
    for (let guess = 2; guess < 10; guess++) expect(await redeem('N0NE5UCH', token)).toMatchObject(missing)
    expect(await redeem('N0NE5UCH', token)).toMatchObject({ status: 429 })
  })

  test('is shared by one promotion that runs, and by no other kind of coupon', async () => {
    const shared_code = unique('OIL')
      .toUpperCase()
      .replaceAll(/[^0-9A-Z]/g, '')
      .slice(-20)
    const { id, name, version } = await offered({ coupon_source: 'code', shared_code })
    const create = (changes: Input) =>
      api('POST /cms/promotion', { token: staff.token, body: { ...inputOf, ...changes } })
    const fault = (code: string, params = {}) => ({
      problem: { invalid_params: [{ in: 'body', name: 'shared_code', code, ...params }] },
    })
    const own = { params: { id, name } }
    const alike = shared_code.replaceAll('O', '0').replaceAll('I', '1').replaceAll('L', '1').toLowerCase()
    expect(await create({ shared_code: alike })).toMatchObject({ status: 409, ...fault('already_exists', own) })
    const [code = ''] = await codesOf(id)
    expect(await create({ shared_code: code })).toMatchObject({ status: 409, ...fault('already_exists', own) })
    for (const wrong of ['abc', 'A'.repeat(21), '茶友茶友', 'AB_!12'])
      expect(await create({ shared_code: wrong }), wrong).toMatchObject({ status: 400, ...fault('invalid_format') })
    const elsewhere = await create({ shared_code: 'ELSEWHERE', coupon_source: 'customer' })
    expect(elsewhere).toMatchObject({ status: 400, ...fault('not_allowed') })
    const stopped = await create({ shared_code, enabled: false })
    expect(stopped.status).toBe(201)
    const start = { enabled: true, version: stopped.body.version }
    const put = (one: number, body: object) =>
      api('PUT /cms/promotion/{id}', { token: staff.token, params: { id: one }, body: { version, ...body } })
    expect(await put(stopped.body.id, start)).toMatchObject({ status: 409, ...fault('already_exists') })
    const copied = await api('POST /cms/promotion/{id}/duplicate', { token: staff.token, params: { id } })
    expect(copied.body).toMatchObject({ shared_code: null, enabled: false })
    expect((await put(id, { enabled: false })).status).toBe(200)
    expect((await put(stopped.body.id, start)).status).toBe(200)
    expect((await redeem(shared_code)).body).toMatchObject({ promotion: { id: stopped.body.id } })
  })

  test('exists only for coupons by code, and at most as often as there are coupons', async () => {
    const create = (id: number, count: number) =>
      api('POST /cms/promotion/{id}/code', { token: staff.token, params: { id }, body: { count } })
    expect(await create((await offered()).id, 1)).toMatchObject({ status: 409, problem: { code: 'in_use' } })
    const { id } = await offered({ coupon_source: 'code', total: 3 })
    expect((await create(id, 2)).status).toBe(200)
    expect(await create(id, 2)).toMatchObject({ status: 409, problem: { code: 'limit_reached' } })
    expect(await create(id, 10_001)).toMatchObject({ status: 400 })
  })
})

describe('staff', () => {
  const grant = (id: number, user_ids: number[]) =>
    api('POST /cms/promotion/{id}/grant', { token: staff.token, params: { id }, body: { user_ids } })
  const revoke = (id: number) =>
    api('POST /cms/coupon/{id}/revoke', { token: staff.token, params: { id }, body: { note: '重复发放' } })

  test('grant coupons, also before the promotion begins, and read who got none', async () => {
    const { id } = await offered({ starts_at: from(0.5), audience: 'everyone' })
    const { id: user_id } = await newBuyer()
    expect((await grant(id, [user_id, user_id, staff.id, 2_147_483_647])).body.results).toEqual(
      [
        { user_id, coupon_id: expect.any(Number), reason: null },
        ...[staff.id, 2_147_483_647]
          .sort((a, b) => a - b)
          .map((one) => ({ user_id: one, coupon_id: null, reason: 'not_found' })),
      ].sort((a, b) => a.user_id - b.user_id),
    )
    expect((await grant(id, [user_id])).body.results).toMatchObject([{ coupon_id: null, reason: 'limit_reached' }])
  })

  test('grant nothing where too few coupons are left for all', async () => {
    const { id } = await offered({ total: 1 })
    const two = [(await newBuyer()).id, (await newBuyer()).id]
    expect(await grant(id, two)).toMatchObject({ status: 409, problem: { code: 'limit_reached', of: 'total' } })
    expect(await (await database()).$count(tables.coupon, eq(tables.coupon.promotion_id, id))).toBe(0)
  })

  test('revoke only what they have granted and no order has', async () => {
    const { id } = await offered()
    const user = await newBuyer()
    const [result] = (await grant(id, [user.id])).body.results
    const coupon_id = result?.coupon_id ?? 0
    expect(await revoke(coupon_id)).toMatchObject({
      status: 200,
      body: { state: 'revoked', customer: { id: user.id } },
    })
    expect(await revoke(coupon_id)).toMatchObject({ status: 409, problem: { code: 'in_use' } })
    const own = await taken()
    expect(await revoke(own.coupon_id)).toMatchObject({ status: 409, problem: { code: 'in_use' } })
    await set(own.coupon_id, { source: 'staff' })
    await place({ items: [{ sku_id: await skuAt(5_000), count: 1 }], coupon_id: own.coupon_id })
    expect(await revoke(own.coupon_id)).toMatchObject({
      status: 409,
      problem: { detail: expect.stringContaining('held') },
    })
  })

  test('list coupons by customer, promotion and state', async () => {
    const { coupon_id, promotion } = await taken()
    const list = async (query: Record<string, string | number>) =>
      (await api('GET /cms/coupon', { token: staff.token, query })).body.items.map(({ id }) => id)
    expect(await list({ user_id: payer.id })).toEqual([coupon_id])
    expect(await list({ promotion_id: promotion.id, state: 'usable' })).toEqual([coupon_id])
    expect(await list({ promotion_id: promotion.id, state: 'used' })).toEqual([])
  })

  test('can mend the terms of coupons that no customer has, although their promotion runs', async () => {
    const { id } = await offered({ total: 5 })
    const tiers = [{ from_amount: 6_000, off_amount: 600 }]
    const changed = await api('PUT /cms/promotion/{id}', {
      token: staff.token,
      params: { id },
      body: { tiers, total: 4, per_customer: 2 },
    })
    expect(changed).toMatchObject({ status: 200, body: { tiers, total: 4, per_customer: 2 } })
    await take(id)
    const fixed = { token: staff.token, params: { id }, body: { per_customer: 1 } }
    expect(await api('PUT /cms/promotion/{id}', fixed)).toMatchObject({ status: 409, problem: { code: 'in_use' } })
  })

  test('duplicate a promotion, which begins tomorrow and is stopped', async () => {
    const { id, name, tiers } = await offered({ total: 5, valid_days: 3 })
    await take(id)
    const copy = await api('POST /cms/promotion/{id}/duplicate', { token: staff.token, params: { id } })
    expect(copy).toMatchObject({
      status: 201,
      body: { name: `${name}（副本）`, tiers, total: 5, valid_days: 3, taken_count: 0, state: 'stopped' },
    })
    expect(Date.parse(copy.body.starts_at)).toBeGreaterThan(Date.now())
  })

  test('cannot change terms once a coupon was taken, but more of them are possible', async () => {
    const promotion = await offered({ total: 5, starts_at: from(0.5) })
    const { id } = await newBuyer()
    await grant(promotion.id, [id])
    const put = (changes: object) =>
      api('PUT /cms/promotion/{id}', {
        token: staff.token,
        params: { id: promotion.id },
        body: { version: promotion.version, ...changes },
      })
    for (const changes of [{ valid_days: 3 }, { coupon_source: 'staff' }, { total: 4 }, { per_customer: 2 }])
      expect(await put(changes)).toMatchObject({ status: 409, problem: { code: 'in_use' } })
    expect(await put({ total: 6 })).toMatchObject({ status: 200, body: { total: 6, taken_count: 1 } })
    await put({ enabled: false })
    expect(await api('DELETE /cms/promotion/{id}', { token: staff.token, params: { id: promotion.id } })).toMatchObject(
      { status: 409, problem: { code: 'in_use', detail: expect.stringContaining('Coupons') } },
    )
  })

  test.each<[fault: string, changes: Input, name: string]>([
    ['coupons without a limit for a customer', { per_customer: null }, 'per_customer'],
    ['a number of coupons without coupons', { coupon_source: null, total: 5 }, 'total'],
    ['days without coupons', { coupon_source: null, valid_days: 5 }, 'valid_days'],
  ])('cannot save %s', async (_, changes, name) => {
    const body = { ...(await offered()), ...changes }
    const { label, gives, starts_at, ends_at, tiers, coupon_source, per_customer, total, valid_days } = body
    const input = {
      name: '券',
      label,
      gives,
      starts_at,
      ends_at,
      tiers,
      coupon_source,
      per_customer,
      total,
      valid_days,
    }
    expect(await api('POST /cms/promotion', { token: staff.token, body: input })).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ name }] },
    })
  })
})

describe('an account that is closed', () => {
  const takenOf = async (id: number) =>
    (await api('GET /cms/promotion/{id}', { token: staff.token, params: { id } })).body.taken_count
  const close = async ({ token, openid }: Pick<play.Payer, 'token' | 'openid'>) => {
    const { code } = await loginCode({ openid })
    expect((await api('DELETE /v1/user', { token, body: { code }, ip: unique('ip') })).status).toBe(204)
  }

  test('gives back what it has not used, and gets none again', async () => {
    const [{ id }, used] = [await offered({ total: 1 }), await offered({ total: 1, coupon_source: 'code' })]
    const { body } = await api('POST /cms/promotion/{id}/code', {
      token: staff.token,
      params: { id: used.id },
      body: { count: 1 },
    })
    const coupon = (await redeem(body.codes[0] ?? '')).body
    const order = await place({ items: [{ sku_id: await skuAt(6_000), count: 1 }], coupon_id: coupon.id })
    await play.payOrder(payer, order.body.id)
    await play.deliver()
    expect((await play.ship(order.body.id, staff.token)).status).toBe(200)
    expect((await take(id)).status).toBe(201)
    expect((await take(id, (await play.newPayer()).token)).problem).toMatchObject({ of: 'total' })
    await close(payer)
    expect([await takenOf(id), await takenOf(used.id)]).toEqual([0, 1])
    const again = await play.newPayer(payer.openid)
    expect((await take(id, again.token)).problem).toMatchObject({ code: 'limit_reached', of: 'per_customer' })
    expect((await take(id, (await play.newPayer()).token)).status).toBe(201)
  })

  test('has taken one of three: of the rest, the next account gets two', async () => {
    const { id } = await offered({ per_customer: 3 })
    expect((await take(id)).status).toBe(201)
    await close(payer)
    const { token } = await play.newPayer(payer.openid)
    expect([await take(id, token), await take(id, token), await take(id, token)].map(({ status }) => status)).toEqual([
      201, 201, 409,
    ])
  })
})

test('outside of the sandbox, only an account with a mini-program user takes coupons', async () => {
  const [{ id }, coded] = [await offered({ total: 50 }), await offered({ coupon_source: 'code' })]
  const { body } = await api('POST /cms/promotion/{id}/code', {
    token: staff.token,
    params: { id: coded.id },
    body: { count: 1 },
  })
  const [code = ''] = body.codes
  const buyer = await newBuyer()
  const variables = env()
  variables.SANDBOX = false
  try {
    const missing = { status: 409, problem: { code: 'payer_missing' } }
    expect(await take(id, buyer.token)).toMatchObject(missing)
    expect(await redeem(code, buyer.token)).toMatchObject(missing)
    const db = await database()
    await db.insert(tables.identity).values({ user_id: buyer.id, type: 200, identifier: unique('o') })
    expect((await take(id, buyer.token)).status).toBe(201)
    expect((await redeem(code, buyer.token)).status).toBe(201)
  } finally {
    variables.SANDBOX = true
  }
})

describe('new customers', () => {
  test('get the coupons for them with their first mini-program user, once', async () => {
    const { id } = await offered({ coupon_source: 'registration', total: 2 })
    const sources = async (token: string) =>
      (await api('GET /v1/coupon', { token })).body.items.map(({ source, promotion }) => [source, promotion.id])
    const openid = unique('o')
    const first = await play.newPayer(openid)
    expect(await sources(first.token)).toEqual([['registration', id]])
    const again = await play.newPayer(openid)
    expect(await sources(again.token)).toEqual([['registration', id]])
    expect(await sources((await newBuyer()).token)).toEqual([])
    await play.newPayer()
    expect(await sources((await play.newPayer()).token)).toEqual([])
  })

  describe('that have closed an account', () => {
    async function close(token: string, openid: string) {
      const { code } = await loginCode({ openid })
      expect((await api('DELETE /v1/user', { token, body: { code }, ip: unique('ip') })).status).toBe(204)
    }
    /**
     * Returns a customer's number of coupons, the status of the response to taking a first-order coupon, and the
     * discount of an order that is previewed.
     */
    async function treatmentOf(token: string, promotion_id: number, sku_id: number) {
      const { body } = await api('GET /v1/coupon', { token })
      const { status } = await take(promotion_id, token)
      const shown = await preview({ items: [{ sku_id, count: 1 }] }, token)
      return { coupons: body.items.length, status, off: shown.body.discount_amount }
    }

    test('get nothing again that was given to them as new customers', async () => {
      const [sku_id] = [await skuAt(6_000), await offered({ coupon_source: 'registration' })]
      const first = await offered({ audience: 'first_order' })
      await offered({
        audience: 'first_order',
        coupon_source: null,
        per_customer: null,
        tiers: [{ from_amount: 1_000, off_amount: 300 }],
      })
      const openid = unique('o')
      const { token } = await play.newPayer(openid)
      expect(await treatmentOf(token, first.id, sku_id)).toEqual({ coupons: 1, status: 201, off: 300 })
      await close(token, openid)
      const again = await play.newPayer(openid)
      expect(await treatmentOf(again.token, first.id, sku_id)).toEqual({ coupons: 0, status: 409, off: 0 })
      // Also after a second account, and with an account that existed before.
      await close(again.token, openid)
      const joined = await newBuyer()
      const { code } = await loginCode({ openid })
      await api('PUT /v1/user/mini_program', { token: joined.token, body: { code }, ip: unique('ip') })
      expect(await treatmentOf(joined.token, first.id, sku_id)).toEqual({ coupons: 0, status: 409, off: 0 })
      expect(JSON.stringify(await (await database()).select().from(tables.former_customer))).not.toContain(openid)
    })

    test('are new customers if they had got nothing, and 400 days later', async () => {
      const openid = unique('o')
      await close((await play.newPayer(openid)).token, openid)
      const [sku_id] = [await skuAt(6_000), await offered({ coupon_source: 'registration' })]
      const first = await offered({ audience: 'first_order' })
      const { token } = await play.newPayer(openid)
      expect(await treatmentOf(token, first.id, sku_id)).toEqual({ coupons: 1, status: 201, off: 0 })
      await close(token, openid)
      const db = await database()
      await db.update(tables.former_customer).set({ closed_at: new Date(Date.now() - 400 * day) })
      await pruneOld(await currentSettings(db))
      expect(await db.$count(tables.former_customer)).toBe(0)
      const later = await play.newPayer(openid)
      expect(await treatmentOf(later.token, first.id, sku_id)).toEqual({ coupons: 1, status: 201, off: 0 })
    })
  })
})

test('random orders with random coupons: the preview is the order, and its parts are its sums', async () => {
  await setFreight(800, 15_000)
  const skus = await Promise.all([1, 99, 2_500, 7_777, 12_345].map(skuAt))
  await offered({
    coupon_source: null,
    per_customer: null,
    repeats: true,
    tiers: [{ from_amount: 5_000, off_amount: 777 }],
  })
  const terms: Input[] = [
    { tiers: [{ from_amount: 3_000, off_amount: 333 }] },
    { tiers: [{ from_pieces: 2, off_permille: 123, at_most: 4_000 }] },
    { gives: 'freight', tiers: [{ from_amount: 1_000, off_permille: 1_000 }] },
    { tiers: [{ from_amount: 1, off_permille: 999 }], exclusive: true },
  ]
  const promotions = await Promise.all(terms.map((one) => offered({ ...one, per_customer: 999 })))
  let applied = 0
  const count = rounds(400)
  for (let round = 0; round < count; round++) {
    const { id } = promotions[Math.floor(Math.random() * promotions.length)] ?? { id: 0 }
    const coupon_id = (await take(id)).body.id
    const items = skus.flatMap((sku_id) => {
      const count = Math.floor(Math.random() * 4)
      return count > 0 ? [{ sku_id, count }] : []
    })
    if (items.length === 0) continue
    const shown = await preview({ items, coupon_id })
    const placed = await place({ items, coupon_id, expected_amount: shown.body.total_amount })
    expect(placed.status === 201).toBe(shown.status === 200)
    if (shown.status !== 200) {
      expect(placed.problem).toMatchObject({ code: 'coupon_unusable', reason: shown.problem.reason })
      continue
    }
    applied += 1
    const { body } = placed
    expect({ ...body, items: body.items.map(({ id: _, ...item }) => item) }).toMatchObject({
      items: shown.body.items.map(({ deal_pieces: _, ...item }) => item),
      discounts: shown.body.discounts,
      total_amount: shown.body.total_amount,
    })
    const own = shown.body.coupons.find((one) => one.id === coupon_id)
    expect(own).toMatchObject({ usable: true })
    await cancel(body.id)
  }
  expect(applied).toBeGreaterThan(count / 8)
}, 120_000)
