import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { dicts } from '@/db/base/dicts'
import * as tables from '@/db/tables'
import { insertRow } from '@/lib/kit/api/rows/rows'
import { faults } from '@/lib/platform/sandbox/fetch'
import { api } from '@/lib/server/testing/api'
import { crudContract } from '@/lib/server/testing/crud-contract'
import { database, newStaff, unique } from '@/lib/server/testing/factories'
import { newPayer, paidOrder, usePlatform } from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'
import { dictColumns, usesOf } from './uses'

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

describe('an entry with a value that records use', () => {
  test('cannot be deleted or get another value, but can be disabled', async () => {
    await migrateDatabase()
    const { token } = await editor()
    const db = await database()
    const value = unique('C')
    const entry = (await newEntry(token, 'carrier', { value })).body
    const params = { id: entry.id }
    const { id: order_id } = await paidOrder(await newPayer())
    const parcel = { order_id, actor: null, method: 'express', carrier: value, tracking_no: '1' } as const
    await db.insert(tables.shipment).values([parcel, { ...parcel, tracking_no: '2' }])

    const refused = await api('DELETE /cms/dict/{id}', { token, params })
    expect(refused).toMatchObject({ status: 409, problem: { code: 'in_use', total: 2 } })
    expect((await api('PUT /cms/dict/{id}', { token, params, body: { value: 'other' } })).problem?.code).toBe('in_use')
    const disabled = await api('PUT /cms/dict/{id}', { token, params, body: { value, status: 'disabled' } })
    expect(disabled).toMatchObject({ status: 200, body: { status: 'disabled' } })

    await db.delete(tables.shipment).where(eq(tables.shipment.carrier, value))
    expect((await api('DELETE /cms/dict/{id}', { token, params })).status).toBe(204)
  })

  test('is counted in every dictionary of the base data', async () => {
    const db = await database()
    expect(Object.keys(dictColumns).sort()).toEqual(dicts.map(({ type }) => type).sort())
    for (const { type, entries } of dicts)
      for (const value of Object.keys(entries)) expect(await usesOf(db, { type, value })).toBeGreaterThanOrEqual(0)
    await newStaff([], { gender: 'female' })
    expect(await usesOf(db, { type: 'gender', value: 'female' })).toBeGreaterThan(0)
  })
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

describe("WeChat's carriers", () => {
  beforeAll(async () => {
    usePlatform()
    await migrateDatabase()
  })
  const carriers = async (token: string) => (await api('GET /cms/dict', { token, query: { type: 'carrier' } })).body

  test('are added after the existing entries, disabled, and only once', async () => {
    const { id, token } = await editor()
    await newEntry(token, 'carrier', { value: 'OWN', label: '自有车队' })
    const before = await carriers(token)
    const first = await api('POST /cms/dict/add_carriers', { token })
    expect(first).toMatchObject({ status: 200, body: { unknown: ['OWN'] } })
    const after = await carriers(token)
    expect(first.body.added).toBe(after.length - before.length)
    expect(first.body.added).toBeGreaterThan(5)
    expect(after.slice(0, before.length)).toEqual(before)
    const added = after.slice(before.length)
    expect(added.every(({ status }) => status === 'disabled')).toBe(true)
    expect(added).toContainEqual(expect.objectContaining({ value: 'ZJS', label: '宅急送' }))
    expect((await api('POST /cms/dict/add_carriers', { token })).body).toEqual({ added: 0, unknown: ['OWN'] })
    const log = await (await database())
      .select()
      .from(tables.oper_log)
      .where(eq(tables.oper_log.user_id, id))
      .orderBy(tables.oper_log.id)
    expect(log).toContainEqual(
      expect.objectContaining({ target_type: 'dict_type', after: { added: added.map(({ value }) => value) } }),
    )
  })

  test('that cannot be read change nothing', async () => {
    const { token } = await editor()
    const before = await carriers(token)
    for (const fault of ['errcode_48001', 'html'] as const) {
      faults.clear()
      for (let at = 0; at < 5; at++) faults.next(fault, { path: 'get_delivery_list' })
      expect((await api('POST /cms/dict/add_carriers', { token })).status, fault).toBe(502)
    }
    expect(await carriers(token)).toEqual(before)
  })
})

test('a new entry is placed last, unless it has a sort_order', async () => {
  const { token } = await editor()
  const { type } = await newType(token)
  const first = await newEntry(token, type, { sort_order: 70 })
  const last = await newEntry(token, type)
  const front = await newEntry(token, type, { sort_order: -5 })
  expect(last.body.sort_order).toBeGreaterThan(70)
  const { body } = await api('GET /cms/dict', { token, query: { type } })
  expect(body.map(({ id }) => id)).toEqual([front.body.id, first.body.id, last.body.id])
  await newEntry(token, type, { sort_order: 1_000_000 })
  expect((await newEntry(token, type)).body.sort_order).toBe(1_000_000)
})

describe('customers', () => {
  const words = (types: string) => api('GET /v1/dict', { query: { types } })

  test('read the enabled entries of their dictionaries, in the order of the shop', async () => {
    await migrateDatabase()
    const { token } = await editor()
    const add = (value: string, more: object) => newEntry(token, 'carrier', { value, label: value, ...more })
    expect((await add('LAST', { sort_order: 1_000_000 })).status).toBe(201)
    expect((await add('FIRST', { sort_order: -1, label_en: 'First', remark: '内部备注' })).status).toBe(201)
    expect((await add('OFF', { sort_order: 5, status: 'disabled' })).status).toBe(201)
    const { status, body, headers } = await words('carrier,after_sale_reason')
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toContain('public')
    const carriers = body.filter(({ type }) => type === 'carrier')
    expect(carriers[0]).toEqual({
      type: 'carrier',
      value: 'FIRST',
      label: 'FIRST',
      label_en: 'First',
      is_default: false,
    })
    expect(carriers.at(-1)?.value).toBe('LAST')
    expect(carriers.map(({ value }) => value)).not.toContain('OFF')
    expect(body.slice(0, -carriers.length).map(({ type, value }) => `${type} ${value}`)).toContain(
      'after_sale_reason quality',
    )
  })

  test('cannot read dictionaries of the admin', async () => {
    for (const types of ['error_status', 'carrier,user_status', 'nonsense', '', 'carrier,'])
      expect(await words(types), types).toMatchObject({
        status: 400,
        problem: { invalid_params: [{ in: 'query', name: 'types' }] },
      })
  })
})
