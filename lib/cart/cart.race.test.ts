import { randomInt } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { currentSettings } from '@/lib/kit/config/settings'
import { connection } from '@/lib/kit/database'
import { api } from '@/lib/server/testing/api'
import { database, newBuyer, newProduct, setParameters, stockFaults } from '@/lib/server/testing/factories'
import { watch } from '@/lib/server/testing/secrets'
import { openSession } from '@/lib/token/commands'

const raised = { 'limit.writes_per_minute': 1_000_000, 'order.unpaid_max': 100_000, 'order.unpaid_pieces': 100_000 }
beforeEach(() => setParameters(raised))

/**
 * Checks after all tests that the ledgers are consistent, and that neither an unexpected error nor a deadlock was
 * recorded.
 */
afterAll(async () => {
  expect(await stockFaults()).toEqual([])
  const db = await database()
  expect(await db.select().from(tables.error_log)).toEqual([])
  // A transaction is repeated after a deadlock, so the responses of the tests would not show it.
  const deadlocks = sql<number>`(select deadlocks::int from pg_stat_database where datname = current_database())`
  expect(await db.select({ deadlocks }).from(sql`(values (1)) one`)).toEqual([{ deadlocks: 0 }])
})

/** Creates a customer with two devices. Returns the tokens of both sessions. */
async function twoDevices() {
  const buyer = await newBuyer()
  const { db, transaction } = await connection()
  const settings = await currentSettings(db)
  const client = { ip: '203.0.113.8', user_agent: 'tablet', type: 'other' } as const
  const second = await transaction((tx) => openSession(tx, { user_id: buyer.id, kind: 'customer' }, settings, client))
  watch.addSecret(second.token)
  return { id: buyer.id, tokens: [buyer.token, second.token] }
}
type Devices = Awaited<ReturnType<typeof twoDevices>>

const deviceAt = ({ tokens }: Devices, at: number) => tokens[at % tokens.length] ?? ''
const newSkus = async (count: number, stock: number) =>
  (await newProduct({ skus: Array.from({ length: count }, () => ({ stock })) })).skus.map(({ id }) => id)

const add = (token: string, sku_id: number, count: number, headers: Record<string, string> = {}) =>
  api('POST /v1/cart', { token, body: { sku_id, count }, headers })
const put = (token: string, items: object[]) => api('PUT /v1/cart', { token, body: { items } })
const place = (token: string, items: { sku_id: number; count: number }[]) =>
  api('POST /v1/order', { token, body: { items, from_cart: true } })
const countsOf = async ({ tokens: [token = ''] }: Devices) =>
  new Map((await api('GET /v1/cart', { token })).body.map(({ sku_id, count }) => [sku_id, count]))

test('concurrent additions of two devices are added up', async () => {
  const [customer, [sku_id = 0]] = [await twoDevices(), await newSkus(1, 10)]
  const replies = await Promise.all(Array.from({ length: 60 }, (_, at) => add(deviceAt(customer, at), sku_id, 1)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await countsOf(customer)).toEqual(new Map([[sku_id, 60]]))
})

test('a repeated request adds nothing twice', async () => {
  const [customer, [sku_id = 0]] = [await twoDevices(), await newSkus(1, 10)]
  const once = (at: number) =>
    add(deviceAt(customer, at), sku_id, 1, { 'idempotency-key': `the-tap-no-${Math.floor(at / 6)}` })
  const replies = await Promise.all(Array.from({ length: 60 }, (_, at) => once(at)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await countsOf(customer)).toEqual(new Map([[sku_id, 10]]))
})

test('concurrent new lines of two devices do not exceed 100 lines', async () => {
  const [customer, ids] = [await twoDevices(), await newSkus(120, 10)]
  await put(
    deviceAt(customer, 0),
    ids.slice(0, 90).map((sku_id) => ({ sku_id, count: 1 })),
  )
  const replies = await Promise.all(ids.slice(90).map((sku_id, at) => add(deviceAt(customer, at), sku_id, 1)))
  const statuses = replies.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(10).fill(200), ...Array(20).fill(409)])
  expect((await countsOf(customer)).size).toBe(100)
})

