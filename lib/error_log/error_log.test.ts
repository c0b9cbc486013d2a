import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { recordError } from '@/lib/kit/api/run/failure'
import { api } from '@/lib/server/testing/api'
import { database, newStaff } from '@/lib/server/testing/factories'

const staff = () => newStaff(['cms.error_log.list', 'cms.error_log.update'])
const occur = async (name: string, request_id: string) =>
  recordError(await database(), new Error(name), {
    source: 'request',
    method: 'GET',
    path: `/v1/${name}`,
    kind: name,
    request_id,
  })
const idOf = async (path: string) => {
  const [row] = await (await database()).select().from(tables.error_log).where(eq(tables.error_log.path, path))
  return row?.id ?? 0
}
const list = async (query: Record<string, string | number> = {}) => {
  const { token } = await staff()
  return (await api('GET /cms/log/error', { token, query })).body
}
const paths = async (query: Record<string, string | number> = {}) => (await list(query)).items.map(({ path }) => path)

beforeEach(async () => {
  await (await database()).delete(tables.error_log)
  for (const name of ['a', 'b', 'c', 'd', 'e']) await occur(name, `request-of-${name}`)
  // They may have occurred within one millisecond, so their times are set apart.
  await (await database())
    .update(tables.error_log)
    .set({ last_at: sql`now() - interval '1 hour' + id * interval '1 second'` })
  // The first one is now the latest.
  await occur('a', 'another-request')
})

describe('the list', () => {
  test('has one entry per error, the latest occurrence first', async () => {
    const { items, total } = await list()
    expect(total).toBe(5)
    expect(items.map(({ path }) => path)).toEqual(['/v1/a', '/v1/e', '/v1/d', '/v1/c', '/v1/b'])
    expect(items[0]).toMatchObject({
      count: 2,
      status: 'new',
      name: 'Error',
      request_ids: ['another-request', 'request-of-a'],
      version: 1,
    })
  })

  test.each([1, 2, 3, 5])('is read by cursor, %i at a time, without gaps', async (size) => {
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await list({ size, ...(cursor && { cursor }) })
      seen.push(...page.items.map(({ path }) => path))
      cursor = page.next_cursor
    } while (cursor)
    expect(seen).toEqual(['/v1/a', '/v1/e', '/v1/d', '/v1/c', '/v1/b'])
  })

  test('has a stable order for entries of the same time', async () => {
    await (await database()).update(tables.error_log).set({ last_at: new Date(0) })
    const first = await list({ size: 2 })
    const rest = await paths({ cursor: first.next_cursor ?? '' })
    expect([...first.items.map(({ path }) => path), ...rest]).toEqual(await paths())
  })

  test('is empty after a deleted entry', async () => {
    expect(await list({ cursor: 2_000_000_000 })).toMatchObject({ items: [], next_cursor: null })
  })

  test('is filtered by request id, status and time', async () => {
    await (await database())
      .update(tables.error_log)
      .set({ status: 'ignored', last_at: new Date('2026-01-01T00:00:00Z') })
      .where(eq(tables.error_log.path, '/v1/c'))
    expect(await paths({ q: 'request-of-a' })).toEqual(['/v1/a'])
    expect(await paths({ q: 'request-of' })).toEqual([])
    expect(await paths({ status: 'ignored' })).toEqual(['/v1/c'])
    expect(await paths({ status: 'new' })).toHaveLength(4)
    expect(await paths({ from: '2026-01-01T00:00:00Z', to: '2026-01-01T00:00:00.001Z' })).toEqual(['/v1/c'])
    expect(await paths({ to: '2026-01-01T00:00:00Z' })).toEqual([])
    expect(await paths({ from: '2026-01-01T00:00:00.001Z' })).toHaveLength(4)
  })
})

describe('an entry', () => {
  test('becomes new again when it occurs after being resolved', async () => {
    const { id: user_id, token } = await staff()
    const params = { id: await idOf('/v1/b') }
    const changed = await api('PUT /cms/log/error/{id}', { token, params, body: { status: 'resolved', version: 1 } })
    expect(changed).toMatchObject({ status: 200, body: { status: 'resolved', version: 2, path: '/v1/b' } })
    const db = await database()
    const [row] = await db.select().from(tables.oper_log).where(eq(tables.oper_log.user_id, user_id))
    expect(row).toMatchObject({
      module: 'error_log',
      action: 'update',
      path: `/cms/log/error/${params.id}`,
      target_type: 'error_log',
      target_id: String(params.id),
      before: { status: 'new' },
      after: { status: 'resolved' },
    })
    expect(Object.keys(row?.after ?? {})).toEqual(['status'])
    await occur('b', 'again-and-again')
    expect((await list({ q: 'again-and-again' })).items[0]).toMatchObject({ status: 'new', count: 2, version: 2 })
  })

  test('stays ignored when it occurs again', async () => {
    const { token } = await staff()
    const params = { id: await idOf('/v1/b') }
    await api('PUT /cms/log/error/{id}', { token, params, body: { status: 'ignored' } })
    await occur('b', 'again-and-again')
    expect((await list({ q: 'again-and-again' })).items[0]).toMatchObject({ status: 'ignored', count: 2 })
  })

  test('is not changed with an outdated version', async () => {
    const [{ token }, other] = [await staff(), await staff()]
    const params = { id: await idOf('/v1/b') }
    await api('PUT /cms/log/error/{id}', { token: other.token, params, body: { status: 'ignored', version: 1 } })
    const reply = await api('PUT /cms/log/error/{id}', { token, params, body: { status: 'resolved', version: 1 } })
    expect(reply).toMatchObject({
      status: 409,
      problem: { code: 'stale_version', version: 2, updated_by: { id: other.id, username: other.username } },
    })
  })

  test.each([{}, { version: 1 }, { status: 'gone' }, { status: 'new', count: 0 }])('refuses %j', async (body) => {
    const { token } = await staff()
    const params = { id: await idOf('/v1/b') }
    expect((await api('PUT /cms/log/error/{id}', { token, params, body })).status).toBe(400)
  })

  test('that does not exist is not found, and the audit log has its id', async () => {
    const { id: user_id, token } = await staff()
    const params = { id: 2_000_000_000 }
    expect((await api('PUT /cms/log/error/{id}', { token, params, body: { status: 'new' } })).status).toBe(404)
    const db = await database()
    const [row] = await db.select().from(tables.oper_log).where(eq(tables.oper_log.user_id, user_id))
    expect(row).toMatchObject({ status: 404, target_type: 'error_log', target_id: '2000000000' })
  })
})
