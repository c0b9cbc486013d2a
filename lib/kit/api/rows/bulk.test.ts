import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import * as tables from '@/db/tables'
import { database, newStaff, unique } from '@/lib/server/testing/factories'
import { type Endpoint, endpoint, permission } from '../endpoint/endpoint'
import { bulkIds } from '../endpoint/fields'
import { problem } from '../endpoint/problem'
import { respond } from '../run/respond'
import { responseOf } from '../run/response'
import { BulkResult, eachUnderSavepoint } from './bulk'

const Theme = z.object({ name: z.string(), description: z.string() })

/**
 * Functions that throw an error, by the description of a record. The tested handler calls the function for each record.
 */
const faults: Record<string, () => void> = {
  refused: () => {
    throw problem('in_use', { detail: 'A banner shows it.' })
  },
  unexpected: () => {
    throw new Error('unexpected')
  },
  deadlock: () => {
    throw Object.assign(new Error('deadlock'), { code: '40P01' })
  },
}

const order: number[] = []
const committed: number[] = []

const bulk = endpoint({
  method: 'POST',
  path: '/cms/theme/bulk',
  summary: '',
  access: permission('cms.theme.update'),
  body: z.strictObject({ ids: bulkIds, action: z.enum(['enable', 'disable']) }),
  output: BulkResult,
  handle: ({ db, recorder, request_id, body: { ids, action } }) =>
    eachUnderSavepoint(ids, { db, recorder, request_id, type: 'theme' }, async (id, part) => {
      order.push(id)
      part.afterCommit(async () => void committed.push(id))
      const [theme] = await db.select().from(tables.theme).where(eq(tables.theme.id, id))
      if (!theme) throw problem('not_found', { detail: 'There is no such theme.' })
      await db
        .update(tables.theme)
        .set({ name: `${theme.name} ${action}d` })
        .where(eq(tables.theme.id, id))
      part.audit({
        target: ['theme', id],
        as: Theme,
        before: theme,
        after: { ...theme, name: `${theme.name} ${action}d` },
      })
      faults[theme.description]?.()
    }),
})

async function newTheme(description = '') {
  const values = { name: unique('theme-'), description }
  const [theme] = await (await database()).insert(tables.theme).values(values).returning()
  if (!theme) throw new Error('no theme')
  return theme
}

async function call(definition: Endpoint, token: string, body: unknown) {
  const request = new Request(`http://localhost${definition.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  const response = responseOf(await respond(definition, request, {}))
  return { status: response.status, body: await response.json() }
}

const namesOf = async (...ids: number[]) => {
  const db = await database()
  const rows = await Promise.all(ids.map((id) => db.select().from(tables.theme).where(eq(tables.theme.id, id))))
  return rows.map(([row]) => row?.name)
}

const rowsOf = async (user_id: number) =>
  (await database())
    .select()
    .from(tables.oper_log)
    .where(eq(tables.oper_log.user_id, user_id))
    .orderBy(asc(tables.oper_log.id))

test('each record succeeds or fails alone and has its own row in the audit log', async () => {
  const { id: user_id, token } = await newStaff(['cms.theme.update'])
  const [first, refused, last] = [await newTheme(), await newTheme('refused'), await newTheme()]
  order.length = committed.length = 0
  const ids = [last.id, refused.id, 2_000_000_000, first.id, last.id]
  const { status, body } = await call(bulk, token, { ids, action: 'enable' })
  expect(status).toBe(200)
  expect(body.results).toEqual([
    { id: last.id, ok: true },
    { id: refused.id, ok: false, problem: expect.objectContaining({ code: 'in_use', detail: 'A banner shows it.' }) },
    { id: 2_000_000_000, ok: false, problem: expect.objectContaining({ code: 'not_found', status: 404 }) },
    { id: first.id, ok: true },
  ])
  expect(order).toEqual([first.id, refused.id, last.id, 2_000_000_000])
  expect(committed).toEqual([first.id, last.id])
  expect(await namesOf(first.id, refused.id, last.id)).toEqual([
    `${first.name} enabled`,
    refused.name,
    `${last.name} enabled`,
  ])
  const common = { module: 'theme', action: 'update', method: 'POST', path: '/cms/theme/bulk', target_type: 'theme' }
  expect(await rowsOf(user_id)).toMatchObject([
    { ...common, target_id: String(first.id), status: 200, success: true, after: { name: `${first.name} enabled` } },
    { ...common, target_id: String(refused.id), status: 409, success: false, code: 'in_use', after: null },
    { ...common, target_id: String(last.id), status: 200, success: true, code: null },
    { ...common, target_id: '2000000000', status: 404, success: false, code: 'not_found' },
  ])
})

test('an unexpected error fails the whole request', async () => {
  const { id: user_id, token } = await newStaff(['cms.theme.update'])
  const [first, broken] = [await newTheme(), await newTheme('unexpected')]
  expect((await call(bulk, token, { ids: [first.id, broken.id], action: 'enable' })).status).toBe(500)
  expect(await namesOf(first.id)).toEqual([first.name])
  expect(await rowsOf(user_id)).toMatchObject([{ status: 500, success: false, target_id: null }])
})

test('a deadlock repeats the whole request', async () => {
  const { token } = await newStaff(['cms.theme.update'])
  const [first, contended] = [await newTheme(), await newTheme('deadlock')]
  order.length = 0
  await call(bulk, token, { ids: [first.id, contended.id], action: 'enable' })
  expect(order).toEqual([first.id, contended.id, first.id, contended.id, first.id, contended.id])
  expect(await namesOf(first.id)).toEqual([first.name])
})

test('a duplicate value fails only its own record', async () => {
  const { token } = await newStaff(['cms.theme.update'])
  const [first, second] = [await newTheme(), await newTheme()]
  const { type } = { type: unique('t_') }
  const twins: Endpoint = {
    ...bulk,
    handle: ({ db, recorder, request_id, body }) =>
      eachUnderSavepoint(
        bulkIds.parse(Object(body).ids),
        { db, recorder, request_id, type: 'theme' },
        async (id, part) => {
          await db.insert(tables.dict_type).values({ type, name: String(id) })
          part.audit({ target: ['theme', id], as: Theme })
        },
      ),
  }
  const { body } = await call(twins, token, { ids: [first.id, second.id], action: 'enable' })
  expect(body.results).toMatchObject([
    { ok: true },
    { ok: false, problem: { code: 'already_exists', invalid_params: [{ name: 'type' }] } },
  ])
})

test.each([[[]], [Array.from({ length: 101 }, (_, index) => index + 1)], [[0]]])('ids %j are refused', async (ids) => {
  const { token } = await newStaff(['cms.theme.update'])
  expect((await call(bulk, token, { ids, action: 'enable' })).status).toBe(400)
})