test('orders take exactly their pieces while the other device adds', async () => {
  const [customer, ids] = [await twoDevices(), await newSkus(3, 1_000_000)]
  await put(
    deviceAt(customer, 0),
    ids.map((sku_id) => ({ sku_id, count: 500 })),
  )
  const expected = new Map(ids.map((sku_id) => [sku_id, 500]))
  const change = (sku_id: number, by: number) => expected.set(sku_id, (expected.get(sku_id) ?? 0) + by)
  const steps = Array.from({ length: 80 }, async (_, at) => {
    const token = deviceAt(customer, at)
    if (at % 2 === 0) {
      const sku_id = ids[at % ids.length] ?? 0
      const reply = await add(token, sku_id, 3)
      if (reply.status === 200) change(sku_id, 3)
      return reply.status
    }
    // Reversed; some with more than 999 pieces in a line: these orders fail and take nothing.
    const items = [...ids].reverse().map((sku_id) => ({ sku_id, count: at % 10 === 1 ? 999 : randomInt(1, 5) }))
    if (at % 10 === 1) items.push(...items.map((item) => ({ ...item, count: 1 })))
    const reply = await place(token, items)
    if (reply.status === 201) for (const { sku_id, count } of items) change(sku_id, -count)
    return reply.status
  })
  const statuses = await Promise.all(steps)
  expect(new Set(statuses)).toEqual(new Set([200, 201, 400]))
  expect(await countsOf(customer)).toEqual(expected)
})

test('a whole line that both devices order is ordered once', async () => {
  for (let round = 0; round < 10; round++) {
    const [customer, [sku_id = 0]] = [await twoDevices(), await newSkus(1, 5)]
    await add(deviceAt(customer, 0), sku_id, 5)
    const replies = await Promise.all([0, 1].map((at) => place(deviceAt(customer, at), [{ sku_id, count: 5 }])))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await countsOf(customer)).size).toBe(0)
    const [row] = await (await database()).select().from(tables.sku).where(eq(tables.sku.id, sku_id))
    expect(row?.stock).toBe(0)
  }
})

test('random concurrent changes of several customers with the same SKUs do not deadlock', async () => {
  const ids = await newSkus(8, 400)
  const customers = await Promise.all(Array.from({ length: 4 }, () => twoDevices()))
  const some = () => ids[randomInt(ids.length)] ?? 0
  const sample = () => [...new Set([some(), some(), some()])]
  const steps = [
    (token: string) => add(token, some(), randomInt(1, 9)),
    (token: string) =>
      put(
        token,
        sample().map((sku_id) => ({ sku_id, count: randomInt(0, 20), ...(randomInt(2) && { checked: false }) })),
      ),
    (token: string) => api('DELETE /v1/cart', { token, query: { sku_ids: sample().join() } }),
    (token: string) =>
      place(
        token,
        sample().map((sku_id) => ({ sku_id, count: randomInt(1, 4) })),
      ),
    (token: string) => api('GET /v1/cart', { token }),
  ]
  const run = async (customer: Devices, device: number) => {
    const statuses: number[] = []
    for (let round = 0; round < 25; round++) {
      const step = steps[randomInt(steps.length)]
      if (step) statuses.push((await step(deviceAt(customer, device))).status)
    }
    return statuses
  }
  const all = await Promise.all(customers.flatMap((customer) => [0, 1].map((device) => run(customer, device))))
  // 409: the SKUs are sold out.
  for (const status of all.flat()) expect([200, 201, 204, 409]).toContain(status)
  for (const { id } of customers) {
    const lines = await (await database()).select().from(tables.cart_item).where(eq(tables.cart_item.user_id, id))
    expect(new Set(lines.map(({ sku_id }) => sku_id)).size).toBe(lines.length)
    for (const { count } of lines) expect(count).toBeGreaterThan(0)
  }
})
