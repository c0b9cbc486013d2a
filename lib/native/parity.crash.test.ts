import { once } from 'node:events'
import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '@/db/client'
import { createDatabase, startPostgres, type TestPostgres } from '@/db/testing/postgres'
import { closeDatabase, connection, setConnection } from '@/lib/database'
import { seedDemonstration } from '@/lib/demonstration'
import { endpoints, jobs } from '@/lib/endpoints'
import { endServer, type RunningServer, startServer } from '@/lib/testing/server'

/**
 * The same requests, in the same order, to two servers on two copies of one database: one mounts the endpoints natively,
 * the other lets Next do it. Nobody may be able to tell them apart.
 */

const mounts = ['native', 'next'] as const
const origin = 'https://h5.example.com'
const cron_secret = 'the scheduler of this test has this secret'

type Sent = Record<string, string | string[]>

interface Served {
  server: RunningServer
  token: string
}

interface Given {
  /** Sent as it stands, so that nothing is normalised on the way. */
  path: string
  method?: string
  headers?: Sent
  body?: string | Buffer
  /** Without a length: in chunks. */
  chunked?: boolean
}

interface Seen {
  status: number
  headers: Record<string, string>
  body: unknown
}

let postgres: TestPostgres
const served: Served[] = []

beforeAll(async () => {
  postgres = await startPostgres()
  const template = await createDatabase(postgres.url, 'parity')
  setConnection(await connect({ url: template, data_dir: '' }))
  await (await connection()).migrate('db/migrations')
  await seedDemonstration()
  await closeDatabase()
  for (const mount of mounts) {
    const variables = {
      DATABASE_URL: await createDatabase(postgres.url, `parity_${mount}`, 'parity'),
      BASE_URL: 'http://localhost:3000',
      CORS_ORIGINS: origin,
      CRON_SECRET: cron_secret,
    }
    served.push({ server: await startServer(variables, ['--mount', mount]), token: '' })
  }
})
afterAll(async () => {
  for (const { server } of served) await endServer(server, 'SIGTERM')
  await postgres.stop()
})

async function ask({ server, token }: Served, { path, method = 'GET', headers, body, chunked }: Given): Promise<Seen> {
  const { hostname, port } = new URL(server.origin)
  const filled = (value: string) => (value === 'TOKEN' ? `Bearer ${token}` : value)
  const sent: Sent = {}
  for (const [name, value] of Object.entries(headers ?? {}))
    sent[name] = typeof value === 'string' ? filled(value) : value.map(filled)
  if (body !== undefined && !chunked) sent['content-length'] = String(Buffer.byteLength(body))
  const outgoing = request({ hostname, port, path, method, headers: sent, agent: false })
  const answered = once(outgoing, 'response')
  outgoing.on('error', () => {}) // a refused body may meet a closed connection; the answer is what counts
  outgoing.end(body)
  const [incoming] = await answered
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part)
  const bytes = Buffer.concat(parts)
  const text = (incoming.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
  return { status: incoming.statusCode, headers: comparable(incoming.headers), body: shown(text) }
}

/** How and when the bytes are sent, and what React preloads as soon as it knows of it: differs from one answer to the next. */
const framing = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'link']

/** What Next names in `Vary` for the sake of its own pages. */
const routers = ['rsc', 'next-router-state-tree', 'next-router-prefetch', 'next-router-segment-prefetch']

function comparable(headers: Record<string, string>): Record<string, string> {
  const kept = Object.entries({ vary: '', ...headers }).filter(([name]) => !framing.includes(name))
  return Object.fromEntries(
    kept.map(([name, value]) => {
      if (name === 'vary')
        return [
          name,
          value
            .split(', ')
            .filter((one) => !routers.includes(one))
            .sort()
            .join(', '),
        ]
      return [name, masked(value)]
    }),
  )
}

