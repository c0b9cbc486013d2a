import { sql } from 'drizzle-orm'
import { Client, escapeIdentifier } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { connect } from '@/db/connection/client'
import { startBridge } from '@/db/testing/neon-bridge'
import { createDatabase } from '@/db/testing/postgres'
import { type DatabaseProxy, startProxy } from '@/db/testing/proxy'
import { currentSettings } from '@/lib/kit/config/settings'
import { closeDatabase, connection, setConnection } from '@/lib/kit/database'
import { loginCode } from '@/lib/platform/sandbox/control'
import { sandboxFetch } from '@/lib/platform/sandbox/fetch'
import { setRuntime } from '@/lib/platform/wechat/transport'
import { readiness } from '@/lib/server/ready'
import { send } from '@/lib/server/testing/api'
import { newCustomer, unique } from '@/lib/server/testing/factories'

const database = inject('database')
let proxy: DatabaseProxy
/** A connection to the database that bypasses the proxy. */
let direct: Client

beforeAll(async () => {
  if (database.driver === 'pglite') throw new Error('this needs a server')
  const url = await createDatabase(database.url, unique('away_'), database.template)
  proxy = await startProxy(url)
  direct = new Client({ connectionString: url })
  await direct.connect()
  await closeDatabase()
  setConnection(await connect({ url: proxy.url, data_dir: '' }))
})
afterAll(async () => {
  proxy.stop()
  await direct.end()
})

test('a database that is down is 503 with Retry-After, and requests succeed when it is up again', async () => {
  const { token } = await newCustomer()
  expect((await send('GET', '/v1/user', { token })).status).toBe(200)
  expect((await readiness()).ready).toBe(true)

  proxy.cut()
  for (let round = 0; round < 5; round++) {
    const replies = await Promise.all([
      send('GET', '/v1/category'),
      send('GET', '/v1/user', { token }),
      send('PUT', '/v1/user', { token, body: { nickname: '一' } }),
    ])
    for (const reply of replies) {
      expect(reply).toMatchObject({ status: 503, problem: { code: 'unavailable' } })
      expect(reply.headers.get('retry-after')).toBe('2')
    }
  }
  expect((await readiness()).ready).toBe(false)

  proxy.restore()
  expect((await send('GET', '/v1/category')).status).toBe(200)
  expect((await send('PUT', '/v1/user', { token, body: { nickname: '一' } })).status).toBe(200)
  expect((await readiness()).ready).toBe(true)
})

test('a sign-in while the database is down sends its code to no platform, so that the code stays usable', async () => {
  const asked: string[] = []
  setRuntime({
    fetch: (url, init) => {
      asked.push(String(url))
      return sandboxFetch(url, init)
    },
    pause: async () => {},
  })
  const { code } = await loginCode({ openid: unique('o') })
  const signIn = () => send('POST', '/v1/token', { body: { type: 200, account: code } })
  proxy.cut()
  for (let round = 0; round < 3; round++) expect((await signIn()).status).toBe(503)
  expect(asked).toEqual([])
  proxy.restore()
  expect((await signIn()).status).toBe(200)
  expect((await signIn()).status).toBe(401)
  expect(asked).toHaveLength(2)
})

test('a connection that breaks during writes leaves no partial changes', async () => {
  const { token } = await newCustomer()
  const body = { name: '王', mobile: '13800001234', province: '浙', city: '杭', district: '', detail: '一号' }
  const writes = Array.from({ length: 8 }, () => send('POST', '/v1/address', { token, body }))
  setTimeout(proxy.cut, 3)
  const replies = await Promise.all(writes)
  proxy.restore()
  for (const reply of replies) expect([201, 503]).toContain(reply.status)
  const { body: list } = await send<{ is_default: boolean }[]>('GET', '/v1/address', { token })
  // A commit may succeed although its response is lost, so there may be more addresses than responses with 201.
  expect(list.length).toBeGreaterThanOrEqual(replies.filter((reply) => reply.status === 201).length)
  expect(list.filter((address) => address.is_default)).toHaveLength(list.length > 0 ? 1 : 0)
})

const ended: number[] = []

/**
 * Waits until a connection of this process runs a statement that contains `text`. Then ends every connection with a
 * statement that contains `text`.
 */
async function terminate(text: string): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await direct.query<{ pid: number }>(
        `select pid, pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and query like $1 and not pid = any($2)`,
        [`%${text}%`, ended],
      )
      ended.push(...rows.map(({ pid }) => pid))
      return rows.length
    })
    .toBeGreaterThan(0)
}

