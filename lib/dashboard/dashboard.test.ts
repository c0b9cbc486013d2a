import { eq, isNotNull, sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OrderStatus } from '@/db/enums'
import { singleton } from '@/db/singleton'
import * as tables from '@/db/tables'
import { connection } from '@/lib/kit/database'
import { postSystemNotice } from '@/lib/notice/commands'
import { sendRefunds } from '@/lib/payment/provider'
import { settleRefund } from '@/lib/platform/sandbox/control'
import { api, send } from '@/lib/server/testing/api'
import {
  addressInput,
  database,
  newCategory,
  newCustomer,
  newProduct,
  newStaff,
  resetParameter,
  setParameters,
  unique,
} from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'
import { mergeCustomers } from '@/lib/user/merge'

const code = 'cms.dashboard.list'
let token: string
beforeAll(async () => {
  token = (await newStaff([code])).token
})

/** Removes all orders before each test, so that every figure is known. */
beforeEach(async () => {
  const db = await database()
  for (const table of [tables.refund_item, tables.refund, tables.payment, tables.order, tables.buyer]) {
    await db.delete(table)
  }
  forget()
})

/** Clears the cached figures, which expire after half a minute. */
const forget = () => {
  for (const name of ['sales-kept', 'top-kept']) singleton(name, () => new Map()).clear()
}

const sales = async (query: Record<string, string>) => {
  forget()
  const reply = await api('GET /cms/dashboard/sales', { token, query })
  if (reply.status !== 200) throw new Error(reply.text)
  return reply.body
}

interface Bought {
  user_id?: number
  /** The time of the payment; absent: the order is unpaid. */
  paid_at?: string
  created_at?: string
  amount?: number
  /** The amount that promotions took off. */
  off?: number
  status?: OrderStatus
  sold?: { product_id: number; sku_id: number; count: number; amount: number; discount_amount?: number }[]
}

/** Writes an order and its payment directly to the database. */
async function buy({ paid_at, created_at = paid_at, amount = 1_000, off = 0, status, sold = [], ...values }: Bought) {
  const db = await database()
  const user_id = values.user_id ?? (await newCustomer()).id
  const [order] = await db
    .insert(tables.order)
    .values({
      order_no: unique('N'),
      user_id,
      status: status ?? (paid_at ? 'paid' : 'unpaid'),
      items_amount: amount + off,
      discount_amount: off,
      promotion_amount: off,
      total_amount: amount,
      paid_amount: paid_at ? amount : 0,
      receiver: { ...addressInput, postal_code: null },
      expires_at: new Date(),
      ...(created_at && { created_at: new Date(created_at) }),
      paid_at: paid_at ? new Date(paid_at) : null,
    })
    .returning()
  if (!order) throw new Error('no order')
  if (sold.length > 0) {
    await db.insert(tables.order_item).values(
      sold.map((one) => ({
        ...one,
        price: one.amount / one.count,
        order_id: order.id,
        name: '',
        spec_text: '',
        paid_at: order.paid_at,
      })),
    )
  }
  return order
}

/**
 * Writes a refund of the order directly to the database. `settles`: whether the refunded payment was the one that paid
 * the order.
 */
async function giveBack(order_id: number, amount: number, succeeded_at: string | null, settles = true) {
  const db = await database()
  const [payment] = await db
    .insert(tables.payment)
    .values({
      payment_no: unique('P'),
      order_id,
      provider: 'wechat',
      amount,
      status: 'paid',
      payer: 'o',
      settles,
      paid_at: new Date(),
      expires_at: new Date(),
    })
    .returning()
  if (!payment) throw new Error('no payment')
  await db.insert(tables.refund).values({
    refund_no: unique('R'),
    payment_id: payment.id,
    amount,
    status: succeeded_at ? 'succeeded' : 'processing',
    succeeded_at: succeeded_at ? new Date(succeeded_at) : null,
  })
}

/** Returns a local time in Shanghai, such as `2026-11-01 08:00`, in ISO 8601 with the offset. */
const at = (time: string) => `${time.replace(' ', 'T')}+08:00`

