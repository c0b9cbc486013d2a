import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { nativeMount } from '@/lib/server/native/mount'
import { nativeRoutes } from '@/lib/server/native/tree'
import { database, newStaff } from '@/lib/server/testing/factories'
import { batchSize } from './csv-file'
import { withPlace } from './file-stream'

let server: Server
let port: number
beforeAll(async () => {
  const native = nativeMount(nativeRoutes)
  server = createServer((incoming, outgoing) => void native.serve(incoming, outgoing)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  port = typeof bound === 'object' && bound ? bound.port : 0
  // More bytes than the buffers of client and server hold.
  await (await database()).execute(sql`insert into login_log (type, account, success, ip, user_agent)
    select 100, 'a', true, '203.0.113.7', repeat('x', 500) from generate_series(1, ${batchSize * 25}::int)`)
})
afterAll(() => server.close())

const staff = () => newStaff(['cms.login_log.list', 'cms.login_log.export'])

/** The body is not read yet. */
async function open(token: string, { method = 'GET', path = '/cms/login_log?format=csv' } = {}) {
  const sent = request({ port, path, method, agent: false, headers: { authorization: `Bearer ${token}` } })
  // A test ends the connection.
  sent.on('error', () => undefined)
  sent.end()
  const [answer] = await once(sent, 'response')
  return { status: Number(answer.statusCode), end: () => void sent.destroy(), read: () => once(answer.resume(), 'end') }
}

/** The place may be freed a moment after the client has gone. */
const opened = (token: string) =>
  vi.waitFor(async () => {
    const answer = await open(token)
    expect(answer.status).toBe(200)
    return answer
  })

test('a person has two exports at once, and a place again when one was sent or the client has gone', async () => {
  const [{ token }, other] = [await staff(), await staff()]
  const [first, second] = [await open(token), await open(token)]
  expect([first.status, second.status]).toEqual([200, 200])
  // Sent, but not read: the answers are still under way.
  for (let at = 0; at < 3; at++) expect((await open(token)).status).toBe(429)
  const ofOther = await open(other.token)
  expect(ofOther.status).toBe(200)
  ofOther.end()

  first.end()
  const third = await opened(token)
  expect((await open(token)).status).toBe(429)
  await second.read()
  const fourth = await opened(token)
  third.end()
  fourth.end()
})

test.each([
  ['HEAD', 'HEAD', '/cms/login_log?format=csv', 200],
  ['a missing record', 'GET', '/cms/product/2000000000/stock_log?format=csv', 404],
  ['a wrong filter', 'GET', '/cms/login_log?format=csv&success=perhaps', 400],
])('%s keeps no place', async (_, method, path, status) => {
  const { token } = await newStaff([], { is_root: true })
  for (let at = 0; at < 4; at++) {
    const answer = await open(token, { method, path })
    expect(answer.status).toBe(status)
    await answer.read()
  }
})

test('a client that goes before the answer keeps no place', async () => {
  const { token } = await staff()
  for (let at = 0; at < 2; at++) {
    const received = once(server, 'request')
    const sent = request({
      port,
      path: '/cms/login_log?format=csv',
      agent: false,
      headers: { authorization: `Bearer ${token}` },
    })
    sent.on('error', () => undefined)
    sent.end()
    await received
    sent.destroy()
  }
  const both = [await opened(token), await opened(token)]
  for (const { end } of both) end()
})

test('a file that fails keeps no place', async () => {
  const leave = vi.fn()
  const failing = new ReadableStream<Uint8Array>({
    pull() {
      throw new Error('the database is down')
    },
  })
  await expect(new Response(withPlace(failing, leave)).text()).rejects.toThrow('the database is down')
  expect(leave).toHaveBeenCalledTimes(1)
})
