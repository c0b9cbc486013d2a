import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { sendRefunds } from '@/lib/payment/provider'
import { askFor, decide } from '@/lib/server/testing/after_sale'
import { api, send } from '@/lib/server/testing/api'
import { database, newProduct, newStaff } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'

let token: string
let staff_id: number
let payer: play.Payer
beforeAll(async () => {
  play.usePlatform()
  await migrateDatabase()
  const { id, token: secret } = await newStaff([], { is_root: true })
  ;[staff_id, token] = [id, secret]
})
beforeEach(async () => {
  payer = await play.newPayer()
})

type Feed = 'GET /cms/order'

/** Keeps the time of the last change, as a program does. `read` returns the ids that have changed since, each once. */
function follower(path: Feed) {
  let updated_from: string | undefined
  let seen = new Set<string>()
  return async (size = 2) => {
    const ids: number[] = []
    const latest = new Set<string>()
    for (let cursor: string | undefined; ; ) {
      const query = {
        sort: 'updated_at' as const,
        size,
        ...(updated_from && { updated_from }),
        ...(cursor && { cursor }),
      }
      const { status, body } = await api(path, { token, query })
      expect(status).toBe(200)
      for (const { id, updated_at } of body.items) {
        const change = `${updated_at} ${id}`
        if (!seen.has(change)) ids.push(id)
        latest.add(change)
      }
      updated_from = body.items.at(-1)?.updated_at ?? updated_from
      if (body.next_cursor === null) break
      cursor = body.next_cursor
    }
    seen = latest
    return ids
  }
}

test('orders come once after each change of what their answer shows', async () => {
  const read = follower('GET /cms/order')
  await read()
  expect(await read()).toEqual([])
  const { skus } = await newProduct({
    skus: [
      { stock: 100, price: 1000 },
      { stock: 100, price: 1000 },
    ],
  })
  const items = skus.map(({ id }) => ({ sku_id: id, count: 2 }))
  const { body: placed } = await api('POST /v1/order', { token: payer.token, body: { items } })
  const { id } = placed
  const params = { id }
  const others = await Promise.all(Array.from({ length: 5 }, () => play.placeOrder(payer)))
  expect((await read()).toSorted((a, b) => a - b)).toEqual(
    [id, ...others.map((one) => one.id)].toSorted((a, b) => a - b),
  )
  const detail = async () => (await api('GET /cms/order/{id}', { token, params })).body
  /** `change` is followed by this order, and by no other. */
  const expectChange = async (name: string, change: () => Promise<unknown>) => {
    const before = await detail()
    await change()
    const after = await detail()
    expect({ ...after, updated_at: '' }, name).not.toEqual({ ...before, updated_at: '' })
    expect(await read(), name).toEqual([id])
  }
  const version = async () => (await detail()).version
  const ok = async (reply: Promise<{ status: number }>) =>
    expect(await reply).toMatchObject({ status: expect.toSatisfy((status) => status < 300) })
  await expectChange('reprice', async () =>
    ok(api('PUT /cms/order/{id}', { token, params, body: { version: await version(), discount_amount: 100 } })),
  )
  await expectChange('attempt', () => play.preOrder(payer, id))
  await expectChange('pay', async () => {
    await play.payOrder(payer, id)
    await play.deliver()
  })
  await expectChange('note', () =>
    ok(api('POST /cms/order/{id}/note', { token, params, body: { text: '送货前打电话' } })),
  )
  await expectChange('print', () => ok(api('POST /cms/order/print', { token, body: { ids: [id] } })))
  const [first, second] = (await detail()).items.map((line) => line.id)
  await expectChange('ship', () => play.ship(id, token, { items: [{ order_item_id: first ?? 0, count: 2 }] }))
  await expectChange('ship the rest', () => play.ship(id, token))
  const asked = await (async () => {
    const made = await askFor(payer.token, id, second ?? 0)
    expect(await read(), 'case').toEqual([id])
    return made
  })()
  await expectChange('approve', () => decide(token, asked.body.id, 'approve', {}))
  await expectChange('refund', async () => {
    for (const { payment_no } of await play.paymentsOf(id)) await sendRefunds(payment_no)
    await play.deliver(play.inSeconds(60))
  })
  await expectChange('confirm', () => ok(api('POST /v1/order/{id}/confirm', { token: payer.token, params, body: {} })))
  expect(await read()).toEqual([])
  expect(staff_id).toBeGreaterThan(0)
})