describe('the sales of a range', () => {
  test('begin at midnight in the zone of the shop, and end before the midnight of `to`', async () => {
    await buy({ paid_at: at('2026-03-09 23:59:59.999'), amount: 1 })
    await buy({ paid_at: at('2026-03-10 00:00:00.000'), amount: 10 })
    await buy({ paid_at: at('2026-03-10 23:59:59.999'), amount: 100 })
    await buy({ paid_at: at('2026-03-11 00:00:00.000'), amount: 1_000 })
    const { current, compared, buckets, by_hour } = await sales({ from: '2026-03-10', to: '2026-03-11' })
    expect(current).toMatchObject({ revenue: 110, orders_paid: 2, average: 55, placed: 2, paid_of_placed: 2 })
    expect(compared).toBeNull()
    expect(buckets).toHaveLength(24)
    expect(buckets[0]).toEqual({ from: '2026-03-09T16:00:00.000Z', revenue: 10, orders_paid: 1 })
    expect(buckets[1]).toEqual({ from: '2026-03-09T17:00:00.000Z', revenue: 0, orders_paid: 0 })
    expect(buckets[23]).toEqual({ from: '2026-03-10T15:00:00.000Z', revenue: 100, orders_paid: 1 })
    expect(by_hour).toEqual([1, ...Array.from({ length: 22 }, () => 0), 1])
  })

  test('count what promotions took off the orders that were paid in it', async () => {
    await buy({ paid_at: at('2026-03-09 23:59'), amount: 500, off: 7 })
    await buy({ paid_at: at('2026-03-10 00:00'), amount: 900, off: 100 })
    await buy({ paid_at: at('2026-03-10 12:00'), amount: 800, off: 30 })
    await buy({ created_at: at('2026-03-10 12:00'), amount: 800, off: 1_000 })
    const { current, compared } = await sales({ from: '2026-03-10', to: '2026-03-11', compare: 'previous' })
    expect(current).toMatchObject({ revenue: 1_700, promotion_amount: 130 })
    expect(compared).toMatchObject({ revenue: 500, promotion_amount: 7 })
  })

  test('without an order are zeros, and rates and averages are null', async () => {
    const { current, buckets, by_status, by_hour } = await sales({ from: '2026-03-01', to: '2026-04-01' })
    expect(current).toEqual({
      revenue: 0,
      promotion_amount: 0,
      refunded: 0,
      net: 0,
      orders_paid: 0,
      average: null,
      buyers: 0,
      new_buyers: 0,
      returning_buyers: 0,
      refund_rate: null,
      placed: 0,
      paid_of_placed: 0,
    })
    expect(buckets).toHaveLength(31)
    expect(by_status).toEqual({ unpaid: 0, paid: 0, shipped: 0, completed: 0, cancelled: 0, refunded: 0 })
    expect(by_hour).toEqual(Array.from({ length: 24 }, () => 0))
  })

  test('count money on the day it moved: a refund on a later day does not change the day of the payment', async () => {
    const sold = await buy({ paid_at: at('2026-03-10 12:00'), amount: 10_000 })
    const day = { from: '2026-03-10', to: '2026-03-11' }
    const before = await sales(day)
    await giveBack(sold.id, 2_500, at('2026-03-12 00:00'))
    expect(await sales(day)).toEqual(before)
    expect((await sales({ from: '2026-03-11', to: '2026-03-12' })).current.refunded).toBe(0)
    expect((await sales({ from: '2026-03-12', to: '2026-03-13' })).current).toMatchObject({
      revenue: 0,
      refunded: 2_500,
      net: -2_500,
    })
    expect((await sales({ from: '2026-03-06', to: '2026-03-13' })).current).toMatchObject({
      net: 7_500,
      refund_rate: 0.25,
    })
    // Of fewer than seven days there is no rate.
    expect((await sales({ from: '2026-03-07', to: '2026-03-13' })).current).toMatchObject({
      net: 7_500,
      refund_rate: null,
    })
  })

  test('deduct no refund that has not succeeded, and no refund of a payment that does not count as revenue', async () => {
    const sold = await buy({ paid_at: at('2026-03-10 12:00'), amount: 10_000 })
    await giveBack(sold.id, 1_000, null)
    await giveBack(sold.id, 10_000, at('2026-03-10 13:00'), false)
    expect((await sales({ from: '2026-03-10', to: '2026-03-11' })).current).toMatchObject({ refunded: 0, net: 10_000 })
  })

  test('distinguish new customers from returning customers', async () => {
    const [old, fresh, waiting] = await Promise.all([newCustomer(), newCustomer(), newCustomer()])
    await buy({ user_id: old.id, paid_at: at('2026-03-09 23:59') })
    for (const hour of ['10', '11']) {
      await buy({ user_id: old.id, paid_at: at(`2026-03-10 ${hour}:00`) })
      await buy({ user_id: fresh.id, paid_at: at(`2026-03-10 ${hour}:30`) })
    }
    await buy({ user_id: waiting.id, created_at: at('2026-03-01 10:00') })
    await buy({ user_id: waiting.id, paid_at: at('2026-03-10 10:00') })
    expect((await sales({ from: '2026-03-10', to: '2026-03-11' })).current).toMatchObject({
      orders_paid: 5,
      buyers: 3,
      new_buyers: 2,
      returning_buyers: 1,
    })
  })

  describe('remember the first payment of each customer', () => {
    /**
     * Returns the time of each customer's first payment, from a scan of all orders. Expects that the table `buyer` has
     * the same times.
     */
    const firstPayments = async () => {
      const db = await database()
      const { order, buyer } = tables
      const scanned = await db
        .select({ user_id: order.user_id, first_paid_at: sql`min(${order.paid_at})`.mapWith(order.paid_at) })
        .from(order)
        .where(isNotNull(order.paid_at))
        .groupBy(order.user_id)
        .orderBy(order.user_id)
      expect(await db.select().from(buyer).orderBy(buyer.user_id)).toEqual(scanned)
      return new Map(scanned.map(({ user_id, first_paid_at }) => [user_id, first_paid_at?.toISOString()]))
    }
    const buyersOn = async (day: string) => {
      const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
      const { new_buyers, returning_buyers } = (await sales({ from: day, to: next })).current
      return [new_buyers, returning_buyers]
    }
    const pay = async (id: number, paid_at: string) => {
      const set = { status: 'paid' as const, paid_at: new Date(paid_at), paid_amount: 1_000 }
      await (await database()).update(tables.order).set(set).where(eq(tables.order.id, id))
    }

    test('when the later of two payments is reported first', async () => {
      const { id: user_id } = await newCustomer()
      const [earlier, later] = [await buy({ user_id }), await buy({ user_id })]
      await pay(later.id, at('2026-03-12 10:00'))
      expect(await buyersOn('2026-03-12')).toEqual([1, 0])
      await pay(earlier.id, at('2026-03-10 10:00'))
      expect(await buyersOn('2026-03-10')).toEqual([1, 0])
      expect(await buyersOn('2026-03-12')).toEqual([0, 1])
      expect(await firstPayments()).toEqual(new Map([[user_id, '2026-03-10T02:00:00.000Z']]))
    })

    test('even when all of it was refunded', async () => {
      const { id: user_id } = await newCustomer()
      const first = await buy({ user_id, paid_at: at('2026-03-10 10:00'), status: 'refunded' })
      await giveBack(first.id, 1_000, at('2026-03-10 12:00'))
      await buy({ user_id, paid_at: at('2026-03-12 10:00') })
      expect(await buyersOn('2026-03-10')).toEqual([1, 0])
      expect(await buyersOn('2026-03-12')).toEqual([0, 1])
      await firstPayments()
    })

    test.each([
      ['the account that ends', 'from'],
      ['the account that stays', 'to'],
    ] as const)('after a merge, when %s had bought first', async (_, first) => {
      const [from, to] = [(await newCustomer()).id, (await newCustomer()).id]
      const [early, late] = first === 'from' ? [from, to] : [to, from]
      await buy({ user_id: early, paid_at: at('2026-03-10 10:00') })
      await buy({ user_id: late, paid_at: at('2026-03-12 10:00') })
      expect(await buyersOn('2026-03-12')).toEqual([1, 0])
      await (await connection()).transaction((tx) => mergeCustomers(tx, { from, to }))
      expect(await buyersOn('2026-03-10')).toEqual([1, 0])
      expect(await buyersOn('2026-03-12')).toEqual([0, 1])
      expect(await firstPayments()).toEqual(new Map([[to, '2026-03-10T02:00:00.000Z']]))
    })

    test('after a merge of a buyer into an account without orders', async () => {
      const [from, to] = [(await newCustomer()).id, (await newCustomer()).id]
      await buy({ user_id: from, paid_at: at('2026-03-10 10:00') })
      await (await connection()).transaction((tx) => mergeCustomers(tx, { from, to }))
      expect(await firstPayments()).toEqual(new Map([[to, '2026-03-10T02:00:00.000Z']]))
    })

    test('when many payments of one customer are applied concurrently', async () => {
      const { id: user_id } = await newCustomer()
      const placed = []
      for (let n = 0; n < 8; n++) placed.push(await buy({ user_id }))
      await Promise.all(placed.map(({ id }, n) => pay(id, at(`2026-03-1${8 - n} 10:00`))))
      expect(await firstPayments()).toEqual(new Map([[user_id, '2026-03-11T02:00:00.000Z']]))
    })
  })

  test('are cached for half a minute for each range, and so are the best sellers', async () => {
    const cup = await newProduct()
    const range = { from: '2026-03-10', to: '2026-03-11' }
    const query = { ...range, by: 'pieces' }
    const both = async () => [
      (await api('GET /cms/dashboard/sales', { token, query: range })).body.current.orders_paid,
      (await api('GET /cms/dashboard/top', { token, query })).body.products.length,
    ]
    const sold = [{ product_id: cup.id, sku_id: cup.sku.id, count: 1, amount: 1_000 }]
    expect(await both()).toEqual([0, 0])
    await buy({ paid_at: at('2026-03-10 12:00'), sold })
    expect(await both()).toEqual([0, 0])
    const other = await api('GET /cms/dashboard/sales', { token, query: { ...range, compare: 'year' } })
    expect(other.body.current.orders_paid).toBe(1)
    const later = performance.now() + 30_001
    vi.useFakeTimers({ toFake: ['performance'] })
    vi.advanceTimersByTime(later)
    try {
      expect(await both()).toEqual([1, 1])
    } finally {
      vi.useRealTimers()
    }
    expect((await send('GET', `/cms/dashboard/sales?${new URLSearchParams(range)}`)).status).toBe(401)
    const { token: nobody } = await newStaff()
    expect((await api('GET /cms/dashboard/sales', { token: nobody, query: range })).status).toBe(403)
  })

  test('have the numbers of placed orders by status, and the number of paid ones among them', async () => {
    const created_at = at('2026-03-10 23:50')
    await buy({ created_at })
    await buy({ created_at, status: 'cancelled' })
    await buy({ created_at, paid_at: at('2026-03-11 00:05') })
    await buy({ created_at, paid_at: at('2026-03-11 00:06'), status: 'refunded' })
    await buy({ created_at: at('2026-03-11 00:00') })
    const { current, by_status } = await sales({ from: '2026-03-10', to: '2026-03-11' })
    expect(current).toMatchObject({ placed: 4, paid_of_placed: 2, orders_paid: 0, revenue: 0 })
    expect(by_status).toEqual({ unpaid: 1, paid: 1, shipped: 0, completed: 0, cancelled: 1, refunded: 1 })
  })

  test('are compared with the same number of days before, or with the same days a year earlier', async () => {
    await buy({ paid_at: at('2025-03-10 12:00'), amount: 1 })
    await buy({ paid_at: at('2026-03-07 23:59'), amount: 10 })
    await buy({ paid_at: at('2026-03-08 00:00'), amount: 100 })
    await buy({ paid_at: at('2026-03-10 12:00'), amount: 1_000 })
    const range = { from: '2026-03-10', to: '2026-03-12' }
    expect(await sales({ ...range, compare: 'previous' })).toMatchObject({
      current: { revenue: 1_000 },
      compared: { revenue: 100 },
    })
    expect(await sales({ ...range, compare: 'year' })).toMatchObject({ compared: { revenue: 1 } })
  })

  test.each([
    ['2024-02-29', '2024-03-01', ['2023-02-28']],
    ['2024-02-28', '2024-02-29', ['2023-02-28']],
    ['2024-02-01', '2024-03-01', ['2023-02-01', '2023-02-28']],
    ['2025-03-01', '2025-03-02', ['2024-03-01']],
    ['2024-01-01', '2025-01-01', ['2023-01-01', '2023-12-31']],
  ])('from %s to %s a year earlier are the days of %j', async (from, to, days) => {
    const ends = [days[0] ?? '', days.at(-1) ?? '']
    for (const day of new Set(ends)) await buy({ paid_at: at(`${day} 12:00`) })
    const [first, last] = ends.map((day) => Date.parse(`${day}T12:00:00+08:00`))
    const day = 86_400_000
    await buy({ paid_at: new Date((first ?? 0) - day).toISOString() })
    await buy({ paid_at: new Date((last ?? 0) + day).toISOString() })
    expect((await sales({ from, to, compare: 'year' })).compared?.orders_paid).toBe(new Set(ends).size)
  })

  test('have buckets of hours, days and months', async () => {
    await buy({ paid_at: at('2026-03-31 23:30'), amount: 7 })
    const length = async (from: string, to: string) => (await sales({ from, to })).buckets.length
    expect(await length('2026-03-10', '2026-03-12')).toBe(48)
    expect(await length('2026-03-10', '2026-03-13')).toBe(3)
    expect(await length('2026-03-01', '2026-06-01')).toBe(92)
    const { buckets } = await sales({ from: '2026-02-15', to: '2026-06-02' })
    expect(buckets).toEqual([
      { from: '2026-02-14T16:00:00.000Z', revenue: 0, orders_paid: 0 },
      { from: '2026-02-28T16:00:00.000Z', revenue: 7, orders_paid: 1 },
      { from: '2026-03-31T16:00:00.000Z', revenue: 0, orders_paid: 0 },
      { from: '2026-04-30T16:00:00.000Z', revenue: 0, orders_paid: 0 },
      { from: '2026-05-31T16:00:00.000Z', revenue: 0, orders_paid: 0 },
    ])
  })

  test('are consistent with each other', async () => {
    const customers = await Promise.all(Array.from({ length: 5 }, () => newCustomer()))
    for (let n = 0; n < 60; n++) {
      await buy({
        user_id: customers[n % 5]?.id ?? 0,
        paid_at: new Date(Date.parse(at('2026-03-01 00:00')) + n * 41_000_000).toISOString(),
        amount: 100 + n,
      })
    }
    const whole = await sales({ from: '2026-03-01', to: '2026-04-01' })
    const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
    expect(sum(whole.buckets.map((one) => one.revenue))).toBe(whole.current.revenue)
    expect(sum(whole.buckets.map((one) => one.orders_paid))).toBe(60)
    expect(sum(whole.by_hour)).toBe(60)
    expect(sum(Object.values(whole.by_status))).toBe(whole.current.placed)
    const { current: day } = await sales({ from: '2026-03-05', to: '2026-03-06' })
    expect(whole.buckets[4]).toMatchObject({ revenue: day.revenue, orders_paid: day.orders_paid })
  })
})

