import { and, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { loginCode } from '@/lib/platform/sandbox/control'
import { faults } from '@/lib/platform/sandbox/fetch'
import { send } from '@/lib/server/testing/api'
import {
  database,
  newBuyer,
  newProduct,
  newStaff,
  setParameters,
  stockFaults,
  unique,
} from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { both, rounds } from '@/lib/server/testing/races'
import { mergeCustomers } from '@/lib/user/merge'

const count = rounds(100)

let staff: Awaited<ReturnType<typeof newStaff>>
let sku_id: number
beforeAll(async () => {
  play.usePlatform()
  await setParameters({
    'limit.writes_per_minute': 1_000_000,
    'order.unpaid_max': 100_000,
    'order.unpaid_pieces': 100_000,
  })
  staff = await newStaff(['cms.promotion.update', 'cms.coupon.revoke', 'cms.order.list', 'cms.order.update'])
  sku_id = (await newProduct({ skus: [{ stock: 1_000_000, price: 5_000 }] })).sku.id
})
afterAll(async () => {
  const db = await database()
  expect(await play.moneyFaults()).toEqual([])
  expect(await play.promotionFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
  expect(await db.select().from(tables.error_log)).toEqual([])
})

/** Creates a promotion of ¥5 off that runs now. By default, customers can take any number of its coupons. */
async function offered(values: Partial<typeof tables.promotion.$inferInsert> = {}) {
  const [row] = await (await database())
    .insert(tables.promotion)
    .values({
      name: unique('券'),
      label: '减5',
      gives: 'reduction',
      starts_at: new Date(Date.now() - 86_400_000),
      ends_at: new Date(Date.now() + 86_400_000),
      tiers: [{ from_amount: 5_000, off_amount: 500 }],
      coupon_source: 'customer',
      per_customer: 999,
      ...values,
    })
    .returning()
  if (!row) throw new Error('no promotion')
  return row
}

interface Body {
  id: number
  total_amount: number
  code: string
  reason: string
}
const take = async (promotion_id: number, token: string) =>
  send<Body>('POST', '/v1/coupon', { token, body: { promotion_id } })
const place = (token: string, coupon_id?: number) =>
  send<Body>('POST', '/v1/order', { token, body: { items: [{ sku_id, count: 1 }], coupon_id } })
const couponOf = async (id: number) => {
  const [row] = await (await database()).select().from(tables.coupon).where(eq(tables.coupon.id, id))
  return row
}

test('of fifty concurrent orders with one coupon, one has it', async () => {
  const promotion = await offered()
  const payer = await play.newPayer()
  for (let round = 0; round < Math.ceil(count / 5); round++) {
    const { body } = await take(promotion.id, payer.token)
    const placed = await Promise.all(Array.from({ length: 50 }, () => place(payer.token, body.id)))
    const statuses = placed.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    const refused = placed.filter(({ status }) => status !== 201)
    expect(new Set(refused.map((reply) => `${reply.body.code} ${reply.body.reason}`))).toEqual(
      new Set(['coupon_unusable held']),
    )
  }
})

test('of 60 customers who take one of 20 coupons twice at once, 20 get one', async () => {
  const promotion = await offered({ total: 20, per_customer: 1 })
  const buyers = await Promise.all(Array.from({ length: 60 }, () => newBuyer()))
  const replies = await Promise.all(
    buyers.flatMap(({ token }) => [take(promotion.id, token), take(promotion.id, token)]),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]))
  const db = await database()
  const coupons = await db.select().from(tables.coupon).where(eq(tables.coupon.promotion_id, promotion.id))
  expect(new Set(coupons.map(({ user_id }) => user_id)).size).toBe(20)
  const [row] = await db.select().from(tables.promotion).where(eq(tables.promotion.id, promotion.id))
  expect(row?.taken_count).toBe(20)
})

