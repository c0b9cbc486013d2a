import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '@/db/connection/client'
import * as tables from '@/db/tables'
import { startForgetfulPooler } from '@/db/testing/pooler'
import { createDatabase, startPostgres, type TestPostgres } from '@/db/testing/postgres'
import { closeDatabase, connection, setConnection } from '@/lib/kit/database'
import { newProduct, stockFaults } from '@/lib/server/testing/factories'
import { endServer, type RunningServer, refusedServer, startServer } from '@/lib/server/testing/server'
import { createShopDatabase } from '@/lib/server/testing/shop-database'
import { migrateDatabase } from '@/lib/server/update-database'

const clients = 8
/** The number of successfully placed orders after which the server is killed. */
const ordersBeforeKill = 100

let folder: string
let postgres: TestPostgres
beforeAll(async () => {
  if (!existsSync('.server/server.js')) throw new Error('Run npm run build first: these tests kill the built server.')
  folder = mkdtempSync(join(tmpdir(), 'mini-shop-crash-'))
  postgres = await startPostgres()
})
afterAll(async () => {
  await closeDatabase()
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

/** Runs `read` with the database opened in this process. No server may have this database open. */
async function inspect<T>(variables: Record<string, string>, read: () => Promise<T>): Promise<T> {
  setConnection(await connect({ url: variables.DATABASE_URL, data_dir: variables.DATA_DIR ?? '' }))
  return read().finally(closeDatabase)
}

interface Answered {
  token: string
  /**
   * The orders whose placing was answered with 201, by id. true: the cancellation was answered with 200; undefined: the
   * cancellation got no response.
   */
  orders: Map<number, boolean | undefined>
}

async function post(server: RunningServer, path: string, token: string, body?: unknown) {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const response = await fetch(server.origin + path, {
    method: 'POST',
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  })
  const answer: { id: number; token: string } = await response.json()
  return { status: response.status, answer }
}

/** Places and cancels orders until the server is killed, and records the responses in `orders`. */
async function storm(
  server: RunningServer,
  name: string,
  skus: number[],
  orders: Answered['orders'],
): Promise<Answered> {
  const { answer } = await post(server, '/v1/user', '', { type: 100, account: name, secret: 'a good long secret' })
  const { token } = answer
  const address = { name: '王', mobile: '13800001234', province: '浙', city: '杭', district: '', detail: '一号' }
  await post(server, '/v1/address', token, address)
  try {
    for (;;) {
      const open = [...orders].filter(([, cancelled]) => cancelled === false).map(([id]) => id)
      if (open.length > 3) {
        const id = open[randomInt(open.length)] ?? 0
        orders.set(id, undefined)
        const reply = await post(server, `/v1/order/${id}/cancel`, token)
        if (reply.status === 200) orders.set(id, true)
      } else {
        const items = [
          { sku_id: skus[randomInt(skus.length)], count: 1 },
          { sku_id: skus[randomInt(skus.length)], count: 1 },
        ]
        const reply = await post(server, '/v1/order', token, { items })
        if (reply.status === 201) orders.set(reply.answer.id, false)
      }
    }
  } catch {
    return { token, orders }
  }
}

describe.each(['the embedded database', 'PostgreSQL'])('a server killed while orders are placed on %s', (kind) => {
  const variables: Record<string, string> = {}

  test('keeps every acknowledged order and leaves nothing half-written', async () => {
    variables.DATA_DIR = join(folder, kind === 'PostgreSQL' ? 'pg' : 'embedded')
    if (kind === 'PostgreSQL') variables.DATABASE_URL = await createDatabase(postgres.url, 'crash')
    process.env.DATA_DIR = variables.DATA_DIR
    const skus = await inspect(variables, async () => {
      await migrateDatabase()
      const { db } = await connection()
      await db.insert(tables.config).values({ key: 'limit.writes_per_minute', value: 1_000_000 })
      const { skus } = await newProduct({ skus: Array.from({ length: 20 }, () => ({ stock: 100 })) })
      return skus.map(({ id }) => id)
    })

    const server = await startServer(variables)
    const placed = Array.from({ length: clients }, (): Answered['orders'] => new Map())
    const storms = placed.map((orders, at) => storm(server, `stormy-${at}`, skus, orders))
    const count = () => placed.reduce((sum, { size }) => sum + size, 0)
    await expect.poll(count, { timeout: 60_000 }).toBeGreaterThan(ordersBeforeKill)
    await endServer(server, 'SIGKILL')
    const answered = await Promise.all(storms)

    const again = await startServer(variables)
    for (const { token, orders } of answered) {
      for (const [id, cancelled] of orders) {
        const response = await fetch(`${again.origin}/v1/order/${id}`, {
          headers: { authorization: `Bearer ${token}` },
        })
        expect(response.status).toBe(200)
        const order: { status: string; items: unknown[]; log: unknown[] } = await response.json()
        if (cancelled === true) expect(order.status).toBe('cancelled')
        if (cancelled === false) expect(order.status).toBe('unpaid')
        expect(order.items.length).toBeGreaterThan(0)
        expect(order.log).toHaveLength(order.status === 'cancelled' ? 2 : 1)
      }
    }
    expect(await endServer(again, 'SIGTERM')).toBe(0)

    await inspect(variables, async () => {
      const { db } = await connection()
      expect(await stockFaults()).toEqual([])
      const incomplete = await db
        .select({ id: tables.order.id })
        .from(tables.order)
        .where(sql`
        not exists (select 1 from order_item i where i.order_id = "order".id) or not exists (select 1 from order_log l where l.order_id = "order".id)
        or items_amount <> (select sum(amount) from order_item i where i.order_id = "order".id)`)
      expect(incomplete).toEqual([])
      const inconsistent = await db.execute(sql`
        select s.id from sku s where (select coalesce(-sum(delta), 0) from stock_log l where l.sku_id = s.id and l.order_id is not null and l.reason <> 'refunded')
          <> (select coalesce(sum(i.count), 0) from order_item i join "order" o on o.id = i.order_id where i.sku_id = s.id and o.status <> 'cancelled')`)
      expect(inconsistent).toMatchObject({ rows: [] })
    })
  })
})

test('a second process on the embedded folder is refused with the process id of the first', async () => {
  const variables = { DATA_DIR: join(folder, 'shared') }
  const first = await startServer(variables)
  const second = await refusedServer(variables)
  expect(second.code).toBe(1)
  expect(second.reasons).toEqual([expect.stringContaining(`in use by process ${first.process.pid}`)])
  expect((await fetch(`${first.origin}/v1/category`)).status).toBe(200)
  expect(await endServer(first, 'SIGTERM')).toBe(0)
  expect(existsSync(join(variables.DATA_DIR, 'lock'))).toBe(false)
})

test.each([
  [
    { BASE_URL: 'https://shop.example.com' },
    ['DATABASE_URL is missing', 'NEXTAUTH_SECRET is missing', 'CRON_SECRET is missing', 'SANDBOX_PASSWORD'],
  ],
  [{ NEXTAUTH_SECRET: 'short' }, ['NEXTAUTH_SECRET']],
  [{ TRUST_PROXY: 'yes' }, ['TRUST_PROXY']],
])('a start with %j is refused with one sentence per variable', async (variables, sentences) => {
  const { code, reasons } = await refusedServer({ DATA_DIR: join(folder, 'never'), ...variables })
  expect(code).toBe(1)
  expect(reasons).toEqual(sentences.map((sentence) => expect.stringContaining(sentence)))
})

test('a demonstration is refused on a database with real customers', async () => {
  const variables = { DATABASE_URL: await createDatabase(postgres.url, 'real') }
  await inspect(variables, async () => {
    await migrateDatabase()
    await (await connection()).db.insert(tables.user).values({ kind: 'customer' })
  })
  const { code, reasons } = await refusedServer(variables)
  expect(code).toBe(1)
  expect(reasons).toEqual([expect.stringMatching(/^SANDBOX must be off for this database: /)])
  const server = await startServer({ ...variables, SANDBOX: '0' })
  expect(await endServer(server, 'SIGTERM')).toBe(0)
})

test('a start behind a pooler that forgets prepared statements is refused', async () => {
  const DATABASE_URL = await createDatabase(postgres.url, 'pooled')
  await inspect({ DATABASE_URL }, migrateDatabase)
  const pooler = await startForgetfulPooler(DATABASE_URL)
  const { code, reasons } = await refusedServer({ DATABASE_URL: pooler.url, SANDBOX: '0' })
  pooler.stop()
  expect(code).toBe(1)
  expect(reasons).toEqual([expect.stringMatching(/^The pooler in front of the database forgets /)])
})

test('SIGTERM lets running requests finish', async () => {
  const server = await startServer({ DATABASE_URL: await createShopDatabase('graceful') })
  // Hashing takes tens of milliseconds, so the requests are running when the signal arrives.
  const requests = Array.from({ length: 6 }, (_, at) =>
    post(server, '/v1/user', '', { type: 100, account: `graceful-${at}`, secret: 'a good long secret' }),
  )
  await new Promise((resolve) => setTimeout(resolve, 20))
  const code = endServer(server, 'SIGTERM')
  for (const reply of await Promise.all(requests)) expect(reply.status).toBe(201)
  expect(await code).toBe(0)
})

test('SIGTERM under load fails no accepted request', async () => {
  const server = await startServer({ DATABASE_URL: await createShopDatabase('loaded') })
  const agent = new Agent({ keepAlive: true, maxSockets: 24 })
  const seen: Record<string, number> = {}
  let isRefused = false
  /**
   * Sends one request and returns its outcome. `not accepted` is allowed: a new connection may be refused or reset
   * while the server stops listening. A request on a connection that was used before must not fail.
   */
  const request = () =>
    new Promise<string>((resolve) => {
      const outgoing = get(`${server.origin}/v1/category`, { agent }, (incoming) => {
        incoming.resume()
        incoming.once('close', () => resolve(incoming.complete ? String(incoming.statusCode) : 'broken off'))
      })
      outgoing.once('error', (error) => resolve(outgoing.reusedSocket ? error.message : 'not accepted'))
    })
  const client = async () => {
    while (!isRefused) {
      const outcome = await request()
      seen[outcome] = (seen[outcome] ?? 0) + 1
      isRefused ||= outcome !== '200'
    }
  }
  const clients = Array.from({ length: 24 }, client)
  await expect.poll(() => seen['200'] ?? 0, { timeout: 30_000 }).toBeGreaterThan(clients.length * 10)
  const code = endServer(server, 'SIGTERM')
  await Promise.all(clients)
  agent.destroy()
  expect(await code).toBe(0)
  expect(Object.keys(seen).sort()).toEqual(['200', 'not accepted'])
})