test('a page of changes continues after the row as it was, though it and others change meanwhile', async () => {
  const orders = await Promise.all(Array.from({ length: 7 }, () => play.placeOrder(payer)))
  const db = await database()
  const touch = (id: number) => db.update(tables.order).set({ updated_at: sql`now()` }).where(eq(tables.order.id, id))
  const query = { sort: 'updated_at' as const, customer_id: payer.id, size: 3 }
  const first = (await api('GET /cms/order', { token, query })).body
  expect(first).not.toHaveProperty('total')
  for (const { id } of first.items) await touch(id)
  const read = first.items.map(({ id }) => id)
  for (let cursor = first.next_cursor; cursor !== null; ) {
    const { body } = await api('GET /cms/order', { token, query: { ...query, cursor } })
    read.push(...body.items.map(({ id }) => id))
    cursor = body.next_cursor
  }
  expect(read).toEqual([...read.slice(0, 7), ...read.slice(0, 3)])
  expect(read.slice(0, 7).toSorted((a, b) => a - b)).toEqual(orders.map(({ id }) => id).toSorted((a, b) => a - b))
})

test('updated_to ends the list, and before updated_from it is empty', async () => {
  const { id } = await play.placeOrder(payer)
  const db = await database()
  const updated_at = new Date('2026-05-10T00:00:00.000Z')
  await db.update(tables.order).set({ updated_at }).where(eq(tables.order.id, id))
  const found = async (from: string, to: string) => {
    const query = {
      sort: 'updated_at' as const,
      updated_from: `2026-05-${from}T00:00:00Z`,
      updated_to: `2026-05-${to}T00:00:00Z`,
    }
    return (await api('GET /cms/order', { token, query })).body.items.map((one) => one.id)
  }
  expect([await found('10', '11'), await found('09', '10'), await found('11', '12'), await found('11', '10')]).toEqual([
    [id],
    [],
    [],
    [],
  ])
})

const moment = '2026-05-10T00:00:00Z'
test.each([
  [{ sort: 'updated_at', cursor: '12' }, 'cursor', 'not_allowed'],
  [{ cursor: '1790000000000_12' }, 'cursor', 'not_allowed'],
  [{ sort: 'id', cursor: '1790000000000_12' }, 'cursor', 'not_allowed'],
  [{ sort: 'updated_at', cursor: '1790000000000_' }, 'cursor', 'invalid_format'],
  [{ sort: 'updated_at', cursor: '1790000000000_9999999999' }, 'cursor', 'out_of_range'],
  [{ sort: 'updated_at', cursor: '179_1' }, 'cursor', 'invalid_format'],
  [{ updated_from: moment }, 'updated_from', 'not_allowed'],
  [{ sort: '-id', updated_to: moment }, 'updated_to', 'not_allowed'],
  [{ sort: 'updated_at', updated_from: 'yesterday' }, 'updated_from', 'invalid_format'],
  [{ sort: '-updated_at' }, 'sort', 'invalid_value'],
  [{ sort: 'updated_at', format: 'csv' }, 'sort', 'not_allowed'],
])('%j is refused', async (query, name, code) => {
  const { status, body } = await send<{ invalid_params: object[] }>('GET', `/cms/order?${new URLSearchParams(query)}`, {
    token,
  })
  expect(status).toBe(400)
  expect(body.invalid_params).toMatchObject([{ name, code }])
})