test('of 200 customers who use one code for 20 coupons at once, 20 get one', async () => {
  const shared_code = unique('ALL')
    .replaceAll(/[^0-9a-z]/gi, '')
    .slice(-20)
    .toUpperCase()
  const promotion = await offered({ coupon_source: 'code', shared_code, total: 20, per_customer: 1 })
  const buyers = await Promise.all(Array.from({ length: 200 }, () => newBuyer()))
  const replies = await Promise.all(
    buyers.map(({ token }) => send('POST', '/v1/coupon', { token, body: { code: shared_code } })),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]))
  const db = await database()
  const [row] = await db.select().from(tables.promotion).where(eq(tables.promotion.id, promotion.id))
  expect(row?.taken_count).toBe(20)
  expect(await db.$count(tables.coupon, eq(tables.coupon.promotion_id, promotion.id))).toBe(20)
})

test('of two promotions that are given one shared code at once, one has it', async () => {
  const shared_code = unique('TWO')
    .replaceAll(/[^0-9a-z]/gi, '')
    .slice(-20)
    .toUpperCase()
  const made = await Promise.all([0, 1].map(() => offered({ coupon_source: 'code' })))
  const replies = await Promise.all(
    made.map(({ id, version }) =>
      send('PUT', `/cms/promotion/${id}`, { token: staff.token, body: { shared_code, version } }),
    ),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('of coupons that are taken while accounts are closed, no more are out than were counted', async () => {
  const ids = [(await offered({ total: 20, per_customer: 1 })).id, (await offered({ total: 20, per_customer: 1 })).id]
  const payers = await Promise.all(Array.from({ length: 40 }, () => play.newPayer()))
  const takeBoth = async (token: string, order: readonly number[]) => {
    for (const id of order) await take(id, token)
  }
  const [leaving, coming] = [payers.slice(0, 20), payers.slice(20)]
  await Promise.all(leaving.map(({ token }) => takeBoth(token, ids)))
  const close = async ({ token, openid }: play.Payer) => {
    const { code } = await loginCode({ openid })
    return send('DELETE', '/v1/user', { token, body: { code }, ip: unique('ip') })
  }
  const [closed] = await Promise.all([
    Promise.all(leaving.map(close)),
    Promise.all(coming.map(({ token }, at) => takeBoth(token, at % 2 ? ids : ids.toReversed()))),
  ])
  expect(new Set(closed.map(({ status }) => status))).toEqual(new Set([204]))
  const db = await database()
  for (const id of ids) {
    const [row] = await db.select().from(tables.promotion).where(eq(tables.promotion.id, id))
    expect(row?.taken_count).toBe(await db.$count(tables.coupon, eq(tables.coupon.promotion_id, id)))
    expect(row?.taken_count).toBeLessThanOrEqual(20)
  }
  expect(await play.errorsLike('%deadlock%')).toEqual([])
})

test('of fifty concurrent uses of one code, one gets the coupon', async () => {
  const promotion = await offered({ coupon_source: 'code', per_customer: 1 })
  const code = `${unique('')}00`.toUpperCase()
  await (await database()).insert(tables.coupon_code).values({ code, promotion_id: promotion.id })
  const buyers = await Promise.all(Array.from({ length: 50 }, () => newBuyer()))
  const replies = await Promise.all(buyers.map(({ token }) => send('POST', '/v1/coupon', { token, body: { code } })))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(49).fill(404)])
})

test('an order whose reduction is stopped at the same time has it or not, and never after the stop', async () => {
  const payer = await play.newPayer()
  const totals = new Set<number>()
  for (let round = 0; round < count; round++) {
    const { id } = await offered({ coupon_source: null, per_customer: null })
    const stop = () => send('PUT', `/cms/promotion/${id}`, { token: staff.token, body: { enabled: false, version: 1 } })
    const [placed, stopped] = await both(round, () => place(payer.token), stop)
    expect([placed.status, stopped.status]).toEqual([201, 200])
    totals.add(placed.body.total_amount)
    expect((await place(payer.token)).body.total_amount).toBe(5_000)
  }
  expect(totals).toEqual(new Set([4_500, 5_000]))
})

test('of a late payment and another order with its coupon, one gets the coupon', async () => {
  const promotion = await offered()
  const outcomes = new Set<string>()
  for (let round = 0; round < count; round++) {
    const payer = await play.newPayer()
    const { body: coupon } = await take(promotion.id, payer.token)
    const { body: first } = await place(payer.token, coupon.id)
    await play.payOrder(payer, first.id, 'late')
    for (let at = 0; at < 6; at++) faults.next('timeout')
    await send('POST', `/v1/order/${first.id}/cancel`, { token: payer.token })
    faults.clear()
    const [, placed] = await both(
      round,
      () => play.deliver(play.inSeconds(120)),
      () => place(payer.token, coupon.id),
    )
    const { status } = await play.readOrder(payer, first.id)
    outcomes.add(`${status} ${placed.status}`)
    expect((await couponOf(coupon.id))?.order_id).toBe(status === 'paid' ? first.id : placed.body.id)
  }
  expect(outcomes).toEqual(new Set(['paid 409', 'cancelled 201']))
  await play.settleAll()
})

test('of a coupon that staff revoke while it is used, the order has it or it is revoked', async () => {
  const promotion = await offered()
  const payer = await play.newPayer()
  const outcomes = new Set<string>()
  const db = await database()
  for (let round = 0; round < count; round++) {
    const { body: coupon } = await take(promotion.id, payer.token)
    await db.update(tables.coupon).set({ source: 'staff' }).where(eq(tables.coupon.id, coupon.id))
    const revoke = () => send('POST', `/cms/coupon/${coupon.id}/revoke`, { token: staff.token, body: { note: '重复' } })
    const [placed, revoked] = await both(round, () => place(payer.token, coupon.id), revoke)
    outcomes.add(`${placed.status} ${revoked.status}`)
    const row = await couponOf(coupon.id)
    expect([row?.order_id === placed.body.id, row?.revoked_at !== null]).toEqual([
      placed.status === 201,
      revoked.status === 200,
    ])
  }
  expect(outcomes).toEqual(new Set(['201 409', '409 200']))
})

test('accounts that are merged while one of them orders with a coupon keep the coupon of the order', async () => {
  const promotion = await offered({ per_customer: 1 })
  const db = await database()
  for (let round = 0; round < count; round++) {
    const [one, other] = [await play.newPayer(), await newBuyer()]
    const { body: coupon } = await take(promotion.id, one.token)
    const { body: second } = await take(promotion.id, other.token)
    const merge = () =>
      db.transaction(async (tx) => {
        for (const id of [one.id, other.id].sort((a, b) => a - b))
          await tx.select().from(tables.user).where(eq(tables.user.id, id)).for('no key update')
        await mergeCustomers(tx, { from: other.id, to: one.id })
      })
    const [placed] = await both(round, () => place(other.token, second.id), merge)
    const rows = await db.select().from(tables.coupon).where(eq(tables.coupon.user_id, one.id))
    expect(rows.map(({ id }) => id).sort((a, b) => a - b)).toEqual([coupon.id, second.id])
    // One of two coupons is kept: that of the order, else the older one.
    const [kept, ...others] = rows.filter(({ revoked_at }) => revoked_at === null)
    expect([kept?.id, others]).toEqual([placed.status === 201 ? second.id : coupon.id, []])
  }
  const held = and(eq(tables.coupon.promotion_id, promotion.id), isNotNull(tables.coupon.order_id))
  expect(await db.$count(tables.coupon, held)).toBeGreaterThan(0)
})

test('of a payment and a price that frees the coupon, the order is paid with it or without it', async () => {
  const promotion = await offered()
  const outcomes = new Set<string>()
  for (let round = 0; round < count; round++) {
    const payer = await play.newPayer()
    const { body: coupon } = await take(promotion.id, payer.token)
    const { body: order } = await place(payer.token, coupon.id)
    await play.payOrder(payer, order.id)
    const line = await play.lineOf(order.id)
    const body = { version: 1, items: [{ order_item_id: line.id, price: 1 }] }
    const [, edited] = await both(
      round,
      () => play.deliver(),
      () => send('PUT', `/cms/order/${order.id}`, { token: staff.token, body }),
    )
    const { status } = await play.readOrder(payer, order.id)
    outcomes.add(`${status} ${edited.status}`)
    const row = await couponOf(coupon.id)
    expect([row?.order_id, row?.used_at === null]).toEqual(status === 'paid' ? [order.id, false] : [null, true])
  }
  expect(outcomes).toEqual(new Set(['paid 409', 'unpaid 200']))
  await play.settleAll()
})

test('of 60 customers who order two pieces of a deal of 20 at once, ten have its price', async () => {
  const db = await database()
  const { sku } = await newProduct({ skus: [{ stock: 1_000, price: 5_000 }] })
  const deal = await offered({ gives: 'deal', tiers: [], coupon_source: null, per_customer: 3, exclusive: true })
  await db
    .insert(tables.deal_sku)
    .values({ promotion_id: deal.id, sku_id: sku.id, product_id: sku.product_id, price: 4_000, quota: 20 })
  const payers = await Promise.all(Array.from({ length: 60 }, () => play.newPayer()))
  const order = (token: string, expected_amount: number) =>
    send<Body>('POST', '/v1/order', { token, body: { items: [{ sku_id: sku.id, count: 2 }], expected_amount } })
  const replies = await Promise.all(payers.flatMap(({ token }) => [order(token, 8_000), order(token, 8_000)]))
  const statuses = replies.map(({ status, body }) => (status === 201 ? status : body.code))
  expect(statuses.filter((one) => one === 201)).toHaveLength(10)
  expect(new Set(statuses)).toEqual(new Set([201, 'price_changed']))
  // A canceled order gives its pieces back, and one other order has them.
  const at = replies.findIndex(({ status }) => status === 201)
  const owner = payers[Math.floor(at / 2)]
  const others = payers.slice(0, 20).map(
    ({ token }) =>
      () =>
        order(token, 8_000),
  )
  await send('POST', `/v1/order/${replies[at]?.body.id}/cancel`, { token: owner?.token })
  const again = await Promise.all(others.map((one) => one()))
  expect(again.filter(({ status }) => status === 201)).toHaveLength(1)
})

test('an order that is canceled while another takes the last pieces of its deal gives them back once', async () => {
  const db = await database()
  const outcomes = new Set<number>()
  for (let round = 0; round < count; round++) {
    const { sku } = await newProduct({ skus: [{ stock: 10, price: 5_000 }] })
    const deal = await offered({ gives: 'deal', tiers: [], coupon_source: null, per_customer: null })
    await db
      .insert(tables.deal_sku)
      .values({ promotion_id: deal.id, sku_id: sku.id, product_id: sku.product_id, price: 4_000, quota: 1 })
    const [one, other] = [await play.newPayer(), await play.newPayer()]
    const order = (token: string) =>
      send<Body>('POST', '/v1/order', {
        token,
        body: { items: [{ sku_id: sku.id, count: 1 }], expected_amount: 4_000 },
      })
    const { body } = await order(one.token)
    const cancel = () => send('POST', `/v1/order/${body.id}/cancel`, { token: one.token })
    const [, second] = await both(round, cancel, () => order(other.token))
    outcomes.add(second.status)
    const [row] = await db.select().from(tables.deal_sku).where(eq(tables.deal_sku.promotion_id, deal.id))
    expect(row?.sold).toBe(second.status === 201 ? 1 : 0)
  }
  expect(outcomes).toEqual(new Set([201, 409]))
})
