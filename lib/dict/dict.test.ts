import { describe, expect, test } from 'vitest'
import { api } from '@/lib/testing/api'
import { newStaff, unique } from '@/lib/testing/factories'

const editor = () =>
  newStaff(
    ['dict_type', 'dict'].flatMap((one) => ['list', 'create', 'update', 'delete'].map((verb) => `cms.${one}.${verb}`)),
  )
const newType = async (token: string) =>
  (await api('POST /cms/dict_type', { token, body: { type: unique('t_'), name: '类型' } })).body
const newEntry = (token: string, type: string, more: object = {}) =>
  api('POST /cms/dict', { token, body: { type, label: '标签', value: unique('v'), ...more } })

describe('a dictionary type', () => {
  test('is created, counted, changed and deleted', async () => {
    const { token } = await editor()
    const created = await newType(token)
    expect(created).toMatchObject({ name: '类型', status: 'enabled', entry_count: 0, version: 1 })
    await newEntry(token, created.type)
    const listed = (await api('GET /cms/dict_type', { token })).body.find(({ id }) => id === created.id)
    expect(listed?.entry_count).toBe(1)
    const params = { id: created.id }
    const changed = await api('PUT /cms/dict_type/{id}', { token, params, body: { name: '新名', version: 1 } })
    expect(changed.body).toMatchObject({ name: '新名', version: 2, entry_count: 1 })
    expect(await api('DELETE /cms/dict_type/{id}', { token, params })).toMatchObject({
      status: 409,
      problem: { code: 'in_use' },
    })
    const entries = (await api('GET /cms/dict', { token, query: { type: created.type } })).body
    for (const { id } of entries) await api('DELETE /cms/dict/{id}', { token, params: { id } })
    expect((await api('DELETE /cms/dict_type/{id}', { token, params })).status).toBe(204)
  })

  test.each(['Upper', '1st', 'a', 'with-dash', 'x'.repeat(65)])('is not named %s', async (type) => {
    const { token } = await editor()
    const reply = await api('POST /cms/dict_type', { token, body: { type, name: '类型' } })
    expect(reply).toMatchObject({ status: 400, problem: { invalid_params: [{ name: 'type' }] } })
  })

  test('keeps its name to itself: type cannot be changed', async () => {
    const { token } = await editor()
    const { id } = await newType(token)
    const reply = await api('PUT /cms/dict_type/{id}', { token, params: { id }, body: { type: 'other' } })
    expect(reply).toMatchObject({ status: 400, problem: { invalid_params: [{ name: 'type', code: 'unknown_field' }] } })
  })
})

describe('an entry', () => {
  test('of a type that does not exist is refused by its field', async () => {
    const { token } = await editor()
    const reply = await newEntry(token, 'no_such_type')
    expect(reply).toMatchObject({ status: 400, problem: { invalid_params: [{ name: 'type', code: 'not_found' }] } })
  })

  test('has its value once', async () => {
    const { token } = await editor()
    const { type } = await newType(token)
    await newEntry(token, type, { value: 'one' })
    const reply = await newEntry(token, type, { value: 'one' })
    expect(reply).toMatchObject({
      status: 409,
      problem: { code: 'already_exists', invalid_params: [{ name: 'value' }] },
    })
  })

  test('that becomes the default replaces the old one', async () => {
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

  test('that was changed meanwhile is not overwritten, and the answer says by whom', async () => {
    const [{ token }, other] = [await editor(), await editor()]
    const { type } = await newType(token)
    const { id } = (await newEntry(token, type)).body
    const params = { id }
    await api('PUT /cms/dict/{id}', { token: other.token, params, body: { label: '先到', version: 1 } })
    const reply = await api('PUT /cms/dict/{id}', { token, params, body: { label: '后到', version: 1 } })
    expect(reply).toMatchObject({
      status: 409,
      problem: { code: 'stale_version', version: 2, updated_by: { id: other.id, username: other.username } },
    })
    expect((await api('GET /cms/dict', { token, query: { type } })).body[0]).toMatchObject({
      label: '先到',
      version: 2,
    })
  })

  test.each([{}, { version: 1 }])('is not changed by %j', async (body) => {
    const { token } = await editor()
    const { type } = await newType(token)
    const { id } = (await newEntry(token, type)).body
    expect((await api('PUT /cms/dict/{id}', { token, params: { id }, body })).status).toBe(400)
  })
})
