import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '@/db/connection/client'
import * as tables from '@/db/tables'
import { createDatabase, startPostgres, type TestPostgres } from '@/db/testing/postgres'
import { type DatabaseProxy, startProxy } from '@/db/testing/proxy'
import { closeDatabase, connection, setConnection } from '@/lib/kit/database'
import { startBalancer } from '@/lib/server/testing/balancer'
import { newBuyer, newProduct, stockFaults } from '@/lib/server/testing/factories'
import { lasting, printFigures } from '@/lib/server/testing/seconds'
import { endServer, freePort, startServer } from '@/lib/server/testing/server'
import { migrateDatabase } from '@/lib/server/update-database'

/* The effects on customers of an outage of the database, and of replacing servers. */

const clients = 12
/** The duration of the outage, in milliseconds. */
const outage = lasting(10)
/** The time for which two servers are replaced in turn, in milliseconds. Each server is replaced at least twice. */
const rolling = lasting(0)
const leastRolls = 2

let postgres: TestPostgres
/** The ids of SKUs with ample stock. */
let skus: number[]
/** Tokens of customers with an address. */
let tokens: string[]
const variables = { DATABASE_URL: '', SANDBOX: '0', LOG_LEVEL: 'silent' }

/** Runs `work` on the database, with a connection of this process. */
async function inspect<T>(work: () => Promise<T>): Promise<T> {
  setConnection(await connect({ url: variables.DATABASE_URL, data_dir: '' }))
  return work().finally(closeDatabase)
}

beforeAll(async () => {
  postgres = await startPostgres()
  variables.DATABASE_URL = await createDatabase(postgres.url, 'outage')
  await inspect(async () => {
    await migrateDatabase()
    const { db } = await connection()
    const unlimited = [
      'limit.writes_per_minute',
      'order.unpaid_max',
      'order.unpaid_max_unverified',
      'order.unpaid_max_per_ip',
      'order.unpaid_pieces',
      'order.unpaid_pieces_unverified',
    ]
    await db.insert(tables.config).values(unlimited.map((key) => ({ key, value: 100_000 })))
    const plenty = Array.from({ length: 20 }, () => ({ stock: 1_000_000 }))
    skus = (await newProduct({ skus: plenty })).skus.map(({ id }) => id)
    tokens = await Promise.all(Array.from({ length: clients }, async () => (await newBuyer()).token))
  })
})
afterAll(() => postgres.stop())

interface Reply {
  /** The status of the response; 0: no response. */
  status: number
  /** The id of the placed order. */
  id: number | undefined
  retry_after: string | null
  began: number
  ended: number
}

interface Replies {
  reads: Reply[]
  orders: Reply[]
}

/**
 * Sends requests that read and requests that place orders, without a pause, until `isOver`. Adds each result to
 * `replies` at once. Returns all results. If an order gets no response, sends the order again with the same
 * Idempotency-Key, as clients should do.
 */
async function load(
  origin: string,
  isOver: () => boolean,
  replies: Replies = { reads: [], orders: [] },
): Promise<Replies> {
  const ask = async (path: string, init: RequestInit): Promise<Reply> => {
    const began = performance.now()
    try {
      const answer = await fetch(origin + path, init)
      const body: { id?: number } = JSON.parse(await answer.text())
      const retry_after = answer.headers.get('retry-after')
      return { status: answer.status, id: body.id, retry_after, began, ended: performance.now() }
    } catch {
      return { status: 0, id: undefined, retry_after: null, began, ended: performance.now() }
    }
  }
  const client = async (token: string, at: number) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    let intention: RequestInit | undefined
    let left = 100
    while (!isOver() || (intention && left-- > 0)) {
      if (at % 3 > 0) replies.reads.push(await ask(at % 3 === 1 ? '/v1/user' : '/v1/theme', { headers }))
      else {
        intention ??= {
          method: 'POST',
          headers: { ...headers, 'idempotency-key': randomUUID() },
          body: JSON.stringify({ items: [{ sku_id: skus[randomInt(skus.length)], count: 1 }] }),
        }
        const reply = await ask('/v1/order', intention)
        replies.orders.push(reply)
        if (reply.status !== 503 && reply.status !== 0) intention = undefined
      }
    }
  }
  await Promise.all(tokens.map(client))
  return replies
}

const countOrders = () => inspect(async () => (await connection()).db.$count(tables.order))

/**
 * Checks the database: every order that was answered with 201 exists once, every order is complete, and there are no
 * further orders besides the `before` orders from before the test. Returns the numbers of lost and duplicate orders.
 */
async function expectWhole(orders: Reply[], before: number) {
  return inspect(async () => {
    const { db } = await connection()
    const acknowledged = orders.flatMap(({ status, id }) => (status === 201 && id ? [id] : []))
    expect(new Set(acknowledged).size).toBe(acknowledged.length)
    const known = await db.select({ id: tables.order.id }).from(tables.order)
    const ids = new Set(known.map(({ id }) => id))
    const lost = acknowledged.filter((id) => !ids.has(id)).length
    const doubled = known.length - before - acknowledged.length + lost
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 })
    expect(await stockFaults()).toEqual([])
    return { placed: acknowledged.length, lost, doubled }
  })
}

