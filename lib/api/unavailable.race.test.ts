import { createServer, connect as dial, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect } from '@/db/client'
import { createDatabase } from '@/db/testing/postgres'
import { closeDatabase, setConnection } from '@/lib/database'
import { readiness } from '@/lib/ready'
import { send } from '@/lib/testing/api'
import { newCustomer, unique } from '@/lib/testing/factories'

const database = inject('database')
const sockets = new Set<Socket>()
let isDown = false

/** A proxy between the server and the database, whose connections can be cut. */
const proxy = createServer((client) => {
  if (isDown || database.driver === 'pglite') return client.destroy()
  const { hostname, port } = new URL(database.url)
  const upstream = dial(Number(port), hostname)
  for (const [from, to] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    sockets.add(from)
    from.on('error', () => {}).on('close', () => sockets.delete(from) && to.destroy())
    from.pipe(to)
  }
})

const cut = () => {
  isDown = true
  for (const socket of sockets) socket.destroy()
}

beforeAll(async () => {
  if (database.driver === 'pglite') throw new Error('this needs a server')
  const url = new URL(await createDatabase(database.url, unique('away_'), database.template))
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const bound = proxy.address()
  if (bound === null || typeof bound === 'string') throw new Error('no port')
  url.hostname = '127.0.0.1'
  url.port = String(bound.port)
  await closeDatabase()
  setConnection(await connect({ url: url.toString(), data_dir: '' }))
})
afterAll(() => {
  cut()
  proxy.close()
})

test('a database that is down is 503 with Retry-After, and requests succeed when it is up again', async () => {
  const { token } = await newCustomer()
  expect((await send('GET', '/v1/user', { token })).status).toBe(200)
  expect((await readiness()).ready).toBe(true)

  cut()
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

  isDown = false
  expect((await send('GET', '/v1/category')).status).toBe(200)
  expect((await send('PUT', '/v1/user', { token, body: { nickname: '一' } })).status).toBe(200)
  expect((await readiness()).ready).toBe(true)
})

test('a connection that breaks during writes leaves no partial changes', async () => {
  const { token } = await newCustomer()
  const body = { name: '王', mobile: '13800001234', province: '浙', city: '杭', district: '', detail: '一号' }
  const writes = Array.from({ length: 8 }, () => send('POST', '/v1/address', { token, body }))
  setTimeout(cut, 3)
  const replies = await Promise.all(writes)
  isDown = false
  for (const reply of replies) expect([201, 503]).toContain(reply.status)
  const { body: list } = await send<{ is_default: boolean }[]>('GET', '/v1/address', { token })
  // A commit may succeed although its response is lost, so there may be more addresses than responses with 201.
  expect(list.length).toBeGreaterThanOrEqual(replies.filter((reply) => reply.status === 201).length)
  expect(list.filter((address) => address.is_default)).toHaveLength(list.length > 0 ? 1 : 0)
})
