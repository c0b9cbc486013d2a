import { randomInt } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { env } from '@/lib/kit/env'
import { api, send } from '@/lib/server/testing/api'
import {
  database,
  newBuyer,
  newProduct,
  resetParameter,
  setParameters,
  stockFaults,
} from '@/lib/server/testing/factories'

type Buyer = Awaited<ReturnType<typeof newBuyer>>
let buyers: Buyer[]

beforeAll(async () => {
  await setParameters({ 'limit.writes_per_minute': 1_000_000, 'order.unpaid_max': 100_000 })
  buyers = await Promise.all(Array.from({ length: 50 }, () => newBuyer()))
})
beforeEach(() => setParameters({ 'limit.writes_per_minute': 1_000_000, 'order.unpaid_max': 100_000 }))

/** Checks after all tests that the ledgers are consistent and that no unexpected error was recorded. */
afterAll(async () => {
  expect(await stockFaults()).toEqual([])
  expect(await (await database()).select().from(tables.error_log)).toEqual([])
})

const buyerAt = (at: number): Buyer => {
  const buyer = buyers[at % buyers.length]
  if (!buyer) throw new Error('no buyer')
  return buyer
}
const place = (buyer: Buyer, items: { sku_id: number; count: number }[], headers: Record<string, string> = {}) =>
  api('POST /v1/order', { token: buyer.token, body: { items }, headers })
const stocks = async (ids: number[]) => {
  const rows = await (await database())
    .select({ id: tables.sku.id, stock: tables.sku.stock })
    .from(tables.sku)
    .where(inArray(tables.sku.id, ids))
  return new Map(rows.map((row) => [row.id, row.stock]))
}
const tally = (replies: { status: number; problem?: { code?: string } }[]) => {
  const counted: Record<string, number> = {}
  for (const reply of replies) {
    const name = reply.status === 201 ? '201' : `${reply.status} ${reply.problem?.code}`
    counted[name] = (counted[name] ?? 0) + 1
  }
  return counted
}

test('200 concurrent orders of 50 customers for 37 pieces sell 37', async () => {
  const { sku } = await newProduct({ skus: [{ stock: 37 }] })
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, at) => place(buyerAt(at), [{ sku_id: sku.id, count: 1 }])),
  )
  expect(tally(replies)).toEqual({ '201': 37, '409 out_of_stock': 163 })
  expect((await stocks([sku.id])).get(sku.id)).toBe(0)
  const numbers = replies.filter((reply) => reply.status === 201).map((reply) => reply.body.order_no)
  expect(new Set(numbers).size).toBe(37)
})

test('concurrent orders with their lines in opposite order do not deadlock', async () => {
  const { skus } = await newProduct({ skus: Array.from({ length: 12 }, () => ({ stock: 10_000 })) })
  const ids = skus.map((one) => one.id)
  const replies = await Promise.all(
    Array.from({ length: 240 }, (_, at) => {
      const order = at % 2 === 0 ? ids : ids.toReversed()
      return place(
        buyerAt(at),
        order.map((sku_id) => ({ sku_id, count: 1 })),
      )
    }),
  )
  expect(tally(replies)).toEqual({ '201': 240 })
  expect([...(await stocks(ids)).values()]).toEqual(ids.map(() => 10_000 - 240))
})

test('of fifty concurrent requests with one idempotency key, one places an order and 49 replay its response', async () => {
  const { sku } = await newProduct()
  const buyer = await newBuyer()
  const replies = await Promise.all(
    Array.from({ length: 50 }, () =>
      place(buyer, [{ sku_id: sku.id, count: 1 }], { 'idempotency-key': 'fifty-at-once' }),
    ),
  )
  expect(tally(replies)).toEqual({ '201': 50 })
  expect(replies.filter((reply) => reply.headers.get('idempotent-replayed') === 'true')).toHaveLength(49)
  expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
  expect(await (await database()).$count(tables.order, eq(tables.order.user_id, buyer.id))).toBe(1)
  expect((await stocks([sku.id])).get(sku.id)).toBe(99)
})

test('concurrent orders do not exceed the limit of unpaid orders', async () => {
  await setParameters({ 'order.unpaid_max': 3 })
  const { sku } = await newProduct()
  const buyer = await newBuyer()
  const replies = await Promise.all(Array.from({ length: 20 }, () => place(buyer, [{ sku_id: sku.id, count: 1 }])))
  expect(tally(replies)).toEqual({ '201': 3, '409 limit_reached': 17 })
  await resetParameter('order.unpaid_max')
})

test('concurrent orders of an account without a mini-program identity do not exceed its limit of pieces', async () => {
  await setParameters({ 'order.unpaid_max_unverified': 100 })
  const { skus } = await newProduct({ skus: [{}, {}] })
  const buyer = await newBuyer()
  env().SANDBOX = false
  try {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => place(buyer, [{ sku_id: skus[at % 2]?.id ?? 0, count: 3 }])),
    )
    expect(tally(replies)).toEqual({ '201': 3, '409 limit_reached': 17 })
  } finally {
    env().SANDBOX = true
    await resetParameter('order.unpaid_max_unverified')
  }
})

