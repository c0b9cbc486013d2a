import { describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { insertRow } from '@/lib/api/rows'
import { api } from '@/lib/testing/api'
import { crudContract } from '@/lib/testing/crud-contract'
import { database, newStaff, unique } from '@/lib/testing/factories'

const editor = () =>
  newStaff(
    ['dict_type', 'dict'].flatMap((module) =>
      ['list', 'create', 'update', 'delete'].map((verb) => `cms.${module}.${verb}`),
    ),
  )
const newType = async (token: string) =>
  (await api('POST /cms/dict_type', { token, body: { type: unique('t_'), name: '类型' } })).body
const newEntry = (token: string, type: string, more: object = {}) =>
  api('POST /cms/dict', { token, body: { type, label: '标签', value: unique('v'), ...more } })

/** The dictionary type of each staff member's entries, because values are unique within a type. */
const typeOf = new Map<number, string>()

crudContract('/cms/dict', {
  async body({ id }) {
    const type = typeOf.get(id) ?? unique('t_')
    if (!typeOf.has(id)) await insertRow(await database(), tables.dict_type, { type, name: '类型' })
    typeOf.set(id, type)
    return { type, label: '标签', value: unique('v'), sort_order: 3, remark: '备注' }
  },
  change: { label: '新标签', tag_style: 'warning', status: 'disabled' },
  unique: 'value',
})

describe('an entry', () => {
  test('of a type that does not exist is refused at that field', async () => {
    const { token } = await editor()
    const reply = await newEntry(token, 'no_such_type')
    expect(reply).toMatchObject({ status: 400, problem: { invalid_params: [{ name: 'type', code: 'not_found' }] } })
  })

  test('may have the same value as an entry of another type', async () => {
    const { token } = await editor()
    const [first, second] = [await newType(token), await newType(token)]
    expect((await newEntry(token, first.type, { value: 'one' })).status).toBe(201)
    expect((await newEntry(token, second.type, { value: 'one' })).status).toBe(201)
  })

  test('that becomes the default replaces the previous default', async () => {
    const { token } = await editor()
    const { type } = await newType(token)
    const first = (await newEntry(token, type, { is_default: true })).body
    const second = (await newEntry(token, type, { is_default: true })).body
    const third = (await newEntry(token, type)).body
    await api('PUT /cms/dict/{id}', { token, params: { id: third.id }, body: { is_default: true } })
    const defaults = (await api('GET /cms/dict', { token, query: { type } })).body.map(({ id, is_default }) => [
      id,
      is_default,
    ])
    expect(defaults).toEqual([
      [first.id, false],
      [second.id, false],
      [third.id, true],
    ])
  })
})
