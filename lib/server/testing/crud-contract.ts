import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as tables from '@/db/tables'
import { endpoints } from '@/lib/server/endpoints'
import type { Operations } from '@/lib/server/operations'
import { type Reply, send } from './api'
import { database, newStaff } from './factories'

type Staff = Awaited<ReturnType<typeof newStaff>>
/** Without the id. Only resources with `/cms/<resource>/{id}`. */
type PathOf<K> = K extends `${string} /cms/${infer Resource}/{id}` ? `/cms/${Resource}` : never
type CmsPath = PathOf<keyof Operations>

interface Stored {
  id: number
  version: number
  [field: string]: unknown
}

interface Contract {
  /** Different in each call. `staff` can create records that the body refers to. */
  body: (staff: Staff) => object | Promise<object>
  /** Without version and unique field. Other values than in `body`. */
  change: object
  unique?: string
  /** If the permissions of the endpoints are not enough. */
  staff?: (codes: string[]) => Promise<Staff>
}

const unknown_id = 2_000_000_000

/** Create, read, change, delete, audit; and refusals of stale versions, taken values, unknown ids and fields. */
export function crudContract(path: CmsPath, { body, change, unique, staff = newStaff }: Contract): void {
  const paths: string[] = [path, `${path}/{id}`, `${path}/{id}/history`]
  const operations = endpoints.filter((endpoint) => paths.includes(endpoint.path))
  const find = (method: string, template: string) =>
    operations.find((endpoint) => endpoint.method === method && endpoint.path === template)
  const update = find('PUT', `${path}/{id}`)
  const codes = [...new Set(operations.flatMap(({ access }) => (access.kind === 'permission' ? [access.code] : [])))]
  const fields = update?.body instanceof z.ZodObject ? Object.keys(update.body.shape) : []

  const query = find('GET', path)?.query
  const isPaged = query instanceof z.ZodObject && 'page' in query.shape

  const clientOf = (caller: Staff) => {
    const call = (method: string, url: string, input?: object): Promise<Reply<Stored>> =>
      send<Stored>(method, url, { token: caller.token, ...(input && { body: input }) })
    const list = async (): Promise<Stored[]> => {
      const rows: Stored[] = []
      for (let page = 1; ; page++) {
        const reply = await send<Stored[] | { items: Stored[] }>(
          'GET',
          isPaged ? `${path}?size=100&page=${page}` : path,
          caller,
        )
        expect(reply.status).toBe(200)
        const items = Array.isArray(reply.body) ? reply.body : reply.body.items
        rows.push(...items)
        if (!isPaged || items.length < 100) return rows
      }
    }
    const listed = async (id: number) => (await list()).find((row) => row.id === id)
    return {
      create: async (input: object) => call('POST', path, input),
      created: async () => {
        const reply = await call('POST', path, await body(caller))
        expect(reply).toMatchObject({ status: 201, body: { version: 1 } })
        return reply.body
      },
      /** From the list if the resource has no such endpoint. */
      read: async (id: number) =>
        find('GET', `${path}/{id}`) ? (await call('GET', `${path}/${id}`)).body : listed(id),
      put: (id: number, input: object) => call('PUT', `${path}/${id}`, input),
      remove: (id: number) => call('DELETE', `${path}/${id}`),
      get: (id: number) => call('GET', `${path}/${id}`),
      listed,
    }
  }
  const newClient = async () => clientOf(await staff(codes))

  describe(`${path}: tests of every resource`, () => {
    test('a created record is at its location and in the list', async () => {
      const author = await staff(codes)
      const input = await body(author)
      const reply = await clientOf(author).create(input)
      expect(reply).toMatchObject({ status: 201, body: { ...input, version: 1 } })
      expect(reply.headers.get('location')).toBe(`${path}/${reply.body.id}`)
      expect(await clientOf(author).read(reply.body.id)).toEqual(reply.body)
      const row = await clientOf(author).listed(reply.body.id)
      expect(row?.id).toBe(reply.body.id)
      // A tree is listed with its branches.
      const columns = Object.entries(row ?? {}).filter(([name]) => name !== 'children')
      expect(reply.body).toMatchObject(Object.fromEntries(columns))
    })

    test('a change increments the version and leaves other fields unchanged', async () => {
      const { created, put, read } = await newClient()
      const before = await created()
      const reply = await put(before.id, { ...change, version: 1 })
      const after = { ...before, ...change, version: 2, updated_at: expect.any(String) }
      expect(reply).toMatchObject({ status: 200, body: after })
      expect(await read(before.id)).toEqual(reply.body)
      expect((await put(before.id, change)).body.version).toBe(3)
    })

    test('a stale version is refused with the author of the newer one, and changes nothing', async () => {
      const [{ created, put, read }, other] = [await newClient(), await staff(codes)]
      const { id } = await created()
      const changed = (await clientOf(other).put(id, { ...change, version: 1 })).body
      expect(await put(id, { ...change, version: 1 })).toMatchObject({
        status: 409,
        problem: {
          code: 'stale_version',
          version: 2,
          updated_by: { id: other.id, username: other.username },
          updated_at: changed.updated_at,
        },
      })
      expect(await read(id)).toEqual(changed)
    })

    test('a deleted record is not found', async () => {
      const { created, remove, put, get, listed } = await newClient()
      const { id } = await created()
      expect(await remove(id)).toMatchObject({ status: 204, text: '' })
      expect(await listed(id)).toBeUndefined()
      const replies = [await remove(id), await put(id, change), ...(find('GET', `${path}/{id}`) ? [await get(id)] : [])]
      for (const reply of replies) expect(reply).toMatchObject({ status: 404, problem: { code: 'not_found' } })
    })

    test('an unknown id is not found', async () => {
      const { remove, put, get } = await newClient()
      const replies = [await remove(unknown_id), await put(unknown_id, change)]
      if (find('GET', `${path}/{id}`)) replies.push(await get(unknown_id))
      for (const reply of replies) expect(reply).toMatchObject({ status: 404, problem: { code: 'not_found' } })
    })

    test('an empty change is refused', async () => {
      const { created, put, create, read } = await newClient()
      const record = await created()
      for (const empty of [{}, { version: 1 }]) {
        expect(await put(record.id, empty)).toMatchObject({ status: 400, problem: { code: 'invalid_request' } })
      }
      expect((await create({})).status).toBe(400)
      expect(await read(record.id)).toEqual(record)
    })

    test('an unknown field is refused by its name', async () => {
      const author = await staff(codes)
      const { id } = await clientOf(author).created()
      const unknown = { no_such_field: 1 }
      const refused = { status: 400, problem: { invalid_params: [{ name: 'no_such_field', code: 'unknown_field' }] } }
      expect(await clientOf(author).create({ ...(await body(author)), ...unknown })).toMatchObject(refused)
      expect(await clientOf(author).put(id, { ...change, ...unknown })).toMatchObject(refused)
    })

    if (unique !== undefined)
      test('a taken value is refused at its field', async () => {
        const author = await staff(codes)
        const name = unique
        const taken = await clientOf(author).created()
        const refused = {
          status: 409,
          problem: { code: 'already_exists', invalid_params: [{ in: 'body', name, code: 'already_exists' }] },
        }
        const input = { ...(await body(author)), [name]: taken[name] }
        expect(await clientOf(author).create(input)).toMatchObject(refused)
        if (!fields.includes(name)) return
        const other = await clientOf(author).created()
        expect(await clientOf(author).put(other.id, { [name]: taken[name] })).toMatchObject(refused)
        expect(await clientOf(author).read(other.id)).toEqual(other)
      })

    test('every write is in the audit log, with the values before and after', async () => {
      const author = await staff(codes)
      const { created, put, remove } = clientOf(author)
      const before = await created()
      const after = (await put(before.id, change)).body
      await remove(before.id)
      const db = await database()
      const rows = await db
        .select()
        .from(tables.oper_log)
        .where(eq(tables.oper_log.user_id, author.id))
        .orderBy(asc(tables.oper_log.id))
      const changed = Object.keys(change)
      const pick = (record: Stored) => Object.fromEntries(changed.map((name) => [name, record[name]]))
      expect(rows.slice(-3)).toMatchObject([
        { action: 'create', target_id: String(before.id), before: null, after: pick(before), success: true },
        { action: 'update', target_id: String(before.id), before: pick(before), after: pick(after), success: true },
        { action: 'delete', target_id: String(before.id), before: pick(after), after: null, success: true },
      ])
      expect(rows.at(-2)?.after).toEqual(pick(after))

      const reader = await newStaff(codes.filter((code) => code.endsWith('.list')))
      const history = await send<{ items: object[]; total: number }>('GET', `${path}/${before.id}/history`, reader)
      expect(history).toMatchObject({ status: 200, body: { total: 3 } })
      const user = { id: author.id, username: rows[0]?.username, nickname: expect.any(String) }
      expect(history.body.items).toMatchObject([
        { action: 'delete', user, after: null },
        { action: 'update', user, before: pick(before), after: pick(after) },
        { action: 'create', user, before: null },
      ])
      for (const entry of history.body.items) {
        expect(entry).toHaveProperty('target_name', expect.any(String))
        expect(entry).not.toHaveProperty('ip')
      }
      const powerless = await newStaff([])
      expect((await send('GET', `${path}/${before.id}/history`, powerless)).status).toBe(403)
    })
  })
}