describe('of accounts without a mini-program identity', () => {
  let accounts: Buyer[]
  beforeEach(async () => {
    accounts = await Promise.all(Array.from({ length: 50 }, () => newBuyer()))
    env().SANDBOX = false
  })
  afterEach(() => {
    env().SANDBOX = true
  })

  /** Places an order with every account at the same time, each from its own IP address that starts with `network`. */
  const orderAll = (network: string, items: (at: number) => { sku_id: number; count: number }[]) =>
    Promise.all(
      accounts.map(({ token }, at) =>
        api('POST /v1/order', { token, body: { items: items(at) }, ip: `${network}${at}` }),
      ),
    )

  test('concurrent orders together reserve at most a fifth of a SKU', async () => {
    const { skus } = await newProduct({ skus: [{ stock: 500 }, { stock: 3 }] })
    const [many, few] = skus.map(({ id }) => id)
    // In both orders of the lines, which must not deadlock.
    const both = [many, few].map((sku_id = 0) => ({ sku_id, count: 1 }))
    const mixed = await orderAll('198.51.100.', (at) => (at % 2 === 0 ? both : both.toReversed()))
    expect(tally(mixed)).toEqual({ '201': 1, '409 limit_reached': 49 })
    const replies = await orderAll('198.51.100.', () => [{ sku_id: many ?? 0, count: 9 }])
    // One piece, and 11 times 9: the next would make it 109 of 500.
    expect(tally(replies)).toEqual({ '201': 11, '409 limit_reached': 39 })
    expect((await stocks([many ?? 0])).get(many ?? 0)).toBe(400)
  })

  test('concurrent orders from one address do not exceed its limit, whatever they order', async () => {
    await setParameters({ 'order.unpaid_max_per_ip': 5 })
    const { skus } = await newProduct({ skus: buyers.map(() => ({})) })
    // All of one network: an IPv6 customer usually has a /64.
    // Addresses of one network: a customer with IPv6 usually has a /64.
    const replies = await orderAll('2001:db8:7:7::', (at) => [{ sku_id: skus[at]?.id ?? 0, count: 1 }])
    expect(tally(replies)).toEqual({ '201': 5, '409 limit_reached': 45 })
    await resetParameter('order.unpaid_max_per_ip')
  })
})

test('an order canceled by twenty concurrent requests returns its stock once', async () => {
  const { sku } = await newProduct({ skus: [{ stock: 10 }] })
  const buyer = await newBuyer()
  const { body } = await place(buyer, [{ sku_id: sku.id, count: 4 }])
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => send('POST', `/v1/order/${body.id}/cancel`, { token: buyer.token })),
  )
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array(19).fill(409)])
  expect((await stocks([sku.id])).get(sku.id)).toBe(10)
})

test('placing and canceling at random keeps the stock consistent', async () => {
  const stock = 40
  const { skus } = await newProduct({ skus: Array.from({ length: 10 }, () => ({ stock })) })
  const ids = skus.map((one) => one.id)
  const actions = 60
  const seen: Record<string, number> = {}
  const count = (what: string) => {
    seen[what] = (seen[what] ?? 0) + 1
  }
  const client = async (at: number) => {
    const buyer = buyerAt(at)
    const open: number[] = []
    for (let action = 0; action < actions; action++) {
      if (open.length > 0 && randomInt(2) === 0) {
        const id = open.splice(randomInt(open.length), 1)[0] ?? 0
        const reply = await send('POST', `/v1/order/${id}/cancel`, { token: buyer.token })
        count(`cancel ${reply.status}`)
      } else {
        const chosen = ids.toSorted(() => randomInt(3) - 1).slice(0, 1 + randomInt(4))
        const reply = await place(
          buyer,
          chosen.map((sku_id) => ({ sku_id, count: 1 + randomInt(3) })),
        )
        if (reply.status === 201) open.push(reply.body.id)
        count(`place ${reply.status}`)
      }
    }
  }
  await Promise.all(Array.from({ length: 16 }, (_, at) => client(at)))
  expect(Object.keys(seen).sort()).toEqual(['cancel 200', 'place 201', 'place 409'])

  const reserved = await (await database())
    .select({ sku_id: tables.order_item.sku_id, count: sql<number>`sum(count)::int` })
    .from(tables.order_item)
    .innerJoin(tables.order, eq(tables.order.id, tables.order_item.order_id))
    .where(sql`${tables.order.status} = 'unpaid' and ${inArray(tables.order_item.sku_id, ids)}`)
    .groupBy(tables.order_item.sku_id)
  const now = await stocks(ids)
  for (const id of ids) expect((now.get(id) ?? 0) + (reserved.find((row) => row.sku_id === id)?.count ?? 0)).toBe(stock)
})
