import { once } from 'node:events'
import { request } from 'node:http'
import { connect as dial, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { gt } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { closeDatabase, connection } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { seedDemonstration } from '@/lib/server/demonstration/demonstration'
import { endServer, type RunningServer, refusedServer, startServer } from '@/lib/server/testing/server'
import { createShopDatabase } from '@/lib/server/testing/shop-database'

let variables: { DATABASE_URL: string }
beforeAll(async () => {
  variables = { DATABASE_URL: await createShopDatabase('incoming') }
})
afterAll(closeDatabase)

/** Sends a request with headers that `fetch` does not allow. Returns the response. */
async function ask(server: RunningServer, path: string, headers: Record<string, string>) {
  const { hostname, port } = new URL(server.origin)
  const outgoing = request({ hostname, port, path, headers, agent: false }).end()
  const [incoming] = await once(outgoing, 'response')
  let text = ''
  for await (const part of incoming) text += part
  return { status: Number(incoming.statusCode), type: String(incoming.headers['content-type']), text }
}

/**
 * Headers of requests through a tunnel or a proxy, and of a browser with a foreign host name that resolves to this
 * machine.
 */
const fromElsewhere: Record<string, string>[] = [
  { host: 'shop.example' },
  { host: 'localhost.evil.example:3000' },
  { host: '192.168.0.2:3000' },
  { host: '127.0.0.1', 'x-forwarded-for': '203.0.113.7' },
  { host: 'localhost', 'X-Forwarded-Host': 'shop.example' },
  { host: 'localhost', 'x-forwarded-proto': 'https' },
  { host: 'localhost', forwarded: 'for=203.0.113.7' },
]
const paths = ['/', '/admin/login', '/v1/category', '/sandbox/control', '/_next/static/none.js', '/api/ready']

describe('a demonstration for this machine only', () => {
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer(variables)
  })
  afterAll(() => endServer(server, 'SIGTERM'))

  test.each(fromElsewhere)('refuses a request with %j, saying what to set', async (headers) => {
    for (const path of paths) {
      const { status, type, text } = await ask(server, path, headers)
      expect({ path, status, type }).toEqual({ path, status: 403, type: 'application/problem+json' })
      expect(JSON.parse(text)).toMatchObject({ code: 'forbidden', detail: expect.stringContaining('set BASE_URL') })
      expect(text).not.toContain('mini-shop-demo')
    }
  })

  test.each(['localhost:3000', 'LOCALHOST', '127.0.0.1', '[::1]:8080'])('answers one for %s', async (host) => {
    expect((await ask(server, '/v1/category', { host })).status).toBe(200)
    expect((await ask(server, '/', { host })).status).toBe(200)
  })
})

test('a demonstration that others may reach is refused while its accounts have the published password', async () => {
  const { code, reasons } = await refusedServer({
    ...variables,
    HOST: '0.0.0.0',
    SANDBOX_PASSWORD: 'a good long secret',
  })
  expect(code).toBe(1)
  expect(reasons).toEqual([
    expect.stringMatching(/^The accounts of the demonstration have the published password.*npm run db:seed/),
  ])
})

/** Sets the password of the demonstration's accounts. */
async function renewPasswords(password: string | undefined): Promise<void> {
  const before = env().SANDBOX_PASSWORD
  env().SANDBOX_PASSWORD = password
  await seedDemonstration()
  env().SANDBOX_PASSWORD = before
}

test.each([
  ['a demonstration that others may reach', { HOST: '0.0.0.0', SANDBOX_PASSWORD: 'a good long secret' }],
  ['a shop', { SANDBOX: '0' }],
])('%s answers them', async (_, more) => {
  if ('SANDBOX_PASSWORD' in more) await renewPasswords(more.SANDBOX_PASSWORD)
  const server = await startServer({ ...variables, ...more })
  const odd = ['a b', 'shop.example:999999', '[::1]:3000'].map((host) => ({ host }))
  for (const headers of [...fromElsewhere, ...odd])
    expect((await ask(server, '/v1/category', headers)).status).toBe(200)
  await endServer(server, 'SIGTERM')
})

