import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { z } from 'zod'
import { dict_type } from '@/db/schema/dict'
import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { resourceOf } from '@/lib/kit/api/rows/resource'
import { found } from '@/lib/kit/api/rows/rows'
import { historyOf } from '@/lib/oper_log/history'
import * as example from './example'
import { DictType, DictTypeChanges, DictTypeInput } from './schema'

const columns = {
  ...getTableColumns(dict_type),
  entry_count: sql<number>`(select count(*)::int from dict d where d.type = "dict_type"."type")`,
}

const types = resourceOf(dict_type, {
  as: DictType,
  async read(db, id) {
    const [type] = await db.select(columns).from(dict_type).where(eq(dict_type.id, id))
    return found(type, 'dictionary type')
  },
})

export const listDictTypes = endpoint({
  method: 'GET',
  path: '/cms/dict_type',
  summary: 'List dictionary types',
  description: 'With the number of their entries.',
  access: permission('cms.dict_type.list'),
  output: z.array(DictType),
  example: { output: [example.dictType] },
  handle: ({ db }) => db.select(columns).from(dict_type).orderBy(asc(dict_type.type)),
})

export const getDictType = endpoint({
  ...types.reading(permission('cms.dict_type.list'), example.dictType),
  path: '/cms/dict_type/{id}',
  summary: 'Get a dictionary type',
  description: 'With the number of its entries.',
})

export const listDictTypeHistory = historyOf('dict_type', 'a dictionary type', 'cms.dict_type.list')

export const createDictType = endpoint({
  method: 'POST',
  path: '/cms/dict_type',
  summary: 'Create a dictionary type',
  description: 'Its type is the name by which clients ask for it; it cannot be changed later.',
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
  handle: types.create,
})

export const updateDictType = endpoint({
  method: 'PUT',
  path: '/cms/dict_type/{id}',
  summary: 'Change a dictionary type',
  description: 'Changes the fields given; the type itself stays.',
  access: permission('cms.dict_type.update'),
  params: idParams,
  body: DictTypeChanges,
  output: DictType,
  problems: ['stale_version'],
  example: { params: { id: '2' }, body: { name: '订单状态', version: 1 }, output: example.dictType },
  handle: types.update,
})

export const deleteDictType = endpoint({
  ...types.deletion(permission('cms.dict_type.delete')),
  path: '/cms/dict_type/{id}',
  summary: 'Delete a dictionary type',
  description: 'Refused while it has entries.',
  problems: ['in_use'],
})
