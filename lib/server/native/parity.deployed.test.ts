import { once } from 'node:events'
import { request } from 'node:http'
import { request as requestByTls } from 'node:https'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints, jobs } from '@/lib/server/endpoints'
import { comparedTarget, origin, parityVariables } from '@/lib/server/testing/parity'
import { endServer, type RunningServer, startServer } from '@/lib/server/testing/server'

/**
 * The parity test: sends the same requests in the same sequence to a deployment and to our own server, and compares the
 * responses. Each server has a copy of the same database. `npm run artifact` runs this test in the folder of its build.
 */

type HeaderValues = Record<string, string | string[]>

interface Target {
  origin: string
  token: string
  /** Headers that the access protection of the compared deployment requires. */
  headers: Record<string, string>
}

interface RequestInput {
  /** The path of the request, which is sent without normalization. */
  path: string
  method?: string
  headers?: HeaderValues
  body?: string | Buffer
  /** Whether to send the body in chunks, without Content-Length. */
  chunked?: boolean
}

interface Received {
  status: number
  headers: Record<string, string>
  body: unknown
}

let server: RunningServer | undefined
const targets: Target[] = []

beforeAll(async () => {
  const { native_database_url, ...deployed } = comparedTarget()
  // A private demonstration refuses other hosts.
  server = await startServer({ ...parityVariables, DATABASE_URL: native_database_url, HOST: '0.0.0.0' })
  targets.push({ origin: server.origin, token: '', headers: {} }, { ...deployed, token: '' })
})
afterAll(() => server && endServer(server, 'SIGTERM'))

async function receive(
  { origin, token, headers: opening }: Target,
  { path, method = 'GET', headers, body, chunked }: RequestInput,
): Promise<Received> {
  const { hostname, port, protocol } = new URL(origin)
  const withToken = (value: string) => (value === 'TOKEN' ? `Bearer ${token}` : value)
  const values: HeaderValues = { ...opening }
  for (const [name, value] of Object.entries(headers ?? {}))
    values[name] = typeof value === 'string' ? withToken(value) : value.map(withToken)
  if (body !== undefined && !chunked) values['content-length'] = String(Buffer.byteLength(body))
  const send = protocol === 'https:' ? requestByTls : request
  const outgoing = send({ hostname, port, path, method, headers: values, agent: false })
  const answered = once(outgoing, 'response')
  outgoing.on('error', () => {}) // the connection may be closed while a refused body is sent; only the answer matters
  outgoing.end(body)
  const [incoming] = await answered
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part)
  const bytes = Buffer.concat(parts)
  const text = (incoming.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
  return { status: incoming.statusCode, headers: comparable(incoming.headers), body: comparableBody(text) }
}

/** Headers that differ between responses: headers of the transfer, and React's preloads, which depend on timing. */
const framing = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'link']

/** Headers that Vercel adds. Vercel also compresses responses, so `content-encoding` differs. */
const ofPlatform = ['x-vercel-id', 'x-matched-path']

/** Headers that Next adds to `Vary` for its own pages. */
const nextHeaders = ['rsc', 'next-router-state-tree', 'next-router-prefetch', 'next-router-segment-prefetch']

function comparable(headers: Record<string, string>): Record<string, string> {
  const compared = Object.entries({ vary: '', ...headers }).filter(
    ([name]) => !framing.includes(name) && !ofPlatform.includes(name),
  )
  return Object.fromEntries(
    compared.map(([name, value]) => {
      if (name === 'vary')
        return [
          name,
          value
            .split(', ')
            .filter((header) => header !== '' && header !== 'Accept-Encoding' && !nextHeaders.includes(header))
            .sort()
            .join(', '),
        ]
      return [name, masked(value)]
    }),
  )
}

