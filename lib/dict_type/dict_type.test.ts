import { describe, expect, test } from 'vitest'
import { api } from '@/lib/server/testing/api'
import { crudContract } from '@/lib/server/testing/crud-contract'
import { newStaff, unique } from '@/lib/server/testing/factories'

const editor = () =>
  newStaff(
    ['dict_type', 'dict'].flatMap((module) =>
      ['list', 'create', 'update', 'delete'].map((verb) => `cms.${module}.${verb}`),
    ),
  )
const newType = async (token: string) =>
  (await api('POST /cms/dict_type', { token, body: { type: unique('t_'), name: '类型' } })).body

crudContract('/cms/dict_type', {
  body: () => ({ type: unique('t_'), name: '类型', remark: '备注' }),
  change: { name: '新名', status: 'disabled' },
  unique: 'type',
})

describe('a dictionary type', () => {
  test('counts its entries, and is not deleted while it has any', async () => {
    const { token } = await editor()
    const { id, type, entry_count } = await newType(token)
    expect(entry_count).toBe(0)
    const entry = (await api('POST /cms/dict', { token, body: { type, label: '标签', value: 'v' } })).body
    const listed = (await api('GET /cms/dict_type', { token })).body.find((item) => item.id === id)
    expect(listed?.entry_count).toBe(1)
    const params = { id }
    const changed = await api('PUT /cms/dict_type/{id}', { token, params, body: { name: '新名', version: 1 } })
    expect(changed.body).toMatchObject({ name: '新名', version: 2, entry_count: 1 })
    expect(await api('DELETE /cms/dict_type/{id}', { token, params })).toMatchObject({
      status: 409,
      problem: { code: 'in_use' },
    })
    await api('DELETE /cms/dict/{id}', { token, params: { id: entry.id } })
    expect((await api('DELETE /cms/dict_type/{id}', { token, params })).status).toBe(204)
  })

  test.each(['Upper', '1st', 'a', 'with-dash', 'x'.repeat(65)])('refuses the name %s', async (type) => {
    const { token } = await editor()
    const reply = await api('POST /cms/dict_type', { token, body: { type, name: '类型' } })
    expect(reply).toMatchObject({ status: 400, problem: { invalid_params: [{ name: 'type' }] } })
  })

  test('cannot change its type', async () => {
    const { token } = await editor()
    const { id } = await newType(token)
    const reply = await api('PUT /cms/dict_type/{id}', { token, params: { id }, body: { type: 'other' } })
    expect(reply).toMatchObject({ status: 400, problem: { invalid_params: [{ name: 'type', code: 'unknown_field' }] } })
  })
})
