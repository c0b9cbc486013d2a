import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { dict, dict_type } from '@/db/schema/dict'
import { endpoint, permission, staff } from '@/lib/api/endpoint'
import { idParams } from '@/lib/api/fields'
import { invalid, problem } from '@/lib/api/problem'
import { refuseStale } from '@/lib/api/version'
import type { Database } from '@/lib/database'
import * as example from './example'
import { Dict, DictChanges, DictInput, DictQuery } from './schema'

export const listDict = endpoint({
  method: 'GET',
  path: '/cms/dict',
  summary: 'Dictionary entries',
  description: 'In their order. Open to all staff, because every page takes its labels and tags from here.',
  access: staff,
  query: DictQuery,
  output: z.array(Dict),
  example: { query: { type: 'order_status' }, output: [example.dict] },
  handle: ({ db, query: { type, status } }) =>
    db
      .select()
      .from(dict)
      .where(and(type ? eq(dict.type, type) : undefined, status ? eq(dict.status, status) : undefined))
      .orderBy(asc(dict.type), asc(dict.sort_order), asc(dict.id)),
})

export const createDict = endpoint({
  method: 'POST',
  path: '/cms/dict',
  summary: 'Create a dictionary entry',
  access: permission('cms.dict.create'),
  body: DictInput,
  output: Dict,
  status: 201,
  location: ({ id }) => `/cms/dict/${id}`,
  problems: ['already_exists'],
  example: { body: { type: 'order_status', label: '待付款', value: 'unpaid' }, output: example.dict },
  async handle({ db, body, caller, record }) {
    await lockType(db, body.type)
    if (body.is_default) await clearDefault(db, body.type, 0)
    const [after] = await db
      .insert(dict)
      .values({ ...body, updated_by: caller.user_id })
      .returning()
    if (!after) throw new Error('the entry was not created')
    record.audit({ target: ['dict', after.id], as: Dict, after })
    return after
  },
})

export const updateDict = endpoint({
  method: 'PUT',
  path: '/cms/dict/{id}',
  summary: 'Change a dictionary entry',
  access: permission('cms.dict.update'),
  params: idParams,
  body: DictChanges,
  output: Dict,
  problems: ['already_exists', 'stale_version'],
  example: { params: { id: '9' }, body: { tag_style: 'warning', version: 1 }, output: example.dict },
  async handle({ db, params, body: { version, ...values }, caller, record }) {
    const before = await lockDict(db, params.id)
    await refuseStale(db, before, version)
    if (values.is_default) await clearDefault(db, before.type, before.id)
    const [after] = await db
      .update(dict)
      .set({ ...values, version: sql`${dict.version} + 1`, updated_by: caller.user_id })
      .where(eq(dict.id, before.id))
      .returning()
    if (!after) throw new Error('a locked entry is gone')
    record.audit({ target: ['dict', before.id], as: Dict, before, after })
    return after
  },
})

export const deleteDict = endpoint({
  method: 'DELETE',
  path: '/cms/dict/{id}',
  summary: 'Delete a dictionary entry',
  access: permission('cms.dict.delete'),
  params: idParams,
  example: { params: { id: '9' } },
  async handle({ db, params, record }) {
    const before = await lockDict(db, params.id)
    await db.delete(dict).where(eq(dict.id, before.id))
    record.audit({ target: ['dict', before.id], as: Dict, before })
  },
})

/** The type of an entry, locked: a default moves between its entries one at a time. */
async function lockType(db: Database, type: string): Promise<void> {
  const [found] = await db
    .select({ id: dict_type.id })
    .from(dict_type)
    .where(eq(dict_type.type, type))
    .for('no key update')
  if (!found) throw invalid('body', 'type', 'not_found', 'There is no such dictionary type.')
}

/** The entry, locked after its type, which is the order of locks everywhere here. */
async function lockDict(db: Database, id: number) {
  const missing = () => problem('not_found', { detail: 'There is no such dictionary entry.' })
  const [seen] = await db.select({ type: dict.type }).from(dict).where(eq(dict.id, id))
  if (!seen) throw missing()
  await lockType(db, seen.type)
  const [found] = await db.select().from(dict).where(eq(dict.id, id)).for('update')
  if (!found) throw missing()
  return found
}

const clearDefault = (db: Database, type: string, but: number) =>
  db
    .update(dict)
    .set({ is_default: false })
    .where(and(eq(dict.type, type), eq(dict.is_default, true), ne(dict.id, but)))