test('the payment and the refund of an order count to the fen', async () => {
  play.usePlatform()
  await migrateDatabase()
  const payer = await play.newPayer()
  const staff = await newStaff(['cms.order.list', 'cms.order.refund'])
  const today = new Date(Date.now() + 8 * 3_600_000)
  const dayAfter = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  // The days around today, because the test may run at midnight.
  const range = { from: dayAfter(-1), to: dayAfter(2) }
  const product = await newProduct({ skus: [{ price: 3_333, stock: 10 }] })
  const { id, payment_no } = await play.paidOrder(payer, { sku_id: product.sku.id, count: 3 })
  const paid = { revenue: 9_999, refunded: 0, orders_paid: 1, placed: 1, buyers: 1, new_buyers: 1 }
  expect((await sales(range)).current).toMatchObject(paid)
  const { items, version } = (await api('GET /cms/order/{id}', { token: staff.token, params: { id } })).body
  const refunded = await api('POST /cms/order/{id}/refund', {
    token: staff.token,
    params: { id },
    body: { items: [{ order_item_id: items[0]?.id, count: 1 }], reason_code: 'damaged', version },
  })
  expect(refunded.status).toBe(200)
  await sendRefunds(payment_no)
  await settleRefund((await play.refundsOf(id))[0]?.refund_no ?? '', 'SUCCESS')
  await play.deliver()
  expect((await sales(range)).current).toMatchObject({ revenue: 9_999, refunded: 3_333, net: 6_666, orders_paid: 1 })
  const query = { ...range, by: 'pieces' }
  expect((await api('GET /cms/dashboard/top', { token, query })).body.products).toMatchObject([
    { id: product.id, pieces: 3, money: 9_999 },
  ])
})