/** Replaces values that differ between servers: random ids, tokens, times. */
const masked = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UUID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'MOMENT')
    .replaceAll(/"token":"[^"]+"/g, '"token":"TOKEN"')
    .replaceAll(/"order_no":"[^"]+"/g, '"order_no":"NUMBER"')
    // The timers of one server number events meanwhile.
    .replaceAll(/"numbered":\d+/g, '"numbered":0')
    .replaceAll(/nonce(=\\?"|-)[\w+/=]+/g, 'NONCE')

/**
 * Returns the part of a body that can be compared. For a page, returns the text `a page`, because Next streams the
 * parts of a page in a sequence that depends on timing.
 */
const comparableBody = (text: string): unknown => {
  if (/^<!doctype html>/i.test(text)) return 'a page'
  return /^[{[]/.test(text) ? JSON.parse(masked(text)) : masked(text)
}

/** Sends a request to both servers and fails if the responses differ. Returns the response of our own server. */
async function expectSame(input: RequestInput): Promise<Received> {
  const [native, deployed] = await Promise.all(targets.map((target) => receive(target, input)))
  expect(deployed, `${input.method ?? 'GET'} ${input.path}`).toEqual(native)
  if (!native) throw new Error('no servers')
  return native
}

const json = { 'content-type': 'application/json' }
const signedIn = { authorization: 'TOKEN' }
const post = (path: string, body: unknown, headers: HeaderValues = {}) =>
  expectSame({ method: 'POST', path, headers: { ...json, ...headers }, body: JSON.stringify(body) })

test('a customer registers, places an order and cancels it', async () => {
  const account = { type: 100, account: 'parity', secret: 'a good long secret' }
  for (const target of targets) {
    const response = await fetch(`${target.origin}/v1/user`, {
      method: 'POST',
      headers: { ...json, ...target.headers, 'x-peer-address': '6.6.6.6' },
      body: JSON.stringify(account),
    })
    expect(response.status).toBe(201)
    target.token = (await response.json()).token
  }
  expect((await post('/v1/user', account)).status).toBe(409)
  expect((await expectSame({ path: '/v1/user', headers: signedIn })).status).toBe(200)
  // The IP of the socket, not that of the client's header.
  const { body } = await expectSame({ path: '/v1/user/session', headers: signedIn })
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
  expect((await expectSame({ path: order, headers: signedIn })).status).toBe(200)
  expect((await expectSame({ method: 'POST', path: `${order}/cancel`, headers: signedIn })).status).toBe(200)
})

const paths: [path: string, status: number][] = [
  ['/v1', 404],
  ['/v1/nope', 404],
  ['/v1/foo.bar', 404],
  ['/cms', 404],
  ['/cms/nope/at/all', 404],
  ['/api/health', 200],
  ['/api/ready', 200],
  ['/api/nope', 404],
  ['/docs/openapi.json', 200],
  ['/docs/openapi.v1.json', 200],
  ['/docs/openapi.cms.json', 200],
  ['/docs/llms.txt', 200],
  ['/docs/markdown/errors.md', 200],
  ['/docs/markdown/cms/order.md', 200],
  ['/docs/markdown/v1/nope.md', 404],
  ['/mcp', 405],
  ['/sandbox/control', 200],
  ['/v1/product/1', 200],
  ['/v1/product/1?unknown=1', 200],
  ['/v1/product/999999', 404],
  ['/v1/product/x', 400],
  ['/v1/product/1%2F2', 400],
  ['/v1/product/%zz', 400],
  ['/v1/product/%E7%BB%BF', 400],
  ['/v1/product/search?q=%zz', 200],
  ['/v1/product/search?q=%E7%BB%BF%E8%8C%B6', 200],
  ['/v1/product/search', 400],
  ['/v1/product/by_category?id=1&size=2&size=3', 400],
  ['/v1/product/by_category?id=1&size=0', 400],
  ['/v1/banner/ids/1,2', 200],
  ['/v1/banner/ids/1,,2', 400],
]

test.each(paths)('GET %s: %i', async (path, status) => {
  expect((await expectSame({ path })).status).toBe(status)
  await expectSame({ path, method: 'HEAD' })
  await expectSame({ path, method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'GET' } })
  await expectSame({ path, headers: { origin: 'https://evil.example', 'x-request-id': 'given-by-client' } })
})

test.each(['PATCH', 'DELETE'])('%s is refused', async (method) => {
  for (const path of ['/v1/category', '/api/health', '/docs/openapi.json', '/mcp']) {
    expect(await expectSame({ method, path })).toMatchObject({ status: 405, headers: { allow: expect.any(String) } })
  }
})

test('a conditional request for an unchanged product is answered with 304', async () => {
  const { headers } = await expectSame({ path: '/v1/product/1' })
  expect((await expectSame({ path: '/v1/product/1', headers: { 'if-none-match': headers.etag ?? '' } })).status).toBe(
    304,
  )
})

const large = Buffer.alloc(2 * 1024 * 1024, ' ')

test.each<[string, Omit<RequestInput, 'path' | 'method'>, number]>([
  ['no JSON', { headers: json, body: '{' }, 400],
  ['no UTF-8', { headers: json, body: Buffer.from([0x22, 0xff, 0x22]) }, 400],
  ['another type', { headers: { 'content-type': 'text/plain' }, body: '{}' }, 415],
  ['too much of it', { headers: json, body: large }, 413],
  ['too much of it, in chunks', { headers: json, body: large, chunked: true }, 413],
  ['little of it, in chunks', { headers: json, body: '{"items":[{"sku_id":1,"count":1}]}', chunked: true }, 201],
  ['an unknown field', { headers: json, body: '{"items":[{"sku_id":1,"count":1}],"price":1}' }, 400],
  ['nothing', { headers: json }, 400],
])('a body that is %s', async (_, input, status) => {
  const headers = { ...input.headers, ...signedIn }
  expect((await expectSame({ ...input, headers, method: 'POST', path: '/v1/order' })).status).toBe(status)
})

test.each<[string, HeaderValues]>([
  ['of another kind', { authorization: 'Digest x' }],
  ['in two places', { authorization: 'Bearer one', token: 'two' }],
  ['that is unknown', { token: 'nobody has this one' }],
])('a token %s', async (_, headers) => {
  await expectSame({ path: '/v1/user', headers })
})

const twoTypes: HeaderValues = { 'content-type': ['application/json', 'text/plain'], ...signedIn }

test.each<[string, RequestInput, number]>([
  ['a trailing slash', { path: '/v1/' }, 308],
  ['an empty segment', { path: '/v1//product' }, 308],
  ['an encoded letter', { path: '/v1/prod%75ct/1' }, 200],
  ['a path without a slash', { path: 'v1/product/1' }, 400],
  ['TRACE', { path: '/v1/category', method: 'TRACE' }, 500],
  ['PROPFIND', { path: '/v1/category', method: 'PROPFIND' }, 400],
  ['two tokens', { path: '/v1/user', headers: { authorization: ['TOKEN', 'Bearer other'] } }, 200],
  ['two content types', { path: '/v1/order', method: 'POST', headers: twoTypes, body: '{}' }, 400],
])('a deployment answers %s as decision 10 lists it', async (_, input, status) => {
  const [, deployed] = targets
  if (!deployed) throw new Error('nothing is compared')
  expect((await receive(deployed, input)).status).toBe(status)
})

/** All declared endpoints; DELETE endpoints come last, because some of them end the session of the test. */
const declared = [...endpoints, ...jobs].toSorted(
  (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
)

test.each(declared.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s',
  async (_, { method, path, example }) => {
    const params: Record<string, unknown> = { ...Object(example?.params) }
    const query = new URLSearchParams(
      Object.entries({ ...Object(example?.query) }).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const filledPath = (value?: string) =>
      path.replace(/\{(\w+)\}/g, (__, name: string) => value ?? String(params[name] ?? 1))
    const search = query.size > 0 ? `?${query}` : ''
    const body = example?.body === undefined ? undefined : JSON.stringify(example.body)
    const input = { method, path: filledPath() + search, headers: json, ...(body !== undefined && { body }) }
    await expectSame(input)
    await expectSame({ ...input, headers: { ...json, authorization: `Bearer ${parityVariables.CRON_SECRET}` } })
    await expectSame({ ...input, headers: { ...json, ...signedIn } })
    await expectSame({ ...input, path: filledPath('x') + search, headers: { ...json, ...signedIn } })
    await expectSame({ ...input, method: 'PATCH', headers: json })
    await expectSame({ ...input, method: 'OPTIONS', headers: { origin, 'access-control-request-method': method } })
    if (method === 'GET') await expectSame({ ...input, method: 'HEAD', headers: signedIn })
    else await expectSame({ ...input, headers: { ...json, ...signedIn }, body: '{"unknown":1}' })
  },
)
