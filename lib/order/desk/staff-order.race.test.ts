import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { phoneCode } from '@/lib/platform/sandbox/control'
import { api } from '@/lib/server/testing/api'
import {
  addressInput,
  database,
  newProduct,
  newStaff,
  setFreight,
  setParameters,
  stockFaults,
} from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { both, rounds } from '@/lib/server/testing/races'

let clerk: { id: number; token: string }

beforeAll(async () => {
  play.usePlatform()
  await setFreight(0)
  await setParameters({ 'limit.writes_per_minute': 1_000_000, 'order.unpaid_max': 1_000 })
  clerk = await newStaff(['cms.order.list', 'cms.order.create', 'cms.order.update', 'cms.order.cancel'])
})

const place = (body: object) =>
  api('POST /cms/order', { token: clerk.token, body: { receiver: addressInput, ...body } })
const mobiles = (function* () {
  for (let at = 0; ; at++) yield `139${String(at).padStart(8, '0')}`
})()

test('of an order by staff and one by a customer for the last piece, one is placed', async () => {
  const winners = new Set<number>()
  const [payer, other] = [await play.newPayer(), await play.newPayer()]
  for (let round = 0; round < rounds(100); round++) {
    const { sku } = await newProduct({ skus: [{ stock: 1, price: 1_000 }] })
    const items = [{ sku_id: sku.id, count: 1 }]
    const replies = await both(
      round,
      () => place({ user_id: other.id, items: [{ ...items[0], price: 900 }] }),
      () => api('POST /v1/order', { token: payer.token, body: { items } }),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(replies.find(({ status }) => status === 409)?.problem.code).toBe('out_of_stock')
    winners.add(replies.findIndex(({ status }) => status === 201))
    const [row] = await (await database()).select().from(tables.sku).where(eq(tables.sku.id, sku.id))
    expect(row?.stock).toBe(0)
  }
  // Each must have won some rounds, or the test proves nothing.
  expect(winners).toEqual(new Set([0, 1]))
  expect(await stockFaults()).toEqual([])
})

test('an order by staff for a phone number belongs to the account that proves the number at the same time', async () => {
  const { sku } = await newProduct({ skus: [{ stock: 1_000_000, price: 1_000 }] })
  const items = [{ sku_id: sku.id, count: 1 }]
  const paths = new Set<string>()
  for (let round = 0; round < rounds(100); round++) {
    const mobile = mobiles.next().value
    const waiting = await place({ mobile, items })
    expect(waiting.status).toBe(201)
    const caller = await play.newPayer()
    const { code } = await phoneCode({ phone: mobile })
    const [placed, joined] = await Promise.all([
      place({ mobile, items }),
      api('POST /v1/user/mobile', { token: caller.token, body: { code } }),
    ])
    expect([placed.status, joined.status]).toEqual([201, 200])
    paths.add(placed.body.user_id === caller.id ? 'after' : 'before')
    const db = await database()
    const own = await db.select().from(tables.order).where(eq(tables.order.user_id, caller.id))
    expect(own.map(({ id }) => id).sort()).toEqual([waiting.body.id, placed.body.id].sort())
    const list = await api('GET /v1/order', { token: caller.token, query: { status: 'unpaid' } })
    expect(list.body.items.map(({ by_shop }) => by_shop)).toEqual([true, true])
  }
  expect(paths.size).toBeGreaterThan(0)
  const ended = sql`user_id in (select id from "user" where merged_into is not null)`
  expect(await (await database()).$count(tables.order, ended)).toBe(0)
})

test('two orders by staff for a phone number without an account create one customer', async () => {
  const { sku } = await newProduct({ skus: [{ stock: 1_000_000, price: 1_000 }] })
  for (let round = 0; round < rounds(100); round++) {
    const mobile = mobiles.next().value
    const order = () => place({ mobile, items: [{ sku_id: sku.id, count: 1 }] })
    const replies = await Promise.all([order(), order(), order()])
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(replies.map(({ body }) => body.user_id)).size).toBe(1)
  }
})