describe('in a time zone with daylight saving time', () => {
  beforeAll(() => setParameters({ 'shop.time_zone': 'America/New_York' }))
  afterEach(async () => {
    await setParameters({ 'shop.time_zone': 'America/New_York' })
  })

  test('the day on which clocks go back has 25 hours, and the day on which they go forward has 23', async () => {
    await buy({ paid_at: '2026-11-01T03:59:59Z', amount: 1 })
    await buy({ paid_at: '2026-11-01T04:00:00Z', amount: 10 })
    // Both are half past one.
    await buy({ paid_at: '2026-11-01T05:30:00Z', amount: 100 })
    await buy({ paid_at: '2026-11-01T06:30:00Z', amount: 200 })
    await buy({ paid_at: '2026-11-02T04:59:59Z', amount: 1_000 })
    await buy({ paid_at: '2026-11-02T05:00:00Z', amount: 10_000 })
    const { current, buckets, by_hour } = await sales({ from: '2026-11-01', to: '2026-11-02' })
    expect(current).toMatchObject({ revenue: 1_310, orders_paid: 4 })
    expect(buckets.map(({ revenue }) => revenue)).toEqual([10, 100, 200, ...Array.from({ length: 21 }, () => 0), 1_000])
    expect(by_hour.slice(0, 3)).toEqual([1, 2, 0])
    expect((await sales({ from: '2026-03-08', to: '2026-03-09' })).buckets).toHaveLength(23)
    const { buckets: days } = await sales({ from: '2026-10-31', to: '2026-11-03' })
    expect(days).toEqual([
      { from: '2026-10-31T04:00:00.000Z', revenue: 1, orders_paid: 1 },
      { from: '2026-11-01T04:00:00.000Z', revenue: 1_310, orders_paid: 4 },
      { from: '2026-11-02T05:00:00.000Z', revenue: 10_000, orders_paid: 1 },
    ])
  })

  test('an order counts on another day than in Shanghai', async () => {
    await buy({ paid_at: '2026-05-01T03:00:00Z' })
    const day = { from: '2026-04-30', to: '2026-05-01' }
    expect((await sales(day)).current.orders_paid).toBe(1)
    await resetParameter('shop.time_zone')
    expect((await sales(day)).current.orders_paid).toBe(0)
  })
})

