import { asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { dict_type } from '@/db/schema/dict'
import { endpoint, permission } from '@/lib/api/endpoint'
import { idParams } from '@/lib/api/fields'
import { problem } from '@/lib/api/problem'
import { refuseStale } from '@/lib/api/version'
import type { Database } from '@/lib/database'
import * as example from './example'
import { DictType, DictTypeChanges, DictTypeInput } from './schema'

const entry_count = sql<number>`(select count(*)::int from dict d where d.type = "dict_type"."type")`

export const listDictTypes = endpoint({
  method: 'GET',
  path: '/cms/dict_type',
  summary: 'Dictionary types',
  access: permission('cms.dict_type.list'),
  output: z.array(DictType),
  example: { output: [example.dictType] },
  handle: ({ db }) =>
    db
      .select({ ...columns, entry_count })
      .from(dict_type)
      .orderBy(asc(dict_type.type)),
})

export const createDictType = endpoint({
  method: 'POST',
  path: '/cms/dict_type',
  summary: 'Create a dictionary type',
  access: permission('cms.dict_type.create'),
  body: DictTypeInput,
  output: DictType,
  status: 201,
  location: ({ id }) => `/cms/dict_type/${id}`,
  problems: ['already_exists'],
  example: {
    body: { type: 'carrier', name: '快递公司' },
    output: { ...example.dictType, type: 'carrier', name: '快递公司', entry_count: 0 },
  },
  async handle({ db, body, caller, record }) {
    const [created] = await db
      .insert(dict_type)
      .values({ ...body, updated_by: caller.user_id })
      .returning()
    if (!created) throw new Error('the type was not created')
    const after = { ...created, entry_count: 0 }
    record.audit({ target: ['dict_type', created.id], as: DictType, after })
    return after
  },
})

export const updateDictType = endpoint({
  method: 'PUT',
  path: '/cms/dict_type/{id}',
  summary: 'Change a dictionary type',
  access: permission('cms.dict_type.update'),
  params: idParams,
  body: DictTypeChanges,
  output: DictType,
  problems: ['stale_version'],
  example: { params: { id: '2' }, body: { name: '订单状态', version: 1 }, output: example.dictType },
  async handle({ db, params, body: { version, ...values }, caller, record }) {
    const before = await lockDictType(db, params.id)
    await refuseStale(db, before, version)
    await db
      .update(dict_type)
      .set({ ...values, version: sql`${dict_type.version} + 1`, updated_by: caller.user_id })
      .where(eq(dict_type.id, before.id))
    const [after] = await db
      .select({ ...columns, entry_count })
      .from(dict_type)
      .where(eq(dict_type.id, before.id))
    if (!after) throw new Error('a locked type is gone')
    record.audit({ target: ['dict_type', before.id], as: DictType, before: { ...after, ...before }, after })
    return after
  },
})

export const deleteDictType = endpoint({
  method: 'DELETE',
  path: '/cms/dict_type/{id}',
  summary: 'Delete a dictionary type',
  description: 'Refused while it has entries.',
  access: permission('cms.dict_type.delete'),
  params: idParams,
  problems: ['in_use'],
  example: { params: { id: '2' } },
  async handle({ db, params, record }) {
    const before = await lockDictType(db, params.id)
    await db.delete(dict_type).where(eq(dict_type.id, before.id))
    record.audit({ target: ['dict_type', before.id], as: DictType, before })
  },
})

const { id, type, name, status, remark, created_at, updated_at, version } = dict_type
const columns = { id, type, name, status, remark, created_at, updated_at, version }

async function lockDictType(db: Database, wanted: number) {
  const [found] = await db.select().from(dict_type).where(eq(dict_type.id, wanted)).for('update')
  if (!found) throw problem('not_found', { detail: 'There is no such dictionary type.' })
  return found
}