describe('a client that resets its connection right after sending', () => {
  const open = async (server: RunningServer) => {
    const socket = dial(Number(new URL(server.origin).port), '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  /** Sends a sign-in with a wrong password, which adds a row to the sign-in log. */
  const attempt = async (socket: Socket, account: string) => {
    const body = JSON.stringify({ type: 100, account, secret: 'not the secret at all' })
    const head = `POST /v1/token HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
    await new Promise((resolve) => socket.write(`${head}\r\n\r\n${body}`, resolve))
    socket.resetAndDestroy()
  }
  // The demonstration has sign-ins of earlier days.
  const began = new Date()
  const logged = async () => {
    const { login_log } = tables
    const { db } = await connection()
    const rows = await db.select({ ip: login_log.ip }).from(login_log).where(gt(login_log.created_at, began))
    return rows.map(({ ip }) => ip)
  }

  test('is logged by its address, or its request is not processed', async () => {
    const server = await startServer(variables)
    const sockets = await Promise.all(Array.from({ length: 30 }, () => open(server)))
    // Connections are accepted in order, so the ones before this one are open at the server.
    await ask(server, '/api/health', { host: 'localhost' })
    for (const [at, socket] of sockets.entries()) await attempt(socket, `open-${at}`)
    await expect.poll(logged, { timeout: 20_000 }).toEqual(Array(30).fill('127.0.0.1'))

    // Most of these are reset before the server accepts them.
    for (let at = 0; at < 25; at++) await attempt(await open(server), `reset-${at}`)
    await endServer(server, 'SIGTERM')
    expect([...new Set(await logged())]).toEqual(['127.0.0.1'])
  })
})

test('a request for another protocol is answered as if it were not, and holds no shutdown', async () => {
  const server = await startServer(variables)
  const upgrade = (protocol: string) => ({ host: 'localhost', connection: 'Upgrade', upgrade: protocol })
  // Next starts listening at the first request.
  await ask(server, '/', { host: 'localhost' })
  expect((await ask(server, '/v1/category', upgrade('h2c'))).status).toBe(200)
  expect((await ask(server, '/', upgrade('h2c'))).status).toBe(200)
  expect((await ask(server, '/_next/webpack-hmr', upgrade('websocket'))).status).toBe(404)
  const began = performance.now()
  await endServer(server, 'SIGTERM')
  // A connection that blocks the shutdown blocks it for the whole grace time of 9.7 s (server.ts).
  expect(performance.now() - began).toBeLessThan(9_000)
})

/** Sends bytes to a server. Returns the parts of the response that the server has sent until the connection closes. */
async function exchange(server: Pick<RunningServer, 'origin'>, bytes: string) {
  const socket = dial(Number(new URL(server.origin).port), '127.0.0.1')
  socket.write(bytes)
  const answer = await text(socket)
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2)
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]),
    type: header('content-type'),
    allow: header('allow'),
    location: header('location'),
    policy: header('content-security-policy'),
    request_id: header('x-request-id'),
    code: /"code":"(\w+)"/.exec(body)?.[1],
  }
}

const head = (method: string, path: string, ...headers: string[]) =>
  [`${method} ${path} HTTP/1.1`, 'host: localhost', 'connection: close', ...headers, '', ''].join('\r\n')

const long = 'x'.repeat(20_000)
const twice = (name: string, value: string) => [`${name}: ${value}`, `${name}: ${value}`]

/** Requests that Node or Next would answer without a problem document, and the expected code. */
const unusual: [request: string, status: number, code: string, allow?: string][] = [
  [head('PROPFIND', '/v1/category'), 405, 'method_not_allowed', 'GET, HEAD, OPTIONS'],
  [head('TRACE', '/v1/category'), 405, 'method_not_allowed', 'GET, HEAD, OPTIONS'],
  [head('PATCH', '/v1/category'), 405, 'method_not_allowed', 'GET, HEAD, OPTIONS'],
  [head('TRACE', '/v1/user'), 405, 'method_not_allowed', 'GET, HEAD, POST, PUT, DELETE, OPTIONS'],
  [head('PATCH', '/cms/user/7'), 405, 'method_not_allowed', 'GET, HEAD, PUT, DELETE, OPTIONS'],
  [head('PROPFIND', '/v1/nope'), 404, 'not_found'],
  [head('PUT', '/api/health'), 405, 'method_not_allowed', 'GET, HEAD, OPTIONS'],
  [head('TRACE', '/api/ready'), 405, 'method_not_allowed', 'GET, HEAD, OPTIONS'],
  [head('DELETE', '/docs/openapi.json'), 405, 'method_not_allowed', 'GET, HEAD, OPTIONS'],
  [head('TRACE', '/admin'), 405, 'method_not_allowed', 'GET, HEAD, POST'],
  [head('DELETE', '/'), 405, 'method_not_allowed', 'GET, HEAD, POST'],
  [head('CONNECT', 'shop.example:443'), 405, 'method_not_allowed', 'GET, HEAD, POST'],
  [head('FOO', '/v1/category'), 400, 'invalid_request'],
  [head('GET', '/v1/%zz'), 400, 'invalid_request'],
  [head('GET', '/%761/category'), 404, 'not_found'],
  [head('GET', `/v1/category?q=${long}`), 413, 'payload_too_large'],
  [head('GET', '/v1/category', `x-long: ${long}`), 413, 'payload_too_large'],
  [head('GET', '/v1/category', ...twice('authorization', 'Bearer a')), 400, 'invalid_request'],
  [head('POST', '/v1/token', ...twice('content-type', 'application/json')), 400, 'invalid_request'],
  [head('POST', '/v1/order', 'content-type: application/json', 'content-type: text/plain'), 400, 'invalid_request'],
  [head('GET', 'v1/product/1'), 400, 'invalid_request'],
  [head('POST', '/v1/token', ...twice('content-length', '2')), 400, 'invalid_request'],
  [head('POST', '/v1/token', 'content-length: 2', 'content-length: 3'), 400, 'invalid_request'],
  [head('POST', '/v1/order', ...twice('idempotency-key', '12345678')), 400, 'invalid_request'],
  [head('PUT', '/v1/user', ...twice('if-match', '"1"')), 400, 'invalid_request'],
  [head('GET', '/v1/category', 'host: shop.example'), 400, 'invalid_request'],
  ['no http at all\r\n\r\n', 400, 'invalid_request'],
]

const redirected = [
  ['/v1/', '/v1'],
  ['/v1//product/1', '/v1/product/1'],
  ['/v1/product/1/?a=b//', '/v1/product/1?a=b//'],
  ['/docs/', '/docs'],
  ['//evil.example/', '/evil.example'],
  ['/\\evil.example/', '/evil.example'],
  ['/v1/prod%75ct/1?a=%62', '/v1/product/1?a=%62'],
]

describe('our own server', () => {
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer(variables)
  })
  afterAll(() => endServer(server, 'SIGTERM'))

  test.each(unusual)('%# is refused', async (request, status, code, allow) => {
    const type = 'application/problem+json'
    const request_id = expect.stringMatching(/^[0-9a-f-]{36}$/)
    // The API document belongs to the pages.
    const policy = expect.stringMatching(/default-src '(none|self)'/)
    expect(await exchange(server, request)).toEqual({
      status,
      code,
      type,
      allow,
      location: undefined,
      request_id,
      policy,
    })
  })

  test('a browser is led to the name of this machine that pictures have; other clients are answered', async () => {
    const { host, port } = new URL(server.origin)
    const asked = (...headers: string[]) =>
      exchange(server, head('GET', '/docs?from=mail', ...headers).replace('host: localhost', `host: ${host}`))
    const location = `http://localhost:${port}/docs?from=mail`
    expect(await asked('sec-fetch-mode: navigate')).toMatchObject({ status: 307, location })
    expect(await asked('sec-fetch-mode: cors')).toMatchObject({ status: 200, location: undefined })
    expect(await asked()).toMatchObject({ status: 200, location: undefined })
  })

  test.each(redirected)('%s is redirected with the headers of every answer', async (path, location) => {
    const answer = await exchange(server, head('GET', path, 'x-request-id: given-by-client'))
    expect(answer).toMatchObject({
      status: 308,
      location,
      policy: expect.stringContaining("default-src 'none'"),
      request_id: 'given-by-client',
    })
  })

  test.each([
    ['/v1/product/%31', 200],
    ['/v1/banner/ids/1%2C2', 200],
    ['/v1/product/1%2F2', 400],
    ['/v1/foo.bar', 404],
    ['/v1/../admin', 404],
    ['/v1/%2e%2e/admin', 404],
    ['/files/a%20b.png', 404],
    ['/files/../package.json', 404],
  ])('%s: only the values of a path are decoded, %i', async (path, status) => {
    const { type, ...answer } = await exchange(server, head('GET', path))
    expect(answer.status).toBe(status)
    expect(type).toBe(status === 200 ? 'application/json' : 'application/problem+json')
  })

  test('answers are compressed for clients that accept gzip', async () => {
    const path = '/v1/product/by_category?id=1'
    const asked = (encoding: string) => fetch(server.origin + path, { headers: { 'accept-encoding': encoding } })
    const compressed = await asked('gzip, deflate')
    expect(compressed.headers.get('content-encoding')).toBe('gzip')
    const plain = await asked('gzip;q=0')
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('vary')).toContain('Accept-Encoding')
    expect(await plain.text()).toBe(await compressed.text())
  })

  test('scripts are sent as compressed by the build, and no other files are served', async () => {
    const page = await (await fetch(server.origin)).text()
    const script = server.origin + /\/_next\/static\/[^"]+\.js/.exec(page)?.[0]
    const plain = await fetch(script, { headers: { 'accept-encoding': 'identity' } })
    const text = await plain.text()
    expect(plain.headers.get('content-encoding')).toBeNull()
    for (const encoding of ['br', 'gzip']) {
      const compressed = await fetch(script, { headers: { 'accept-encoding': encoding } })
      expect(Object.fromEntries(compressed.headers)).toMatchObject({
        'content-encoding': encoding,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        vary: 'Accept-Encoding',
      })
      expect(await compressed.text()).toBe(text)
    }
    expect((await fetch(script, { headers: { range: 'bytes=9-3' } })).status).toBe(416)
    for (const path of ['none.js', '', '../BUILD_ID', '%2e%2e/BUILD_ID', '..%2f..%2fpackage.json', 'chunks'])
      expect((await exchange(server, head('GET', `/_next/static/${path}`))).status, path).not.toBe(200)
  })

  test('a build of pages alone is not served by the route handlers of Next', async () => {
    const { code, reasons } = await refusedServer(variables, ['--mount', 'next'])
    expect(code).toBe(1)
    expect(reasons).toEqual([expect.stringContaining('BUILT_FOR_FUNCTIONS=1 npm run build')])
  })
})
