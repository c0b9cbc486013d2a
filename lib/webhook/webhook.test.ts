import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { pathToFileURL } from 'node:url'
import { eq, sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { EventType } from '@/db/enums'
import * as tables from '@/db/tables'
import { recordEvent } from '@/lib/event/record'
import { Event } from '@/lib/event/schema'
import { api } from '@/lib/server/testing/api'
import { database, newKey, newStaff } from '@/lib/server/testing/factories'
import { migrateDatabase } from '@/lib/server/update-database'
import { resolver } from './address'
import { deliverEvents } from './deliver'

const lookup = vi.spyOn(resolver, 'lookup')
const codes = ['list', 'create', 'update', 'delete'].map((verb) => `cms.webhook.${verb}`)
const types: EventType[] = ['order.paid', 'product.deleted']
let staff: Awaited<ReturnType<typeof newStaff>>

interface Received {
  headers: IncomingMessage['headers']
  text: string
}
const received: Received[] = []
/** Of the sample ERP. */
type Receive = (
  request: Request,
  secret: string,
  keep: (id: string, event: unknown) => Promise<void>,
) => Promise<Response>
type Behavior = (response: ServerResponse, request: IncomingMessage) => void
let behave: Behavior
const accept: Behavior = (response) => response.writeHead(204).end()
const answering =
  (status: number, body = '', headers = {}): Behavior =>
  (response) =>
    response.writeHead(status, headers).end(body)

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  received.push({ headers: request.headers, text: Buffer.concat(chunks).toString() })
  behave(response, request)
})
let port: number
beforeAll(async () => {
  await migrateDatabase()
  staff = await newStaff([...codes, 'cms.order.list', 'cms.product.list'])
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => {
  lookup.mockRestore()
  server.close()
})
beforeEach(async () => {
  received.length = 0
  behave = accept
  lookup.mockReset().mockResolvedValue([{ address: '127.0.0.1', family: 4 }])
  const db = await database()
  await db.delete(tables.webhook)
  await db.update(tables.event).set({ at: sql`now() - interval '2 hours'` })
})

const input = (values: object = {}) => ({ url: `http://127.0.0.1:${port}/events`, types, ...values })
const create = (values: object = {}, token = staff.token) => api('POST /cms/webhook', { token, body: input(values) })
const read = async (id: number) => (await api('GET /cms/webhook/{id}', { token: staff.token, params: { id } })).body
const change = (id: number, body: object, token = staff.token) =>
  api('PUT /cms/webhook/{id}', { token, params: { id }, body })
const deliveries = async (id: number, query: object = {}) =>
  (await api('GET /cms/webhook/{id}/delivery', { token: staff.token, params: { id }, query: { ...query } })).body.items

/** Records that many events, of products with these ids. */
async function happen(...ids: number[]) {
  const db = await database()
  for (const resource_id of ids)
    await recordEvent(db, 'product.deleted', { resource_id, actor_id: null, data: { status: 'off_sale' } })
}
const sentIds = () => received.map(({ text }) => Event.parse(JSON.parse(text)).resource_id)

/** Makes waiting deliveries due. */
const hurry = async () =>
  (await database())
    .update(tables.webhook_delivery)
    .set({ next_try_at: sql`now()` })
    .where(sql`next_try_at is not null`)

describe('a webhook', () => {
  test('sends events in their order, signed, and in no answer its secret', async () => {
    const { status, body, headers } = await create()
    expect([status, headers.get('location')]).toEqual([201, `/cms/webhook/${body.id}`])
    expect(body.secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const { secret, ...shown } = body
    expect(await read(body.id)).toEqual(shown)
    const db = await database()
    expect(JSON.stringify(await db.select().from(tables.webhook))).not.toContain(secret.slice(6))
    await happen(1, 2, 3)
    expect(await deliverEvents()).toEqual({ accepted: 3, failed: 0 })
    expect(sentIds()).toEqual([1, 2, 3])
    const verifier = new Webhook(secret)
    for (const { headers, text } of received) {
      const signed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
      expect(verifier.verify(text, signed)).toMatchObject({ type: 'product.deleted', data: { status: 'off_sale' } })
      expect(() => verifier.verify(`${text} `, signed)).toThrow()
    }
    expect(await deliverEvents()).toEqual({ accepted: 0, failed: 0 })
    const { items } = (await api('GET /cms/webhook/{id}/delivery', { token: staff.token, params: { id: body.id } }))
      .body
    expect(items.map(({ event: { resource_id } }) => resource_id)).toEqual([3, 2, 1])
    expect(items[0]).toMatchObject({
      status: 'accepted',
      tries: 1,
      response_status: 204,
      event: JSON.parse(received[2]?.text ?? ''),
    })
    expect(await read(body.id)).toMatchObject({ accepted_at: expect.any(String), version: 1, waiting: 0 })
  })

  test('sends only its types, and only what its maker may still see', async () => {
    const maker = await newStaff([...codes, 'cms.order.list', 'cms.product.list'])
    const { body } = await create({}, maker.token)
    const db = await database()
    await recordEvent(db, 'customer.closed', { resource_id: 9, actor_id: null, data: {} })
    await happen(1)
    await db.delete(tables.group_permission).where(sql`group_id = ${maker.group_id} and code = 'cms.product.list'`)
    expect(await deliverEvents()).toEqual({ accepted: 0, failed: 0 })
    expect(await read(body.id)).toMatchObject({ lost_types: ['product.deleted'], status: 'active' })
    await db.update(tables.user).set({ status: 'disabled' }).where(eq(tables.user.id, maker.id))
    expect((await read(body.id)).status).toBe('maker_inactive')
    await happen(2)
    await deliverEvents()
    expect(received).toEqual([])
    expect(await change(body.id, { enabled: true })).toMatchObject({ status: 200, body: { made_by: { id: staff.id } } })
    await deliverEvents()
    expect(sentIds()).toEqual([2])
  })

  test('is closed to keys, and to staff who may not see its types', async () => {
    const { body } = await create()
    const key = await newKey(staff.id, codes)
    expect((await create({}, key.token)).status).toBe(403)
    const other = await newStaff([...codes, 'cms.order.list'])
    const refused = { status: 403, problem: { permission: 'cms.product.list' } }
    expect(await create({}, other.token)).toMatchObject(refused)
    for (const values of [
      { url: `http://127.0.0.1:${port}/theirs` },
      { types: ['product.deleted'] },
      { enabled: true },
    ])
      expect(await change(body.id, values, other.token)).toMatchObject(refused)
    for (const path of ['rotate', 'resend'] as const) {
      const again = { since: '2026-01-01T00:00:00Z' }
      const reply =
        path === 'rotate'
          ? await api('POST /cms/webhook/{id}/rotate', { token: other.token, params: { id: body.id } })
          : await api('POST /cms/webhook/{id}/resend', { token: other.token, params: { id: body.id }, body: again })
      expect(reply).toMatchObject(refused)
    }
    expect(await change(body.id, { types: ['order.paid'] }, other.token)).toMatchObject({
      status: 200,
      body: { made_by: { id: other.id } },
    })
    expect(await change(body.id, { enabled: false }, staff.token)).toMatchObject({
      body: { made_by: { id: other.id } },
    })
  })

  test('is one of at most 20', async () => {
    const replies = await Promise.all(Array.from({ length: 24 }, () => create()))
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(20).fill(201), ...Array(4).fill(409)])
  })

  test.each([
    [{ url: 'http://192.168.1.1:8080/' }, 'url'],
    [{ url: 'https://169.254.169.254/' }, 'url'],
    [{ url: 'https://[fd00::1]/' }, 'url'],
    [{ url: 'https://example.com:22/' }, 'url'],
    [{ url: 'https://user:pass@example.com/' }, 'url'],
    [{ url: 'erp' }, 'url'],
    [{ url: 'https://nowhere.example/' }, 'url'],
    [{ types: [] }, 'types'],
    [{ types: ['order.eaten'] }, 'types.0'],
    [{ secret: 'mine' }, 'secret'],
  ])('with %j is refused', async (values, name) => {
    lookup.mockResolvedValue([])
    const reply = await create(values)
    expect(reply).toMatchObject({ status: 400, problem: { invalid_params: [{ in: 'body', name }] } })
    if (!('secret' in values)) {
      lookup.mockResolvedValue([{ address: '127.0.0.1', family: 4 }])
      const { body } = await create()
      lookup.mockResolvedValue([])
      expect((await change(body.id, values)).status).toBe(400)
    }
  })
})

