import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as tables from '@/db/tables'
import type { Endpoint } from '@/lib/api/endpoint'
import { type Endpoints, endpoints } from '@/lib/endpoints'
import { type Reply, send } from './api'
import { database, newStaff } from './factories'

type Staff = Awaited<ReturnType<typeof newStaff>>
/** Where there is `/cms/<resource>/{id}`. */
type PathOf<P> = P extends `/cms/${infer Resource}/{id}` ? `/cms/${Resource}` : never
type CmsPath = PathOf<Endpoints['path']>

interface Stored {
  id: number
  version: number
  [field: string]: unknown
}

interface Contract {
  /** A body that creates a record, another each time. What it refers to is made by `staff`, who holds every permission of the endpoints. */
  body: (staff: Staff) => object | Promise<object>
  /** A body that changes such a record: other values, and no version. */
  change: object
  /** The field whose value can be taken, where there is one. */
  unique?: string
  /** Who does it, where holding the permissions of the endpoints is not enough. */
  staff?: (codes: string[]) => Promise<Staff>
}

const unknown_id = 2_000_000_000

/**
 * The tests that every resource of the back office shares, for the endpoints at `path` and `path/{id}`: what is created
 * is found, changed, deleted and audited; what is stale, taken, unknown, empty or misspelt is refused.
 */