describe('the best sellers', () => {
  beforeAll(() => resetParameter('shop.time_zone'))

  test('are ranked by pieces or by paid money, on the day of the payment', async () => {
    const shelf = await newCategory({ image_url: '/demo/c-tea.webp' })
    const [cup, pot] = [await newProduct({ category_id: shelf.id }), await newProduct()]
    const of = ({ id, sku }: typeof cup) => ({ product_id: id, sku_id: sku.id })
    await buy({
      paid_at: at('2026-03-10 00:00'),
      sold: [
        { ...of(cup), count: 3, amount: 3_000, discount_amount: 500 },
        { ...of(pot), count: 1, amount: 9_000 },
      ],
    })
    await buy({ paid_at: at('2026-03-10 23:59'), sold: [{ ...of(cup), count: 1, amount: 1_000 }] })
    await buy({ paid_at: at('2026-03-11 00:00'), sold: [{ ...of(pot), count: 50, amount: 50_000 }] })
    await buy({ created_at: at('2026-03-10 12:00'), sold: [{ ...of(pot), count: 50, amount: 50_000 }] })
    const top = async (by: string) =>
      (await api('GET /cms/dashboard/top', { token, query: { from: '2026-03-10', to: '2026-03-11', by } })).body
    const [byPieces, byMoney] = [await top('pieces'), await top('money')]
    expect(byPieces.products).toMatchObject([
      { id: cup.id, pieces: 4, money: 3_500 },
      { id: pot.id, pieces: 1, money: 9_000 },
    ])
    expect(byPieces.categories[0]).toMatchObject({ id: shelf.id, pieces: 4, image_url: expect.stringMatching(/^http/) })
    expect(byMoney.products.map(({ id }) => id)).toEqual([pot.id, cup.id])
    expect(byMoney.categories.map(({ id }) => id)).toEqual([pot.category_id, shelf.id])
  })

  test('are empty without orders', async () => {
    const query = { from: '2026-03-10', to: '2026-03-11', by: 'money' }
    expect((await api('GET /cms/dashboard/top', { token, query })).body).toEqual({ products: [], categories: [] })
  })
})

