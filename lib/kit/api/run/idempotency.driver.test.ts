import { and, eq, like, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as tables from '@/db/tables'
import { api, send } from '@/lib/server/testing/api'
import { database, newCustomer, newStaff, unique } from '@/lib/server/testing/factories'
import { customer, type Endpoint, endpoint, permission, provider } from '../endpoint/endpoint'
import { problem } from '../endpoint/problem'
import { respond } from './respond'
import { responseOf } from './response'

const key = 'one-and-the-same-key'

interface Sent {
  body?: unknown
  path?: string
  params?: Record<string, string>
}

/** Sends a request with the key to an endpoint that exists only in a test. */
async function call(definition: Endpoint, token: string, { body, path = definition.path, params = {} }: Sent = {}) {
  const request = new Request(`http://localhost${path}`, {
    method: definition.method,
    headers: { 'idempotency-key': key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const response = responseOf(await respond(definition, request, params))
  const text = await response.text()
  return {
    status: response.status,
    body: text === '' ? undefined : JSON.parse(text),
    retry_after: response.headers.get('retry-after'),
    isReplay: response.headers.has('idempotent-replayed'),
  }
}

/** Work that a test lets begin, end and fail. */
function work() {
  const begun: ((failure?: Error) => void)[] = []
  let runs = 0
  return {
    begun,
    get runs() {
      return runs
    },
    run: async () => {
      const run = ++runs
      const failure = await new Promise<Error | undefined>((resolve) => begun.push(resolve))
      if (failure) throw failure
      return { run }
    },
  }
}

const base = { method: 'POST', path: '/v1/test', summary: '', access: customer } as const
const Run = z.object({ run: z.int() })
const Body = z.strictObject({ note: z.string() })
const body = { note: 'a' }

type Work = ReturnType<typeof work>

const kinds: Record<string, (doing: Work) => Endpoint> = {
  'with its own transactions': ({ run }) =>
    endpoint({ ...base, body: Body, output: Run, transaction: 'manual', handle: run }),
  'with work before the transaction': ({ run }) =>
    endpoint({ ...base, body: Body, output: Run, prepare: run, handle: async ({ prepared }) => prepared }),
}

const rowsOf = async (user_id: number) =>
  (await database()).select().from(tables.idempotency).where(eq(tables.idempotency.user_id, user_id))

/** As if the first request had begun six minutes ago. */
const age = async (user_id: number) =>
  (await database())
    .update(tables.idempotency)
    .set({ created_at: sql`now() - interval '6 minutes'` })
    .where(eq(tables.idempotency.user_id, user_id))

describe.each(Object.entries(kinds))('a POST %s', (_, definitionOf) => {
  const start = async () => {
    const doing = work()
    const { id, token } = await newCustomer()
    const definition = definitionOf(doing)
    return { doing, id, request: (sent = body) => call(definition, token, { body: sent }) }
  }
  const begins = (doing: Work, count: number) => expect.poll(() => doing.begun.length).toBe(count)

  test('runs once: a repetition meanwhile is told to wait, and a later one gets the first response', async () => {
    const { doing, request } = await start()
    const first = request()
    await begins(doing, 1)
    expect(await request()).toMatchObject({ status: 409, body: { code: 'in_progress' }, retry_after: '2' })
    expect(await request({ note: 'b' })).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    doing.begun[0]?.()
    expect(await first).toMatchObject({ status: 200, body: { run: 1 }, isReplay: false })
    expect(await request()).toMatchObject({ status: 200, body: { run: 1 }, isReplay: true })
    expect(await request({ note: 'b' })).toMatchObject({ status: 422 })
    expect(doing.runs).toBe(1)
  })

  test.each([
    ['a refusal', problem('order_state'), 409],
    ['an error', new Error('unexpected'), 500],
  ])('that ends in %s frees its key, also for another body', async (_, failure, status) => {
    const { doing, id, request } = await start()
    const first = request()
    await begins(doing, 1)
    doing.begun[0]?.(failure)
    expect(await first).toMatchObject({ status })
    expect(await rowsOf(id)).toEqual([])
    const second = request({ note: 'b' })
    await begins(doing, 2)
    doing.begun[1]?.()
    expect(await second).toMatchObject({ status: 200, body: { run: 2 } })
  })

  test('whose process was killed has its key for five minutes, and another request takes it over', async () => {
    const { doing, id, request } = await start()
    const killed = request()
    await begins(doing, 1)
    await age(id)
    const second = request()
    await begins(doing, 2)
    expect(await request()).toMatchObject({ status: 409, body: { code: 'in_progress' } })
    doing.begun[1]?.()
    expect(await second).toMatchObject({ status: 200, body: { run: 2 } })
    // The first was only suspended: its response is not stored over the other one.
    doing.begun[0]?.()
    await killed
    expect(await request()).toMatchObject({ status: 200, body: { run: 2 }, isReplay: true })
  })

  test('that fails after another request has taken its key over leaves the key to it', async () => {
    const { doing, id, request } = await start()
    const first = request()
    await begins(doing, 1)
    await age(id)
    const second = request()
    await begins(doing, 2)
    doing.begun[0]?.(problem('order_state'))
    expect(await first).toMatchObject({ status: 409 })
    expect(await request()).toMatchObject({ status: 409, body: { code: 'in_progress' } })
    doing.begun[1]?.()
    expect(await second).toMatchObject({ status: 200 })
  })

  test('leaves nothing of an account that was closed while it ran', async () => {
    const { doing, id, request } = await start()
    const first = request()
    await begins(doing, 1)
    const db = await database()
    await db.delete(tables.idempotency).where(eq(tables.idempotency.user_id, id))
    await db.update(tables.user).set({ status: 'disabled', deleted_at: sql`now()` }).where(eq(tables.user.id, id))
    doing.begun[0]?.()
    await first
    expect(await request()).toMatchObject({ status: 401 })
    expect(await rowsOf(id)).toEqual([])
  })
})

test('a transaction whose key was taken over writes nothing', async () => {
  const doing = work()
  const name = unique('taken-over-')
  const { id, token } = await newCustomer()
  const definition = endpoint({
    ...base,
    output: Run,
    prepare: doing.run,
    async handle({ db, prepared }) {
      await db
        .insert(tables.rate_limit)
        .values({ key: `${name}${prepared.run}`, points: 1, expires_at: new Date(Date.now() + 60_000) })
      return prepared
    },
  })
  const first = call(definition, token)
  await expect.poll(() => doing.begun.length).toBe(1)
  await age(id)
  const second = call(definition, token)
  await expect.poll(() => doing.begun.length).toBe(2)
  doing.begun[1]?.()
  expect(await second).toMatchObject({ status: 200, body: { run: 2 } })
  doing.begun[0]?.()
  expect(await first).toMatchObject({ status: 409, body: { code: 'in_progress' } })
  const written = await (await database()).$count(tables.rate_limit, like(tables.rate_limit.key, `${name}%`))
  expect(written).toBe(1)
})

test('a password in a body cannot be guessed from what is stored', async () => {
  const { id, token } = await newCustomer()
  const definition = endpoint({
    ...base,
    body: Body,
    output: z.object({}),
    prepare: async () => ({}),
    handle: async () => ({}),
  })
  await call(definition, token, { body })
  const [row] = await rowsOf(id)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(body)))
  expect(row?.body_hash).not.toBe(Buffer.from(digest).toString('base64url'))
})

test('a key counts for one path and query', async () => {
  let calls = 0
  const act = endpoint({
    ...base,
    path: '/v1/test/{id}/act',
    params: z.object({ id: z.string() }),
    query: z.object({ dry_run: z.string().optional() }),
    output: Run,
    handle: async () => ({ run: ++calls }),
  })
  const { token } = await newCustomer()
  const actOn = (id: string, query = '') => call(act, token, { path: `/v1/test/${id}/act${query}`, params: { id } })
  expect((await actOn('1')).body).toEqual({ run: 1 })
  expect(await actOn('1')).toMatchObject({ status: 200, body: { run: 1 }, isReplay: true })
  expect((await actOn('2')).body).toEqual({ run: 2 })
  expect((await actOn('1', '?dry_run=true')).status).toBe(422)
})

test('a repetition of an answer without a body has none either', async () => {
  const { token } = await newCustomer()
  const definition = endpoint({ ...base, handle: async () => undefined })
  expect(await call(definition, token)).toMatchObject({ status: 204, body: undefined, isReplay: false })
  expect(await call(definition, token)).toMatchObject({ status: 204, body: undefined, isReplay: true })
})

describe('an answer with a secret', () => {
  const secret = 'msk_a-secret-that-is-shown-once'
  const common = {
    ...base,
    path: '/cms/test',
    access: permission('cms.test.create'),
    body: Body,
    answers_secret: true,
  } as const
  const output = z.object({ id: z.int(), secret: z.string() })
  const made = { id: 7, secret }
  const makers: Record<string, Endpoint> = {
    'in the transaction': endpoint({
      ...common,
      output,
      status: 201,
      async handle({ recorder }) {
        recorder.changesNothing()
        return made
      },
    }),
    'with its own transactions': endpoint({
      ...common,
      output,
      status: 201,
      transaction: 'manual',
      async handle({ recorder }) {
        recorder.changesNothing()
        return made
      },
    }),
  }

  test.each(Object.entries(makers))('%s is not stored: its repetition names what was created', async (_, make) => {
    const { id, token } = await newStaff(['cms.test.create'])
    expect(await call(make, token, { body })).toMatchObject({ status: 201, body: made, isReplay: false })
    const again = await call(make, token, { body })
    expect(again).toMatchObject({ status: 409, body: { code: 'already_exists', id: 7 }, isReplay: false })
    expect(JSON.stringify([again, await rowsOf(id)])).not.toContain(secret)
    expect(await call(make, token, { body: { note: 'b' } })).toMatchObject({ status: 422 })
  })

  test('that has no id names none', async () => {
    const { token } = await newStaff(['cms.test.create'])
    const make = endpoint({
      ...common,
      output: z.object({ secret: z.string() }),
      async handle({ recorder }) {
        recorder.changesNothing()
        return { secret }
      },
    })
    expect(await call(make, token, { body })).toMatchObject({ status: 200, body: { secret } })
    const again = await call(make, token, { body })
    expect(again).toMatchObject({ status: 409, body: { code: 'already_exists' } })
    expect(again.body).not.toHaveProperty('id')
  })

  test('the link of a preview is one', async () => {
    const { id, token } = await newStaff(['cms.article.update', 'cms.article.create'])
    const article = { title: '标题', content: '<p>正文</p>', status: 'draft' }
    const created = await api('POST /cms/article', { token, body: article })
    const params = { id: created.body.id }
    const preview = () => api('POST /cms/article/{id}/preview', { token, params, headers: { 'idempotency-key': key } })
    const { status, body: link } = await preview()
    expect(status).toBe(200)
    expect(await preview()).toMatchObject({ status: 409, problem: { code: 'already_exists' } })
    const { idempotency } = tables
    const [row] = await (await database())
      .select()
      .from(idempotency)
      .where(and(eq(idempotency.user_id, id), eq(idempotency.key, key)))
    expect(JSON.stringify(row)).not.toContain(link.url.split('preview=')[1])
  })
})

describe('where a key has no effect', () => {
  const headers = { 'idempotency-key': key }

  test('a public POST says that it ignores it', async () => {
    const body = { type: 100, account: 'a', secret: 'b' }
    const refused = await send('POST', '/v1/token', { body, headers })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('idempotency-ignored')).toBe('true')
    expect((await send('POST', '/v1/token', { body })).headers.get('idempotency-ignored')).toBeNull()
  })

  test('GET and PUT accept it', async () => {
    const { token } = await newCustomer()
    const put = () => send('PUT', '/v1/user', { token, body: { nickname: '二' }, headers })
    expect((await put()).status).toBe(200)
    expect((await put()).headers.get('idempotent-replayed')).toBeNull()
    expect((await send('GET', '/v1/user', { token, headers })).status).toBe(200)
    expect((await send('GET', '/v1/category', { headers })).status).toBe(200)
  })

  test('a provider may send headers of its own', async () => {
    const notify = endpoint({ ...base, access: provider(async () => true), handle: async () => undefined })
    const request = new Request('http://localhost/v1/test', { method: 'POST', headers: { 'idempotency-key': 'short' } })
    expect((await respond(notify, request, {})).status).toBe(204)
  })
})