export function crudContract(path: CmsPath, { body, change, unique, staff = newStaff }: Contract): void {
  const all: readonly Endpoint[] = endpoints
  const own = all.filter((one) => one.path === path || one.path === `${path}/{id}`)
  const known = (method: string, at: string) => own.find((one) => one.method === method && one.path === at)
  const update = known('PUT', `${path}/{id}`)
  const codes = [...new Set(own.flatMap(({ access }) => (access.kind === 'permission' ? [access.code] : [])))]
  const fields = update?.body instanceof z.ZodObject ? Object.keys(update.body.shape) : []

  const query = known('GET', path)?.query
  const isPaged = query instanceof z.ZodObject && 'page' in query.shape

  const as = (one: Staff) => {
    const ask = (method: string, at: string, given?: object): Promise<Reply<Stored>> =>
      send<Stored>(method, at, { token: one.token, ...(given && { body: given }) })
    const list = async (): Promise<Stored[]> => {
      const rows: Stored[] = []
      for (let page = 1; ; page++) {
        const reply = await send<Stored[] | { items: Stored[] }>(
          'GET',
          isPaged ? `${path}?size=100&page=${page}` : path,
          one,
        )
        expect(reply.status).toBe(200)
        const items = Array.isArray(reply.body) ? reply.body : reply.body.items
        rows.push(...items)
        if (!isPaged || items.length < 100) return rows
      }
    }
    const listed = async (id: number) => (await list()).find((row) => row.id === id)
    return {
      create: async (given: object) => ask('POST', path, given),
      created: async () => {
        const reply = await ask('POST', path, await body(one))
        expect(reply).toMatchObject({ status: 201, body: { version: 1 } })
        return reply.body
      },
      /** The record by itself, or where there is no such endpoint as the list has it. */
      read: async (id: number) =>
        known('GET', `${path}/{id}`) ? (await ask('GET', `${path}/${id}`)).body : listed(id),
      put: (id: number, given: object) => ask('PUT', `${path}/${id}`, given),
      remove: (id: number) => ask('DELETE', `${path}/${id}`),
      get: (id: number) => ask('GET', `${path}/${id}`),
      listed,
    }
  }
  const somebody = async () => as(await staff(codes))

  describe(`what ${path} shares with every resource`, () => {
    test('what is created is where it is said to be, and in the list', async () => {
      const one = await staff(codes)
      const given = await body(one)
      const reply = await as(one).create(given)
      expect(reply).toMatchObject({ status: 201, body: { ...given, version: 1 } })
      expect(reply.headers.get('location')).toBe(`${path}/${reply.body.id}`)
      expect(await as(one).read(reply.body.id)).toEqual(reply.body)
      const row = await as(one).listed(reply.body.id)
      expect(row?.id).toBe(reply.body.id)
      expect(reply.body).toMatchObject(row ?? {})
    })

    test('a change counts the version up and leaves the rest', async () => {
      const { created, put, read } = await somebody()
      const before = await created()
      const reply = await put(before.id, { ...change, version: 1 })
      const after = { ...before, ...change, version: 2, updated_at: expect.any(String) }
      expect(reply).toMatchObject({ status: 200, body: after })
      expect(await read(before.id)).toEqual(reply.body)
      expect((await put(before.id, change)).body.version).toBe(3)
    })

    test('a stale version is refused, says who was faster, and changes nothing', async () => {
      const [{ created, put, read }, faster] = [await somebody(), await staff(codes)]
      const { id } = await created()
      const changed = (await as(faster).put(id, { ...change, version: 1 })).body
      expect(await put(id, { ...change, version: 1 })).toMatchObject({
        status: 409,
        problem: {
          code: 'stale_version',
          version: 2,
          updated_by: { id: faster.id, username: faster.username },
          updated_at: changed.updated_at,
        },
      })
      expect(await read(id)).toEqual(changed)
    })

    test('what is deleted is gone', async () => {
      const { created, remove, put, get, listed } = await somebody()
      const { id } = await created()
      expect(await remove(id)).toMatchObject({ status: 204, text: '' })
      expect(await listed(id)).toBeUndefined()
      const replies = [
        await remove(id),
        await put(id, change),
        ...(known('GET', `${path}/{id}`) ? [await get(id)] : []),
      ]
      for (const reply of replies) expect(reply).toMatchObject({ status: 404, problem: { code: 'not_found' } })
    })

    test('an unknown id is not found', async () => {
      const { remove, put, get } = await somebody()
      const replies = [await remove(unknown_id), await put(unknown_id, change)]
      if (known('GET', `${path}/{id}`)) replies.push(await get(unknown_id))
      for (const reply of replies) expect(reply).toMatchObject({ status: 404, problem: { code: 'not_found' } })
    })

    test('a change of nothing is refused', async () => {
      const { created, put, create, read } = await somebody()
      const record = await created()
      for (const nothing of [{}, { version: 1 }]) {
        expect(await put(record.id, nothing)).toMatchObject({ status: 400, problem: { code: 'invalid_request' } })
      }
      expect((await create({})).status).toBe(400)
      expect(await read(record.id)).toEqual(record)
    })

    test('an unknown field is refused by its name', async () => {
      const one = await staff(codes)
      const { id } = await as(one).created()
      const unknown = { no_such_field: 1 }
      const refused = { status: 400, problem: { invalid_params: [{ name: 'no_such_field', code: 'unknown_field' }] } }
      expect(await as(one).create({ ...(await body(one)), ...unknown })).toMatchObject(refused)
      expect(await as(one).put(id, { ...change, ...unknown })).toMatchObject(refused)
    })

    if (unique !== undefined)
      test('a taken value is refused at its field', async () => {
        const one = await staff(codes)
        const name = unique
        const taken = await as(one).created()
        const refused = {
          status: 409,
          problem: { code: 'already_exists', invalid_params: [{ in: 'body', name, code: 'already_exists' }] },
        }
        const given = { ...(await body(one)), [name]: taken[name] }
        expect(await as(one).create(given)).toMatchObject(refused)
        if (!fields.includes(name)) return
        const other = await as(one).created()
        expect(await as(one).put(other.id, { [name]: taken[name] })).toMatchObject(refused)
        expect(await as(one).read(other.id)).toEqual(other)
      })

    test('every write is in the operation log, with what was before and after', async () => {
      const one = await staff(codes)
      const { created, put, remove } = as(one)
      const before = await created()
      const after = (await put(before.id, change)).body
      await remove(before.id)
      const db = await database()
      const rows = await db
        .select()
        .from(tables.oper_log)
        .where(eq(tables.oper_log.user_id, one.id))
        .orderBy(asc(tables.oper_log.id))
      const changed = Object.keys(change)
      const pick = (record: Stored) => Object.fromEntries(changed.map((name) => [name, record[name]]))
      expect(rows.slice(-3)).toMatchObject([
        { action: 'create', target_id: String(before.id), before: null, after: pick(before), success: true },
        { action: 'update', target_id: String(before.id), before: pick(before), after: pick(after), success: true },
        { action: 'delete', target_id: String(before.id), before: pick(after), after: null, success: true },
      ])
      expect(rows.at(-2)?.after).toEqual(pick(after))
    })
  })
}
