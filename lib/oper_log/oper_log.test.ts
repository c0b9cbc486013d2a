import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api, dispatch } from '@/lib/server/testing/api'
import { database, newStaff, unique } from '@/lib/server/testing/factories'

let token: string
const atSecond = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + Math.round(seconds * 1_000))
const row = {
  request_id: 'a-request-of-the-past',
  user_id: 7,
  username: 'old-hand',
  module: 'banner',
  permission_code: 'cms.banner.update',
  action: 'update',
  method: 'PUT',
  path: '/cms/banner/1',
  status: 200,
  success: true,
  duration_ms: 3,
  ip: '203.0.113.7',
  user_agent: 'test',
}
const list = async (query: Record<string, string | number>) =>
  (await api('GET /cms/oper_log', { token, query: { size: 100, ...query } })).body

beforeAll(async () => {
  token = (await newStaff(['cms.oper_log.list'])).token
  const db = await database()
  // Three per second over 40 seconds, in mixed order within a second, as if the clock of one instance were ahead.
  const shuffled = Array.from({ length: 120 }, (_, at) => ({
    ...row,
    created_at: atSecond(Math.floor(at / 3) + ((at * 2 + 1) % 3) / 3),
    user_id: 7 + (at % 2),
    module: at % 3 === 0 ? 'banner' : 'theme',
    action: at % 4 === 0 ? 'delete' : 'update',
    success: at % 10 !== 0,
    request_id: `request-${at}`,
  }))
  // Before and after them, more rows than the tolerance between the order of ids and of times.
  const others = (seconds: number) =>
    Array.from({ length: 1_500 }, () => ({ ...row, user_id: 1, created_at: atSecond(seconds) }))
  await db.insert(tables.oper_log).values(others(-5_000))
  await db.insert(tables.oper_log).values(shuffled)
  await db.insert(tables.oper_log).values(others(5_000))
})

describe('the list', () => {
  test('returns every field of an operation', async () => {
    const { items } = await list({ q: 'request-5' })
    expect(items).toEqual([
      {
        ...row,
        id: expect.any(Number),
        created_at: atSecond(1 + 2 / 3).toISOString(),
        request_id: 'request-5',
        user: expect.objectContaining({ id: 8, username: 'old-hand' }),
        user_id: undefined,
        username: undefined,
        module: 'theme',
        target_type: null,
        target_id: null,
        target_name: null,
        before: null,
        after: null,
        referred: [],
        params: null,
        code: null,
        invalid_params: [],
      },
    ])
  })

  test.each([
    [{ user_id: 8 }, 60],
    [{ module: 'banner' }, 40],
    [{ action: 'delete' }, 30],
    [{ success: 'false' }, 12],
    [{ module: 'banner', success: 'true' }, 36],
    [{ user_id: 7, action: 'delete', module: 'theme' }, 20],
    [{ user_id: 8, action: 'delete' }, 0],
    [{ q: 'request-' }, 0],
  ])('of %j has %i', async (query, total) => {
    const page = await list({ ...query, from: atSecond(0).toISOString(), to: atSecond(60).toISOString() })
    expect(page.total).toBe(total)
    expect(page.items).toHaveLength(total)
    expect(page.items.map(({ id }) => id)).toEqual(page.items.map(({ id }) => id).sort((a, b) => b - a))
  })

  test.each<Record<string, string | number>>([
    { success: 'yes' },
    { user_id: 0 },
    { from: 'yesterday' },
    { from: '2026-01-01T00:00:00' },
    { from: '0000-01-01T00:00:00Z' },
    { to: '9999-12-31T23:59:59-01:00' },
    { format: 'xls' },
    { size: 101 },
    { cursor: 'x' },
  ])('refuses %j', async (query) => {
    const reply = await api('GET /cms/oper_log', { token, query })
    expect(reply).toMatchObject({ status: 400, problem: { invalid_params: [{ in: 'query' }] } })
  })
})