describe('a range is refused, with the fault at its field', () => {
  const good = { from: '2026-03-01', to: '2026-04-01', by: 'money' }
  test.each([
    ['from', 'required', { from: undefined }],
    ['to', 'required', { to: undefined }],
    ['from', 'invalid_format', { from: '2026-02-30' }],
    ['to', 'invalid_format', { to: '2026-4-1' }],
    ['from', 'out_of_range', { from: '1969-12-31', to: '1970-01-02' }],
    ['to', 'before_start', { to: '2026-03-01' }],
    ['to', 'before_start', { to: '2026-02-28' }],
    ['to', 'out_of_range', { to: '2029-03-02' }],
  ])('%s: %s, %j', async (name, fault, faulty) => {
    const query = Object.fromEntries(
      Object.entries({ ...good, ...faulty }).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    )
    const { by, ...range } = query
    for (const path of [
      `/cms/dashboard/sales?${new URLSearchParams(range)}`,
      `/cms/dashboard/top?${new URLSearchParams(query)}`,
    ]) {
      const reply = await send('GET', path, { token })
      expect(reply.status, path).toBe(400)
      expect(reply.problem.invalid_params).toMatchObject([{ in: 'query', name, code: fault }])
    }
  })

  test('of 1096 days is answered', async () => {
    expect((await sales({ from: '2026-03-01', to: '2029-03-01' })).buckets).toHaveLength(36)
  })

  test('other parameters have their own faults', async () => {
    const faultsOf = async (path: string) => (await send('GET', path, { token })).problem.invalid_params
    const range = 'from=2026-03-01&to=2026-04-01'
    expect(await faultsOf(`/cms/dashboard/sales?${range}&compare=month`)).toMatchObject([
      { name: 'compare', code: 'invalid_value' },
    ])
    expect(await faultsOf(`/cms/dashboard/top?${range}`)).toMatchObject([{ name: 'by' }])
    expect(await faultsOf(`/cms/dashboard/top?${range}&by=name`)).toMatchObject([{ name: 'by', code: 'invalid_value' }])
  })
})