/** What no two servers agree on: ids made at random, tokens, moments, what is counted in seconds. */
const masked = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UUID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'MOMENT')
    .replaceAll(/"token":"[^"]+"/g, '"token":"TOKEN"')
    .replaceAll(/"order_no":"[^"]+"/g, '"order_no":"NUMBER"')
    .replaceAll(/nonce(=\\?"|-)[\w+/=]+/g, 'NONCE')

/** Pages are Next's on both servers, and are streamed in pieces whose order depends on timing: that one came is compared. */
const shown = (text: string): unknown => {
  if (/^<!doctype html>/i.test(text)) return 'a page'
  return /^[{[]/.test(text) ? JSON.parse(masked(text)) : masked(text)
}

/** Asks both and answers what the native mount said; fails where the other said anything else. */
async function same(given: Given): Promise<Seen> {
  const [native, next] = await Promise.all(served.map((one) => ask(one, given)))
  expect(native, `${given.method ?? 'GET'} ${given.path}`).toEqual(next)
  if (!native) throw new Error('nobody was asked')
  return native
}

const json = { 'content-type': 'application/json' }
const signedIn = { authorization: 'TOKEN' }
const post = (path: string, body: unknown, headers: Sent = {}) =>
  same({ method: 'POST', path, headers: { ...json, ...headers }, body: JSON.stringify(body) })

test('a customer registers, buys and changes his mind', async () => {
  const account = { type: 100, account: 'parity', secret: 'a good long secret' }
  for (const one of served) {
    const response = await fetch(`${one.server.origin}/v1/user`, {
      method: 'POST',
      headers: { ...json, 'x-peer-address': '6.6.6.6' },
      body: JSON.stringify(account),
    })
    expect(response.status).toBe(201)
    one.token = (await response.json()).token
  }
  expect((await post('/v1/user', account)).status).toBe(409)
  expect((await same({ path: '/v1/user', headers: signedIn })).status).toBe(200)
  // Whatever a client claims, the socket is believed.
  const { body } = await same({ path: '/v1/user/session', headers: signedIn })
  expect(JSON.stringify(body)).toMatch(/"ip":"(::ffff:)?127\.0\.0\.1"/)

  const address = { name: '王', mobile: '13800001234', province: '浙', city: '杭', district: '', detail: '一号' }
  expect((await post('/v1/address', address, signedIn)).status).toBe(201)
  const key = { ...signedIn, 'idempotency-key': 'parity-of-mounts' }
  const placed = await post('/v1/order', { items: [{ sku_id: 1, count: 2 }] }, key)
  expect(placed).toMatchObject({ status: 201, headers: { location: expect.any(String) } })
  const again = await post('/v1/order', { items: [{ sku_id: 1, count: 2 }] }, key)
  expect(again).toMatchObject({ status: 201, headers: { 'idempotent-replayed': 'true' } })
  expect((await post('/v1/order', { items: [{ sku_id: 1, count: 3 }] }, key)).status).toBe(422)
  expect((await post('/v1/order', { items: [{ sku_id: 1, count: 999 }] }, signedIn)).status).toBe(409)
  const order = placed.headers.location ?? ''
  expect((await same({ path: order, headers: signedIn })).status).toBe(200)
  expect((await same({ method: 'POST', path: `${order}/cancel`, headers: signedIn })).status).toBe(200)
})

test.each([
  ['/v1', 404],
  ['/v1/', 308],
  ['/v1/nope', 404],
  ['/v1//product', 308],
  ['/v1/product/1/', 308],
  ['/v1/foo.bar', 404],
  ['/cms', 404],
  ['/cms/nope/at/all', 404],
  ['/api/health', 200],
  ['/api/ready', 200],
  ['/api/nope', 404],
  ['/docs/openapi.json', 200],
  ['/sandbox/control', 200],
  ['/v1/product/1', 200],
  ['/v1/product/1?unknown=1', 200],
  ['/v1/product/999999', 404],
  ['/v1/product/x', 400],
  ['/v1/product/1%2F2', 400],
  ['/v1/prod%75ct/1', 404],
  ['/v1/product/%zz', 400],
  ['/v1/product/%E7%BB%BF', 400],
  ['/v1/product/search?q=%zz', 200],
  ['/v1/product/search?q=%E7%BB%BF%E8%8C%B6', 200],
  ['/v1/product/search', 400],
  ['/v1/product/by_category?id=1&size=2&size=3', 400],
  ['/v1/product/by_category?id=1&size=0', 400],
  ['/v1/banner/ids/1,2', 200],
  ['/v1/banner/ids/1,,2', 400],
  ['v1/product/1', 400],
])('GET %s: %i', async (path, status) => {
  expect((await same({ path })).status).toBe(status)
  await same({ path, method: 'HEAD' })
  await same({ path, method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'GET' } })
  await same({ path, headers: { origin: 'https://evil.example', 'x-request-id': 'given-by-client' } })
})

test.each(['TRACE', 'PROPFIND', 'PATCH', 'DELETE'])('%s is refused', async (method) => {
  expect(await same({ method, path: '/v1/category' })).toMatchObject({
    status: 405,
    headers: { allow: expect.any(String) },
  })
})

test('what a client has already is not sent again', async () => {
  const { headers } = await same({ path: '/v1/product/1' })
  expect((await same({ path: '/v1/product/1', headers: { 'if-none-match': headers.etag ?? '' } })).status).toBe(304)
})

test('whoever takes gzip gets it', async () => {
  const packed = await same({ path: '/v1/product/by_category?id=1', headers: { 'accept-encoding': 'gzip, deflate' } })
  expect(packed.headers['content-encoding']).toBe('gzip')
  const plain = await same({ path: '/v1/product/by_category?id=1', headers: { 'accept-encoding': 'gzip;q=0' } })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.body).toEqual(packed.body)
})

const large = Buffer.alloc(2 * 1024 * 1024, ' ')

test.each<[string, Omit<Given, 'path' | 'method'>, number]>([
  ['no JSON', { headers: json, body: '{' }, 400],
  ['no UTF-8', { headers: json, body: Buffer.from([0x22, 0xff, 0x22]) }, 400],
  ['another type', { headers: { 'content-type': 'text/plain' }, body: '{}' }, 415],
  ['too much of it', { headers: json, body: large }, 413],
  ['too much of it, in chunks', { headers: json, body: large, chunked: true }, 413],
  ['little of it, in chunks', { headers: json, body: '{"items":[{"sku_id":1,"count":1}]}', chunked: true }, 201],
  ['an unknown field', { headers: json, body: '{"items":[{"sku_id":1,"count":1}],"price":1}' }, 400],
  ['nothing', { headers: json }, 400],
])('a body that is %s', async (_, given, status) => {
  const headers = { ...given.headers, ...signedIn }
  expect((await same({ ...given, headers, method: 'POST', path: '/v1/order' })).status).toBe(status)
})

test.each<[string, Sent]>([
  ['twice', { authorization: ['TOKEN', 'Bearer other'] }],
  ['of another kind', { authorization: 'Digest x' }],
  ['in two places', { authorization: 'Bearer one', token: 'two' }],
  ['that is unknown', { token: 'nobody has this one' }],
])('a token %s', async (_, headers) => {
  await same({ path: '/v1/user', headers })
})

test.each(['a b', 'shop.example:999999', '[::1]:3000', 'shop.example'])('for the host %s', async (host) => {
  expect((await same({ path: '/v1/category', headers: { host } })).status).toBe(200)
})

test('two types of one body', async () => {
  const headers = { 'content-type': ['application/json', 'text/plain'], ...signedIn }
  expect((await same({ method: 'POST', path: '/v1/order', headers, body: '{}' })).status).toBe(400)
})

test('scripts are sent as the build packed them, and nothing from beside them', async () => {
  for (const { server } of served) {
    const page = await (await fetch(server.origin)).text()
    const script = server.origin + /\/_next\/static\/[^"]+\.js/.exec(page)?.[0]
    const plain = await fetch(script, { headers: { 'accept-encoding': 'identity' } })
    const text = await plain.text()
    expect(plain.headers.get('content-encoding')).toBeNull()
    for (const encoding of ['br', 'gzip']) {
      const packed = await fetch(script, { headers: { 'accept-encoding': encoding } })
      expect(Object.fromEntries(packed.headers)).toMatchObject({
        'content-encoding': encoding,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        vary: 'Accept-Encoding',
      })
      expect(await packed.text()).toBe(text)
    }
    expect((await fetch(script, { headers: { range: 'bytes=9-3' } })).status).toBe(416)
  }
  for (const path of ['none.js', '', '../BUILD_ID', '%2e%2e/BUILD_ID', '..%2f..%2fpackage.json', 'chunks']) {
    expect((await same({ path: `/_next/static/${path}` })).status, path).not.toBe(200)
  }
})

/** Whatever is declared, now or later: what ends a session comes last. */
const declared = [...endpoints, ...jobs].toSorted(
  (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
)

test.each(declared.map((one) => [`${one.method} ${one.path}`, one] as const))(
  '%s',
  async (_, { method, path, example }) => {
    const params: Record<string, unknown> = { ...example?.params }
    const query = new URLSearchParams(
      Object.entries({ ...example?.query }).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const filled = (value?: string) =>
      path.replace(/\{(\w+)\}/g, (__, name: string) => value ?? String(params[name] ?? 1))
    const search = query.size > 0 ? `?${query}` : ''
    const body = example?.body === undefined ? undefined : JSON.stringify(example.body)
    const given = { method, path: filled() + search, headers: json, ...(body !== undefined && { body }) }
    await same(given)
    await same({ ...given, headers: { ...json, authorization: `Bearer ${cron_secret}` } })
    await same({ ...given, headers: { ...json, ...signedIn } })
    await same({ ...given, path: filled('x') + search, headers: { ...json, ...signedIn } })
    await same({ ...given, method: 'PATCH', headers: json })
    await same({ ...given, method: 'OPTIONS', headers: { origin, 'access-control-request-method': method } })
    if (method === 'GET') await same({ ...given, method: 'HEAD', headers: signedIn })
    else await same({ ...given, headers: { ...json, ...signedIn }, body: '{"unknown":1}' })
  },
)