/** Returns the duration of the slowest response, in milliseconds. */
const longest = (replies: Reply[]) => Math.round(Math.max(...replies.map(({ began, ended }) => ended - began)))

/** Returns the number of seconds from `back`, the end of the outage, to the start of the last request with a 503. */
const secondsOfRefusals = (replies: Reply[], back: number) =>
  Math.max(0, ...replies.map(({ status, began }) => (status === 503 ? (began - back) / 1_000 : 0)))

test.each([
  ['refuses connections', 'cut'],
  ['is silent', 'stall'],
] as const)(
  'a database that %s for a while: 503 with Retry-After, and answers as before when it is back',
  async (name, fault) => {
    const placedBefore = await countOrders()
    const proxy: DatabaseProxy = await startProxy(variables.DATABASE_URL)
    const server = await startServer({ ...variables, DATABASE_URL: proxy.url })
    let isOver = false
    const replies: Replies = { reads: [], orders: [] }
    const loaded = load(server.origin, () => isOver, replies)
    /** Waits until `count` reads and `count` orders that began after this call have succeeded. */
    const served = async (count: number) => {
      const since = performance.now()
      for (const kind of [replies.reads, replies.orders]) {
        const good = () => kind.filter(({ status, began }) => status < 300 && began > since).length
        await expect.poll(good, { timeout: 60_000 }).toBeGreaterThan(count)
      }
    }
    await served(100)
    const gone = performance.now()
    proxy[fault]()
    await wait(outage)
    proxy.restore()
    const back = performance.now()
    await served(20)
    // Unused connections may still be from before the outage.
    await wait(5_000)
    const recovered = performance.now()
    await served(100)
    isOver = true
    const { reads, orders } = await loaded
    expect(await endServer(server, 'SIGTERM')).toBe(0)
    proxy.stop()

    const all = [...reads, ...orders]
    // Requests that were in progress at the start of the outage may have been answered.
    const away = all.filter(({ ended }) => ended > gone + 500 && ended < back)
    expect(away.length).toBeGreaterThan(0)
    // An order whose commit was sent at the start of the outage may exist; its response is 503, too.
    expect([...new Set(away.map(({ status, retry_after }) => `${status} ${retry_after}`))]).toEqual(['503 2'])
    expect(all.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([])
    expect(all.filter(({ status, began }) => began > recovered && status === 503)).toEqual([])
    const whole = await expectWhole(orders, placedBefore)
    printFigures(`A database that ${name} for ${outage / 1_000} s`, {
      requests: all.length,
      longest_read: longest(reads),
      longest_order: longest(orders),
      seconds_of_refusals: secondsOfRefusals(all, back),
      ...whole,
    })
  },
  180_000 + 2 * outage,
)

test(
  'servers are replaced one after the other under load, and no request fails',
  async () => {
    const before = await countOrders()
    const ports = [String(await freePort()), String(await freePort())]
    const start = (PORT: string) => startServer({ ...variables, PORT })
    const running = await Promise.all(ports.map(start))
    const balancer = await startBalancer(ports.map((port) => `http://127.0.0.1:${port}`))
    await balancer.allReady()
    let isOver = false
    const loaded = load(balancer.origin, () => isOver)
    const began = performance.now()
    let rolls = 0
    for (; rolls < leastRolls || performance.now() - began < rolling; rolls++) {
      for (const [at, port] of ports.entries()) {
        const old = running[at]
        if (old) expect(await endServer(old, 'SIGTERM')).toBe(0)
        running[at] = await start(port)
        await balancer.allReady()
      }
    }
    isOver = true
    const { reads, orders } = await loaded
    await balancer.stop()
    for (const server of running) await endServer(server, 'SIGTERM')

    expect([...reads, ...orders].filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
    const whole = await expectWhole(orders, before)
    expect(whole.placed).toBeGreaterThan(100)
    printFigures(`Servers that were replaced for ${Math.round((performance.now() - began) / 1_000)} s`, {
      replaced: 2 * rolls,
      requests: reads.length + orders.length,
      longest: longest([...reads, ...orders]),
      ...whole,
    })
  },
  120_000 + 2 * rolling,
)

test('counters that a failover empties are the only unlogged rows, and nothing fails without them', async () => {
  const before = await countOrders()
  const server = await startServer(variables)
  let isOver = false
  const loaded = load(server.origin, () => isOver)
  await inspect(async () => {
    const { db } = await connection()
    const unlogged = await db.execute(sql`select relname from pg_class where relpersistence = 'u' and relkind = 'r'`)
    expect(unlogged).toMatchObject({ rows: [{ relname: 'rate_limit' }] })
    for (let failover = 0; failover < 20; failover++) {
      await db.execute(sql`truncate ${tables.rate_limit}`)
      await wait(100)
    }
  })
  isOver = true
  const { reads, orders } = await loaded
  await endServer(server, 'SIGTERM')
  expect([...reads, ...orders].filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
  await expectWhole(orders, before)
})