describe('the open work', () => {
  const workOf = async (staff: { token: string }) =>
    new Map((await api('GET /cms/dashboard/work', { token: staff.token })).body.map((one) => [one.key, one]))
  const all = [
    'cms.order.list',
    'cms.after_sale.list',
    'cms.invoice.list',
    'cms.product.list',
    'cms.notice.list',
    'cms.error_log.list',
    'cms.carrier_account.list',
    'cms.waybill.list',
  ]

  test('contains only what the caller may see', async () => {
    expect([...(await workOf(await newStaff())).keys()]).toEqual(['notices_unread'])
    expect([...(await workOf(await newStaff(['cms.product.list']))).keys()]).toEqual([
      'stock_out',
      'stock_low',
      'notices_unread',
    ])
    const everything = [...(await workOf(await newStaff(all))).keys()]
    expect([...(await workOf(await newStaff([], { is_root: true }))).keys()]).toEqual(everything)
    expect(everything).toHaveLength(20)
  })

  test('has the orders to ship, and the late orders among them', async () => {
    const staff = await newStaff(['cms.order.list'])
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    for (const hours of [1, 47, 49]) await buy({ paid_at: ago(hours) })
    await buy({ paid_at: ago(100), status: 'shipped' })
    await buy({})
    const work = await workOf(staff)
    expect(work.get('to_ship')).toEqual({ key: 'to_ship', count: 3, capped: false, href: '/admin/order?tab=to_ship' })
    expect(work.get('late')?.count).toBe(1)
  })

  test('has the partly shipped orders, like their tab', async () => {
    const staff = await newStaff(['cms.order.list'])
    const order = await buy({ paid_at: new Date().toISOString() })
    await (await database()).update(tables.order).set({ fulfilment: 'part' }).where(eq(tables.order.id, order.id))
    const { body } = await api('GET /cms/order/count', { token: staff.token })
    expect(body.part_shipped).toBe(1)
    expect((await workOf(staff)).get('part_shipped')).toEqual({
      key: 'part_shipped',
      count: 1,
      capped: false,
      href: '/admin/order?tab=part_shipped',
    })
  })

  test('has refunds that failed', async () => {
    const staff = await newStaff(['cms.order.list'])
    const order = await buy({ paid_at: at('2026-03-10 12:00') })
    await giveBack(order.id, 100, null)
    expect((await workOf(staff)).get('refunds_waiting')?.count).toBe(0)
    await (await database()).update(tables.refund).set({ status: 'abnormal' })
    expect((await workOf(staff)).get('refunds_waiting')?.count).toBe(1)
  })

  test('counts products like their tabs', async () => {
    const staff = await newStaff(['cms.product.list'])
    const before = await workOf(staff)
    const [sold] = [await newProduct(), await newProduct({ skus: [{ stock: 3 }] })]
    await (await database()).update(tables.sku).set({ stock: 0 }).where(eq(tables.sku.id, sold.sku.id))
    const after = await workOf(staff)
    const more = (key: 'stock_out' | 'stock_low') => (after.get(key)?.count ?? 0) - (before.get(key)?.count ?? 0)
    expect([more('stock_out'), more('stock_low')]).toEqual([1, 2])
    const { low, sold_out } = (await api('GET /cms/product/count', { token: staff.token })).body
    expect([after.get('stock_out')?.count, after.get('stock_low')?.count]).toEqual([sold_out, low])
  })

  test('counts up to a thousand', async () => {
    const staff = await newStaff(['cms.error_log.list'])
    const add = (count: number) =>
      database().then((db) =>
        db.insert(tables.error_log).values(
          Array.from({ length: count }, () => ({
            fingerprint: unique('f'),
            source: 'job',
            name: 'Error',
            message: '',
            stack: '',
            method: 'GET',
            path: '/',
          })),
        ),
      )
    const known = (await workOf(staff)).get('errors_new')?.count ?? 0
    await add(1_000 - known)
    expect((await workOf(staff)).get('errors_new')).toMatchObject({ count: 1_000, capped: false })
    await add(1)
    expect((await workOf(staff)).get('errors_new')).toMatchObject({ count: 1_000, capped: true })
  })

  test('has payment problems until their notice is withdrawn, and notices until they are read', async () => {
    const [may, may_not] = [
      await newStaff(['cms.notice.list', 'cms.error_log.list']),
      await newStaff(['cms.notice.list']),
    ]
    const subject = unique('P')
    const db = await database()
    const waiting = async (staff: typeof may) => {
      const work = await workOf(staff)
      return [work.get('payment_problems')?.count, work.get('notices_unread')?.count]
    }
    const [known, unread] = await waiting(may)
    const hidden = await waiting(may_not)
    await postSystemNotice(db, {
      kind: 'payment_alarm',
      subject,
      params: { number: subject },
      link: '/admin/error_log',
      permission_code: 'cms.error_log.list',
    })
    expect(await waiting(may)).toEqual([(known ?? 0) + 1, (unread ?? 0) + 1])
    expect(await waiting(may_not)).toEqual(hidden)
    await api('POST /cms/notice/read', { token: may.token })
    expect(await waiting(may)).toEqual([(known ?? 0) + 1, 0])
    await db.update(tables.notice).set({ status: 'offline' }).where(eq(tables.notice.subject, subject))
    expect(await waiting(may)).toEqual([known, 0])
  })
})
