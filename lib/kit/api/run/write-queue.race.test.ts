import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect, transactionsAtOnce } from '@/db/connection/client'
import { createDatabase } from '@/db/testing/postgres'
import { closeDatabase, connection, setConnection } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { serveMetrics } from '@/lib/kit/metrics/serve'
import { readiness } from '@/lib/server/ready'
import { api, send } from '@/lib/server/testing/api'
import { newBuyer, newCustomer, newProduct, stockFaults, unique } from '@/lib/server/testing/factories'

const patience = 300
let direct: Client

beforeAll(async () => {
  const database = inject('database')
  if (database.driver !== 'pg') throw new Error('this needs a pool of connections')
  const url = await createDatabase(database.url, unique('queue_'), database.template)
  await closeDatabase()
  setConnection(await connect({ url, data_dir: '' }))
  direct = new Client({ connectionString: url })
  await direct.connect()
  Object.assign(env(), { WRITE_WAIT_MS: patience })
})
afterAll(() => direct.end())

test('while all transactions wait, further writes are refused in time, and reads and the monitor are answered', async () => {
  const { sku } = await newProduct({ skus: [{ stock: 1_000 }] })
  const buyers = await Promise.all(Array.from({ length: 3 * transactionsAtOnce }, () => newBuyer()))
  const body = { items: [{ sku_id: sku.id, count: 1 }] }
  await api('POST /v1/order', { token: buyers[0]?.token, body })
  await direct.query('begin')
  await direct.query('select from sku where id = $1 for update', [sku.id])
  const placing = Promise.all(buyers.map(({ token }) => send('POST', '/v1/order', { token, body })))
  // Until all connections for writes are taken.
  await expect.poll(async () => (await connection()).pool?.().used).toBeGreaterThanOrEqual(transactionsAtOnce)

  const { token } = await newCustomer()
  for (let round = 0; round < 3; round++) {
    expect((await readiness()).ready).toBe(true)
    expect((await serveMetrics(new Request('http://localhost:3000/api/metrics'))).status).toBeLessThan(500)
    const reads = ['/v1/category', '/v1/order', '/v1/address', '/v1/user'].map((path) => send('GET', path, { token }))
    for (const { status } of await Promise.all(reads)) expect(status).toBe(200)
  }
  await new Promise((resolve) => setTimeout(resolve, 2 * patience))
  await direct.query('commit')

  const replies = await placing
  const accepted = replies.filter(({ status }) => status === 201)
  const refused = replies.filter(({ status }) => status === 503)
  expect(accepted).toHaveLength(transactionsAtOnce)
  expect(refused).toHaveLength(replies.length - accepted.length)
  for (const { problem, headers } of refused) {
    expect(problem).toMatchObject({ code: 'unavailable', detail: 'Too many writes are waiting. Try again.' })
    expect(headers.get('retry-after')).toMatch(/^[123]$/)
  }
  // A refused request has changed nothing, and is accepted when it is repeated.
  for (const { token } of buyers.slice(-2)) expect((await api('POST /v1/order', { token, body })).status).toBe(201)
  expect(await stockFaults()).toEqual([])
})