describe('a receiver', () => {
  test('by the sample keeps each event once, and refuses what the webhook did not sign', async () => {
    const { receive } = z
      .object({ receive: z.custom<Receive>((value) => typeof value === 'function') })
      .parse(await import(/* @vite-ignore */ pathToFileURL('examples/erp/receiver.mjs').href))
    const { body } = await create()
    const kept = new Map<string, z.output<typeof Event>>()
    let statuses: number[] = []
    const ask = async ({ headers, text }: Received, secret = body.secret) => {
      const sent = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]))
      const request = new Request('https://erp.example.com/shop-events', { method: 'POST', headers: sent, body: text })
      const { status } = await receive(request, secret, async (id, event) => void kept.set(id, Event.parse(event)))
      statuses.push(status)
      return status
    }
    behave = async (response) => {
      const [last] = received.slice(-1)
      response.writeHead(last ? await ask(last) : 500).end()
    }
    await happen(1, 2)
    expect(await deliverEvents()).toEqual({ accepted: 2, failed: 0 })
    const again = { token: staff.token, params: { id: body.id } }
    const since = new Date(Date.now() - 60_000).toISOString()
    expect((await api('POST /cms/webhook/{id}/resend', { ...again, body: { since } })).status).toBe(200)
    await deliverEvents()
    expect(statuses).toEqual([204, 204, 204, 204])
    expect([...kept.values()].map(({ resource_id }) => resource_id)).toEqual([1, 2])
    expect([...kept]).toEqual([...kept.values()].map((event) => [`event-${event.seq}`, event]))
    statuses = []
    const [first] = received
    if (!first) throw new Error('nothing was received')
    const other = (await create()).body.secret
    await ask({ ...first, text: `${first.text} ` })
    await ask(first, other)
    await ask({ ...first, headers: {} })
    await ask({ ...first, headers: { ...first.headers, 'webhook-timestamp': '1' } })
    expect([statuses, kept.size]).toEqual([[401, 401, 401, 401], 2])
  })

  test('at a name gets the name, at the address that was checked', async () => {
    const { body } = await create({ url: `http://receiver.example:${port}/a?b=c` })
    await happen(1)
    await deliverEvents()
    expect(received[0]?.headers.host).toBe(`receiver.example:${port}`)
    // The first has no server.
    lookup.mockResolvedValue(
      ['::1', '127.0.0.1'].map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
    await happen(3)
    await deliverEvents()
    expect(sentIds()).toEqual([1, 3])
    received.pop()
    lookup.mockResolvedValue([{ address: '169.254.169.254', family: 4 }])
    await happen(2)
    await deliverEvents()
    expect(received.length).toBe(1)
    expect((await deliveries(body.id))[0]).toMatchObject({ status: 'waiting', failure: 'refused_address', tries: 1 })
  })

  const redirect: Behavior = (response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end()
  test.each<[string, Behavior, object]>([
    ['500', answering(500, 'out of order'), { response_status: 500, response_body: 'out of order' }],
    ['a redirect', redirect, { response_status: 302 }],
    ['a reset', (_, { socket }) => void socket.resetAndDestroy(), { failure: 'no_connection', response_status: null }],
    ['no HTTP', (_, { socket }) => void socket.end('HELO\r\n\r\n'), { failure: 'no_connection' }],
    [
      'an upgrade',
      (_, { socket }) => void socket.end('HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
      { failure: 'no_connection' },
    ],
    ['zeros', answering(500, 'a\0b'), { response_status: 500, response_body: 'a\u{fffd}b' }],
  ])(
    'that answers with %s gets the event again, by a schedule, and later ones first',
    async (_, behavior, expected) => {
      const { body } = await create()
      behave = behavior
      await happen(1, 2)
      expect(await deliverEvents()).toEqual({ accepted: 0, failed: 1 })
      const [failed] = await deliveries(body.id)
      expect(failed).toMatchObject({ status: 'waiting', tries: 1, ...expected })
      expect(Date.parse(failed?.next_try_at ?? '') - Date.parse(failed?.tried_at ?? '')).toBe(5_000)
      behave = accept
      expect(await deliverEvents()).toEqual({ accepted: 1, failed: 0 })
      await hurry()
      expect(await deliverEvents()).toEqual({ accepted: 1, failed: 0 })
      expect(sentIds()).toEqual([1, 2, 1])
      expect(received[0]?.headers['webhook-id']).toBe(received[2]?.headers['webhook-id'])
    },
  )

  test('that refuses some events gets the others in the same run', async () => {
    const { body } = await create()
    behave = answering(500)
    await happen(1)
    await deliverEvents()
    await hurry()
    await happen(2)
    behave = (response) => response.writeHead(received.length === 2 ? 500 : 204).end()
    expect(await deliverEvents()).toEqual({ accepted: 1, failed: 1 })
    expect(sentIds()).toEqual([1, 1, 2])
    expect(await deliveries(body.id)).toMatchObject([{ status: 'accepted' }, { status: 'waiting', tries: 2 }])
  })

  test('that hangs is left after ten seconds', async () => {
    const { body } = await create()
    behave = () => {}
    await happen(1, 2)
    const slow = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      expect(milliseconds).toBe(10_000)
      slow.mockRestore()
      return AbortSignal.timeout(50)
    })
    expect(await deliverEvents()).toEqual({ accepted: 0, failed: 1 })
    expect((await deliveries(body.id))[0]).toMatchObject({ failure: 'timeout', response_status: null })
    expect(received.length).toBe(1)
  })

  test('that answers with a gigabyte is read for 64 KiB, of which 1 KiB is kept', async () => {
    const { body } = await create()
    let written = 0
    behave = (response) => {
      const chunk = Buffer.alloc(65_536, 'x')
      const write = () => {
        while (written < 1e9 && !response.destroyed) {
          written += chunk.length
          if (!response.write(chunk)) return void response.once('drain', write)
        }
        response.end()
      }
      write()
    }
    await happen(1)
    expect(await deliverEvents()).toEqual({ accepted: 1, failed: 0 })
    expect((await deliveries(body.id))[0]?.response_body).toBe('x'.repeat(1_024))
    expect(written).toBeLessThan(50e6)
  })

  test('that is gone turns the webhook off, with a notice', async () => {
    const { body } = await create()
    behave = answering(410)
    await happen(1, 2)
    await deliverEvents()
    expect(await read(body.id)).toMatchObject({ status: 'gone', enabled: false, version: 1 })
    await hurry()
    expect(await deliverEvents()).toEqual({ accepted: 0, failed: 0 })
    const db = await database()
    const [notice] = await db
      .select()
      .from(tables.notice)
      .where(eq(tables.notice.subject, String(body.id)))
    expect(notice).toMatchObject({ kind: 'webhook_off', params: { number: `127.0.0.1:${port}` } })
    behave = accept
    await change(body.id, { enabled: true })
    expect(await deliverEvents()).toEqual({ accepted: 1, failed: 0 })
    expect(sentIds()).toEqual([1, 1])
  })

  test('that accepts nothing for five days turns it off; a single failure among acceptances does not', async () => {
    const { body } = await create()
    behave = answering(503)
    const db = await database()
    const fail = async (id: number, hours: number) => {
      await db.update(tables.webhook).set({ failing_since: sql`now() - make_interval(hours => ${hours})` })
      await happen(id)
      await deliverEvents()
      return (await read(body.id)).status
    }
    expect(await fail(1, 119)).toBe('active')
    behave = accept
    await hurry()
    await deliverEvents()
    expect((await read(body.id)).failing_since).toBeNull()
    behave = answering(503)
    expect(await fail(2, 121)).toBe('unanswered')
  })

  test('that fails eleven times is given up', async () => {
    const { body } = await create()
    behave = answering(500)
    await happen(1)
    const pauses: number[] = []
    for (let at = 0; at < 11; at++) {
      await deliverEvents()
      const [one] = await deliveries(body.id)
      if (one?.next_try_at) pauses.push((Date.parse(one.next_try_at) - Date.parse(one.tried_at)) / 1_000)
      await hurry()
    }
    expect(pauses).toEqual([5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400])
    expect(await deliveries(body.id, { status: 'given_up' })).toMatchObject([{ tries: 11 }])
    const [{ id } = { id: 0 }] = await deliveries(body.id)
    behave = accept
    const retry = (webhook_id: number) =>
      api('POST /cms/webhook/{id}/delivery/{delivery_id}/retry', {
        token: staff.token,
        params: { id: webhook_id, delivery_id: id },
      })
    const { body: other } = await create()
    expect((await retry(other.id)).status).toBe(404)
    expect((await retry(body.id)).body).toMatchObject({ status: 'waiting' })
    await deliverEvents()
    expect(await deliveries(body.id)).toMatchObject([{ status: 'accepted' }])
  })
})