test('a read whose connection is closed before it answers is sent once more', async () => {
  const { db } = await connection()
  const reading = db.execute(sql`select pg_sleep(1), 'read once more'`).then((result) => result)
  await terminate('read once more')
  expect(await reading).toMatchObject({ rowCount: 1 })

  const again = db.execute(sql`select pg_sleep(1), 'read twice more'`).catch((error: unknown) => error)
  await terminate('read twice more')
  await terminate('read twice more')
  expect(await again).toMatchObject({ cause: { code: '57P01' } })
})

test('a write is never sent again', async () => {
  const { db, transaction } = await connection()
  const name = unique('written_')
  await db.execute(sql`create table ${sql.identifier(name)} (note text)`)
  const insert = (note: string) =>
    sql.raw(`with slept as (select pg_sleep(1)) insert into ${escapeIdentifier(name)} select '${note}' from slept`)
  const writes: [string, () => Promise<unknown>][] = [
    ['outside', async () => db.execute(insert('outside'))],
    ['inside', () => transaction((tx) => tx.execute(insert('inside')))],
    ['only reading inside', () => transaction((tx) => tx.execute(sql`select pg_sleep(1), 'only reading inside'`))],
  ]
  for (const [note, write] of writes) {
    const written = write().catch((error: unknown) => error)
    await terminate(note)
    expect(await written).toMatchObject({ cause: { code: '57P01' } })
  }
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect((await direct.query(`select * from ${escapeIdentifier(name)}`)).rows).toEqual([])
})

const seconds = async <T>(work: () => Promise<T>) => {
  const began = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - began) / 1_000 }
}

test('silently lost connections delay one read, and no later one', async () => {
  const { token } = await newCustomer()
  // Opens several connections of both kinds.
  await Promise.all(Array.from({ length: 30 }, () => send('GET', '/v1/user', { token })))
  await Promise.all(Array.from({ length: 8 }, () => send('GET', '/v1/theme')))
  proxy.stallOpen()
  const reads = ['/v1/user', '/v1/theme', '/v1/category']
  const first = await seconds(() => Promise.all(reads.map((path) => send('GET', path, { token }))))
  expect(first.result.map(({ status }) => status)).toEqual([200, 200, 200])
  // Each connection waits once for a response.
  expect(first.seconds).toBeGreaterThan(2.4)
  const second = await seconds(() => Promise.all(reads.map((path) => send('GET', path, { token }))))
  expect(second.result.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(second.seconds).toBeLessThan(2.4)
})

describe.each(['pg', 'neon'])('a process that was suspended for a minute, through %s', (driver) => {
  let bridge: Awaited<ReturnType<typeof startBridge>> | undefined
  beforeAll(async () => {
    if (driver === 'neon') bridge = await startBridge(proxy.url)
    await closeDatabase()
    setConnection(await connect({ url: proxy.url, data_dir: '', neon_proxy: bridge?.address }))
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  afterAll(async () => {
    await closeDatabase()
    await bridge?.stop()
    setConnection(await connect({ url: proxy.url, data_dir: '' }))
  })

  test('answers its first request although all connections were lost silently', async () => {
    const { token } = await newCustomer()
    const first = [
      () => send('GET', '/v1/category'),
      () => send('GET', '/v1/user', { token }),
      () => send('PUT', '/v1/user', { token, body: { nickname: '三' } }),
    ]
    for (const request of [...first, ...first]) {
      await Promise.all(Array.from({ length: 30 }, () => send('GET', '/v1/user', { token })))
      await Promise.all(Array.from({ length: 8 }, () => send('GET', '/v1/theme')))
      proxy.stallOpen()
      // The wall clock advances; nothing else has happened in the process.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
      expect((await request()).status).toBe(200)
      const after = await seconds(() => send('GET', '/v1/user', { token }))
      expect(after.result.status).toBe(200)
      expect(after.seconds).toBeLessThan(2.4)
    }
  })
})

test('a database that is silent is 503, and requests succeed when it is back', async () => {
  const { token } = await newCustomer()
  const body = { nickname: '二' }
  await currentSettings((await connection()).db)
  proxy.stall()
  const all = await Promise.all([
    send('GET', '/v1/category'),
    send('GET', '/v1/theme'),
    send('GET', '/v1/user', { token }),
    send('PUT', '/v1/user', { token, body }),
  ])
  for (const result of all) expect(result).toMatchObject({ status: 503, problem: { code: 'unavailable' } })
  for (const { headers } of all) expect(headers.get('retry-after')).toBe('2')

  proxy.restore()
  expect((await send('GET', '/v1/user', { token })).status).toBe(200)
  expect((await send('PUT', '/v1/user', { token, body })).status).toBe(200)
})
