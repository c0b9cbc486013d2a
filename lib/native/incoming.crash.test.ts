import { once } from 'node:events'
import { request } from 'node:http'
import { connect as dial, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '@/db/client'
import * as tables from '@/db/tables'
import { createDatabase, startPostgres, type TestPostgres } from '@/db/testing/postgres'
import { closeDatabase, connection, setConnection } from '@/lib/database'
import { seedDemonstration } from '@/lib/demonstration'
import { endServer, type RunningServer, startServer } from '@/lib/testing/server'

let postgres: TestPostgres
let variables: { DATABASE_URL: string }
beforeAll(async () => {
  postgres = await startPostgres()
  variables = { DATABASE_URL: await createDatabase(postgres.url, 'incoming') }
  setConnection(await connect({ url: variables.DATABASE_URL, data_dir: '' }))
  await seedDemonstration()
})
afterAll(async () => {
  await closeDatabase()
  await postgres.stop()
})

/** What a path answers to a request with these headers, which `fetch` would not send. */
async function ask(server: RunningServer, path: string, headers: Record<string, string>) {
  const { hostname, port } = new URL(server.origin)
  const outgoing = request({ hostname, port, path, headers, agent: false }).end()
  const [incoming] = await once(outgoing, 'response')
  let text = ''
  for await (const part of incoming) text += part
  return { status: Number(incoming.statusCode), type: String(incoming.headers['content-type']), text }
}

/** What a tunnel, a proxy, or a browser whose name for another machine now leads here would send. */
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

test.each([
  ['a demonstration that others may reach', { HOST: '0.0.0.0', SANDBOX_PASSWORD: 'a good long secret' }],
  ['a shop', { SANDBOX: '0' }],
])('%s answers them', async (_, more) => {
  const server = await startServer({ ...variables, ...more })
  for (const headers of fromElsewhere) expect((await ask(server, '/v1/category', headers)).status).toBe(200)
  await endServer(server, 'SIGTERM')
})

describe('a client that resets its connection right after sending', () => {
  const open = async (server: RunningServer) => {
    const socket = dial(Number(new URL(server.origin).port), '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  /** A failed sign-in, of which the login log keeps a row. */
  const attempt = async (socket: Socket, account: string) => {
    const body = JSON.stringify({ type: 100, account, secret: 'not the secret at all' })
    const head = `POST /v1/token HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
    await new Promise((resolve) => socket.write(`${head}\r\n\r\n${body}`, resolve))
    socket.resetAndDestroy()
  }
  const logged = async () => {
    const { db } = await connection()
    return (await db.select({ ip: tables.login_log.ip }).from(tables.login_log)).map(({ ip }) => ip)
  }

  test('is logged by its address, or its request is not processed', async () => {
    const server = await startServer(variables)
    const sockets = await Promise.all(Array.from({ length: 30 }, () => open(server)))
    // Connections are accepted in turn, so those before this new one are open at the server.
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
  // The first request lets Next listen.
  await ask(server, '/', { host: 'localhost' })
  expect((await ask(server, '/v1/category', upgrade('h2c'))).status).toBe(200)
  expect((await ask(server, '/', upgrade('h2c'))).status).toBe(200)
  expect((await ask(server, '/_next/webpack-hmr', upgrade('websocket'))).status).toBe(404)
  const began = performance.now()
  await endServer(server, 'SIGTERM')
  expect(performance.now() - began).toBeLessThan(5_000)
})