describe('staff', () => {
  test('send a test, and see the answer', async () => {
    const { body } = await create({ enabled: false })
    behave = answering(200, 'pong')
    const ping = () => api('POST /cms/webhook/{id}/ping', { token: staff.token, params: { id: body.id } })
    expect(await ping()).toMatchObject({
      status: 200,
      body: { accepted: true, response_status: 200, response_body: 'pong' },
    })
    expect(JSON.parse(received[0]?.text ?? '')).toMatchObject({ type: 'ping' })
    behave = answering(404)
    expect((await ping()).body).toMatchObject({ accepted: false, response_status: 404 })
  })

  test('replace the secret, and those before sign for a day, also if one was lost', async () => {
    const { body } = await create()
    const rotate = () => api('POST /cms/webhook/{id}/rotate', { token: staff.token, params: { id: body.id } })
    const [lost, rotated] = [await rotate(), await rotate()]
    await happen(1)
    await deliverEvents()
    const [one] = received
    const signed = Object.fromEntries(Object.entries(one?.headers ?? {}).map(([name, value]) => [name, String(value)]))
    for (const secret of [body.secret, lost.body.secret, rotated.body.secret])
      new Webhook(secret).verify(one?.text ?? '', signed)
    await (await database()).update(tables.webhook).set({ previous_until: sql`now()` })
    await happen(2)
    await deliverEvents()
    expect(received[1]?.headers['webhook-signature']).not.toContain(' ')
  })

  test('send again what was sent since a time', async () => {
    const { body } = await create()
    await happen(1, 2)
    await deliverEvents()
    const since = new Date(Date.now() - 60_000).toISOString()
    await (await database())
      .update(tables.event)
      .set({ at: sql`now() - interval '1 hour'` })
      .where(eq(tables.event.resource_id, 1))
    const resend = (since: string) =>
      api('POST /cms/webhook/{id}/resend', { token: staff.token, params: { id: body.id }, body: { since } })
    expect((await resend(since)).status).toBe(200)
    await deliverEvents()
    expect(sentIds()).toEqual([1, 2, 2])
    expect((await deliveries(body.id)).length).toBe(2)
    expect((await resend('2100-01-01T00:00:00Z')).problem.invalid_params).toMatchObject([
      { name: 'since', code: 'out_of_range' },
    ])
    expect(await deliverEvents()).toEqual({ accepted: 0, failed: 0 })
  })

  test('send again also what is before an event that fails once more', async () => {
    const { body } = await create()
    await happen(1, 2, 3)
    await deliverEvents()
    const [last] = await deliveries(body.id)
    const params = { id: body.id, delivery_id: last?.id ?? 0 }
    await api('POST /cms/webhook/{id}/delivery/{delivery_id}/retry', { token: staff.token, params })
    const since = new Date(Date.now() - 60_000).toISOString()
    await api('POST /cms/webhook/{id}/resend', { token: staff.token, params: { id: body.id }, body: { since } })
    behave = (response) => response.writeHead(received.length === 4 ? 500 : 204).end()
    await deliverEvents()
    expect(sentIds()).toEqual([1, 2, 3, 3, 1, 2, 3])
  })

  test('change a webhook while a run sends for it: the run ends', async () => {
    const { body } = await create()
    let changed: Promise<unknown> = Promise.resolve()
    behave = (response) => {
      changed = change(body.id, { enabled: false }).then(() => response.writeHead(200).end())
    }
    await happen(1)
    await deliverEvents()
    await changed
    expect(await read(body.id)).toMatchObject({ status: 'off' })
    expect(await deliveries(body.id)).toMatchObject([{ status: 'accepted' }])
    await happen(2)
    await deliverEvents()
    await change(body.id, { enabled: true })
    await happen(3)
    behave = accept
    await deliverEvents()
    expect(sentIds()).toEqual([1, 3])
  })
})

test('a secret that was encrypted with another NEXTAUTH_SECRET turns the webhook off', async () => {
  const { body } = await create()
  const db = await database()
  await db.update(tables.webhook).set({ secret: 'AAAA' })
  await happen(1)
  await deliverEvents()
  expect(await read(body.id)).toMatchObject({ status: 'secret_lost' })
  const ping = await api('POST /cms/webhook/{id}/ping', { token: staff.token, params: { id: body.id } })
  expect(ping.status).toBe(503)
})

test('runs at the same time send each event once', async () => {
  const { body } = await create()
  await happen(...Array.from({ length: 120 }, (_, at) => at + 1))
  await Promise.all([deliverEvents(), deliverEvents(), deliverEvents()])
  expect(sentIds()).toEqual(Array.from({ length: 120 }, (_, at) => at + 1))
  expect((await read(body.id)).waiting).toBe(0)
})

test('a pruned event takes its deliveries along', async () => {
  const { body } = await create()
  await happen(1)
  await deliverEvents()
  await (await database()).delete(tables.event)
  expect(await deliveries(body.id)).toEqual([])
})