describe('the search', () => {
  const found = async (q: string, query: Record<string, string | number> = {}) =>
    (await list({ q, ...query })).items.map(({ request_id }) => request_id)
  const written = async (changes: object) => {
    const request_id = unique('searched-')
    await (await database()).insert(tables.oper_log).values({ ...row, request_id, ...changes })
    return request_id
  }

  test('finds records by a part of their name, and by their number', async () => {
    const [name, order_no] = [unique('白毫银针'), unique('261125')]
    const renamed = await written({ target_type: 'product', target_id: '4711003', target_name: `大${name}礼盒` })
    const shipped = await written({
      module: 'order',
      target_type: 'order',
      target_id: '4711004',
      target_name: order_no,
    })
    expect(await found(name.slice(1))).toEqual([renamed])
    expect(await found(name.toUpperCase())).toEqual([renamed])
    expect(await found(order_no.slice(0, -1))).toEqual([shipped])
    expect(await found('#4711003')).toEqual([renamed])
    expect(await found('4711004')).toEqual([shipped])
    expect(await found(order_no, { module: 'banner' })).toEqual([])
  })

  test('finds operations by the name of their actor, and a request by its whole id', async () => {
    const { id: user_id } = await newStaff([])
    const nickname = unique('小禾')
    await (await database()).update(tables.user).set({ nickname }).where(eq(tables.user.id, user_id))
    const own = await written({ user_id })
    expect(await found(nickname.slice(1))).toEqual([own])
    expect(await found(own)).toEqual([own])
    expect(await found(own.slice(0, -1))).toEqual([])
  })

  test('reads the list in its order if very many rows match', async () => {
    const { id: user_id } = await newStaff([])
    const nickname = unique('勤快')
    const db = await database()
    await db.update(tables.user).set({ nickname }).where(eq(tables.user.id, user_id))
    await db.execute(sql`
      insert into oper_log (request_id, user_id, username, module, action, method, path, status, success, duration_ms, ip, user_agent)
      select 'busy-' || n, ${user_id}::int, 'busy', 'busy', 'update', 'PUT', '/', 200, true, 1, '', '' from generate_series(1, 20001) n`)
    const first = await list({ q: nickname, size: 2 })
    const next = await list({ q: nickname, size: 2, cursor: first.next_cursor ?? '' })
    expect(first.total_capped).toBe(true)
    expect([...first.items, ...next.items].map(({ request_id }) => request_id)).toEqual(
      [0, 1, 2, 3].map((at) => `busy-${20_001 - at}`),
    )
    await db.delete(tables.oper_log).where(eq(tables.oper_log.user_id, user_id))
  })
})

describe('a time range', () => {
  const all = async () => (await database()).select().from(tables.oper_log)
  const expected = async (from: string, to: string | undefined) =>
    (await all())
      .filter(({ created_at: at }) => at >= new Date(from) && (!to || at < new Date(to)))
      .map(({ id }) => id)
      .sort((a, b) => b - a)

  test.each([
    ['2026-01-01T00:00:10Z', '2026-01-01T00:00:20Z', 30],
    ['2026-01-01T00:00:10.333Z', '2026-01-01T00:00:10.334Z', 1],
    ['2026-01-01T00:00:10.334Z', '2026-01-01T00:00:11Z', 1],
    ['2026-01-01T08:00:10+08:00', '2025-12-31T16:00:20-08:00', 30],
    ['2026-01-01T23:59:10+23:59', '2026-01-01T00:00:20Z', 30],
    ['2026-01-01T00:00:20Z', '2026-01-01T00:00:10Z', 0],
    ['2025-01-01T00:00:00Z', '2025-06-01T00:00:00Z', 0],
    ['2026-02-01T00:00:00Z', '2026-02-02T00:00:00Z', 0],
    ['2100-01-01T00:00:00Z', undefined, 0],
    ['2025-12-31T23:00:00Z', '2026-01-01T00:00:10Z', 30],
  ])('from %s to %s has its %i rows, although times and ids differ in order', async (from, to, count) => {
    const ids = await expected(from, to)
    expect(ids).toHaveLength(count)
    const { items, total } = await list({ from, ...(to && { to }) })
    expect(items.map(({ id }) => id)).toEqual(ids)
    expect(total).toBe(count)
  })

  test('is read by cursor without gaps', async () => {
    const span = { from: '2026-01-01T00:00:05Z', to: '2026-01-01T00:00:35Z', size: 7 }
    const seen: number[] = []
    let cursor: string | null | undefined
    do {
      const page = await list({ ...span, ...(cursor && { cursor }) })
      expect(page.page).toBe(cursor ? undefined : 1)
      expect(page.total).toBe(cursor ? undefined : 90)
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.next_cursor
    } while (cursor)
    expect(seen).toEqual(await expected(span.from, span.to))
  })
})

test('an export is recorded with its filter, but without what staff searched for', async () => {
  const staff = await newStaff(['cms.order.list', 'cms.order.export'])
  const url = 'http://localhost:3000/cms/order?format=csv&tab=to_ship&q=13800001234'
  const answer = await dispatch(new Request(url, { headers: { authorization: `Bearer ${staff.token}` } }))
  expect(answer.status).toBe(200)
  await answer.text()
  const db = await database()
  const recorded = () =>
    db.select({ params: tables.oper_log.params }).from(tables.oper_log).where(eq(tables.oper_log.user_id, staff.id))
  await expect.poll(recorded).toEqual([{ params: expect.objectContaining({ tab: 'to_ship', q: '***' }) }])
})
