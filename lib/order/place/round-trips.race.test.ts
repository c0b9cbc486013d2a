import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect } from '@/db/connection/client'
import { createDatabase } from '@/db/testing/postgres'
import { type DatabaseProxy, startProxy } from '@/db/testing/proxy'
import { closeDatabase, setConnection } from '@/lib/kit/database'
import { api } from '@/lib/server/testing/api'
import { newBuyer, newProduct, stockFaults, unique } from '@/lib/server/testing/factories'

const database = inject('database')
let proxy: DatabaseProxy

beforeAll(async () => {
  if (database.driver !== 'pg') throw new Error('round trips are saved on connections of pg')
  proxy = await startProxy(await createDatabase(database.url, unique('trips_'), database.template), { latency_ms: 20 })
  await closeDatabase()
  setConnection(await connect({ url: proxy.url, data_dir: '' }))
})
afterAll(() => proxy.stop())

test('an order takes three round trips: the caller, the data to check, and the write with the commit', async () => {
  const { token } = await newBuyer()
  const { sku } = await newProduct({ skus: [{ stock: 100 }] })
  const place = (body: object) =>
    api('POST /v1/order', { token, body, headers: { 'idempotency-key': unique('trips-').padEnd(8, '0') } })
  const tripsOf = async (body: object, status: number) => {
    const before = proxy.roundTrips()
    expect((await place(body)).status).toBe(status)
    return proxy.roundTrips() - before
  }
  const items = [{ sku_id: sku.id, count: 1 }]
  await api('POST /v1/cart', { token, body: { sku_id: sku.id, count: 5 } })
  // The first requests also open connections and read the settings.
  for (let at = 0; at < 3; at++) await tripsOf({ items, from_cart: true }, 201)

  expect(await tripsOf({ items }, 201)).toBe(3)
  expect(await tripsOf({ items, from_cart: true }, 201)).toBe(3)
  // A refusal only reads, and rolls back.
  expect(await tripsOf({ items: [{ sku_id: sku.id, count: 999 }] }, 409)).toBe(3)
  expect((await api('GET /v1/cart', { token })).body).toMatchObject([{ count: 1 }])
  expect(await stockFaults()).toEqual([])
})
