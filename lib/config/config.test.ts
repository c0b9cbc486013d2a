import { desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as tables from '@/db/tables'
import { currentSettings, forgetSettings } from '@/lib/kit/config/settings'
import { api, send } from '@/lib/server/testing/api'
import { addressInput, database, newCustomer, newStaff } from '@/lib/server/testing/factories'
import { domainOf } from './schema'

const editor = () => newStaff(['cms.config.list', 'cms.config.update'])
const change = (token: string, body: unknown) => api('PUT /cms/config', { token, body })
const read = async (token: string, key: string) =>
  (await api('GET /cms/config', { token })).body.find((one) => one.key === key)
const lastOperation = async (user_id: number) => {
  const db = await database()
  const { oper_log } = tables
  const [row] = await db.select().from(oper_log).where(eq(oper_log.user_id, user_id)).orderBy(desc(oper_log.id))
  return row
}

beforeEach(async () => {
  await (await database()).delete(tables.config)
  forgetSettings()
})

describe('a setting', () => {
  test('is listed with its bounds, its value and its last author', async () => {
    const { id, username, token } = await editor()
    expect(await read(token, 'order.unpaid_minutes')).toEqual({
      key: 'order.unpaid_minutes',
      group: 'order',
      type: 'integer',
      value: 30,
      default: 30,
      minimum: 5,
      maximum: 10_080,
      updated_by: null,
      updated_at: null,
    })
    const changed = await change(token, { 'order.unpaid_minutes': 45, 'user.registration': false })
    expect(changed.status).toBe(200)
    expect(changed.body).toEqual((await api('GET /cms/config', { token })).body)
    expect(await read(token, 'order.unpaid_minutes')).toMatchObject({
      value: 45,
      default: 30,
      updated_by: { id, name: expect.stringMatching(/./), username },
      updated_at: expect.stringMatching(/Z$/),
    })
    expect(await read(token, 'user.registration')).toMatchObject({ type: 'boolean', value: false, default: true })
  })

  test('takes effect immediately', async () => {
    const { token } = await editor()
    const customer = await newCustomer()
    await change(token, { 'address.max': 1 })
    const add = () => api('POST /v1/address', { token: customer.token, body: addressInput })
    expect((await add()).status).toBe(201)
    expect((await add()).problem.code).toBe('limit_reached')
    await change(token, { 'address.max': null })
    expect((await add()).status).toBe(201)
  })

  test('does not take effect if the transaction is rolled back', async () => {
    const { token } = await editor()
    await change(token, { 'address.max': 7, 'order.unpaid_max': 0 })
    expect(await currentSettings(await database())).toMatchObject({ 'address.max': 20, 'order.unpaid_max': 10 })
    expect(await (await database()).$count(tables.config)).toBe(0)
  })

  test('is not cached if it is read during a change', async () => {
    const db = await database()
    forgetSettings()
    const reading = currentSettings(db)
    forgetSettings()
    await reading
    expect(currentSettings(db)).toBeInstanceOf(Promise)
    await currentSettings(db)
    expect(currentSettings(db)).not.toBeInstanceOf(Promise)
  })

  test('is reset to its default by null, without a user', async () => {
    const { token } = await editor()
    await change(token, { 'order.unpaid_max': 8 })
    await change(token, { 'order.unpaid_max': null })
    expect(await read(token, 'order.unpaid_max')).toMatchObject({ value: 10, updated_by: null, updated_at: null })
    expect(await (await database()).$count(tables.config)).toBe(0)
  })

  test('keeps the id of a deleted user', async () => {
    const { id, token } = await editor()
    await change(token, { 'order.unpaid_max': 8 })
    await (await database()).delete(tables.identity).where(eq(tables.identity.user_id, id))
    expect(await read(token, 'order.unpaid_max')).toMatchObject({ updated_by: { id, username: null } })
  })
})

const period = { from: '2027-02-05T00:00:00+08:00', until: '2027-02-13T00:00:00+08:00', message: '春节休息' }
const closing = (part: object) => ({ 'shop.closed': { ...period, ...part } })
const closed = (field: string, code: string) => ({ name: `shop.closed.${field}`, code })

test('a closing is stored in UTC, replaced as a whole, and logged', async () => {
  const { id, token } = await editor()
  const stored = { ...period, from: '2027-02-04T16:00:00.000Z', until: '2027-02-12T16:00:00.000Z' }
  expect((await change(token, closing({}))).status).toBe(200)
  expect(await read(token, 'shop.closed')).toMatchObject({ type: 'closing', value: stored, default: null })
  expect(await lastOperation(id)).toMatchObject({
    before: { 'shop.closed': null },
    after: { 'shop.closed': stored },
    params: { 'shop.closed': stored },
  })
  // A closing in the past is over, and no mistake.
  const over = { from: '2020-01-01T00:00:00.000Z', until: '2020-01-02T00:00:00.000Z', message: '' }
  await change(token, { 'shop.closed': over })
  expect(await read(token, 'shop.closed')).toMatchObject({ value: over })
  await change(token, { 'shop.closed': null })
  expect(await read(token, 'shop.closed')).toMatchObject({ value: null, updated_at: null })
})

test('of two closings that are saved at the same time, one is stored as a whole', async () => {
  const [first, second] = [await editor(), await editor()]
  const [early, late] = [
    { from: '2027-02-01T00:00:00.000Z', until: '2027-02-02T00:00:00.000Z', message: '早' },
    { from: '2027-03-01T00:00:00.000Z', until: '2027-03-02T00:00:00.000Z', message: '晚' },
  ]
  const replies = await Promise.all([
    change(first.token, { 'shop.closed': early }),
    change(second.token, { 'shop.closed': late }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect([early, late]).toContainEqual((await read(first.token, 'shop.closed'))?.value)
})

describe('an invalid change is refused with the key, and nothing is changed', () => {
  test.each([
    ['an unknown key', { 'no.such': 1 }, { name: 'no.such', code: 'unknown_field' }],
    ['a name of every object', JSON.parse('{"__proto__": 1}'), { name: '__proto__', code: 'unknown_field' }],
    [
      'a value below its minimum',
      { 'order.unpaid_minutes': 4 },
      { name: 'order.unpaid_minutes', code: 'too_small', params: { minimum: 5 } },
    ],
    [
      'a value above its maximum',
      { 'order.unpaid_minutes': 10_081 },
      { name: 'order.unpaid_minutes', code: 'too_big' },
    ],
    ['half a number', { 'order.unpaid_max': 1.5 }, { name: 'order.unpaid_max' }],
    ['a number as text', { 'order.unpaid_max': '8' }, { name: 'order.unpaid_max', code: 'invalid_type' }],
    ['a number for yes or no', { 'user.registration': 1 }, { name: 'user.registration', code: 'invalid_type' }],
    [
      'a closing that ends before it begins',
      closing({ until: '2027-02-04T16:00:00Z' }),
      closed('until', 'before_start'),
    ],
    [
      'a closing that ends when it begins',
      closing({ until: '2027-02-05T00:00:00+08:00' }),
      closed('until', 'before_start'),
    ],
    ['a closing without an end', closing({ until: undefined }), closed('until', 'required')],
    ['a closing without a beginning', closing({ from: undefined }), closed('from', 'required')],
    [
      'a closing on a day that does not exist',
      closing({ from: '2027-02-30T00:00:00Z' }),
      closed('from', 'invalid_format'),
    ],
    ['a closing without a time zone', closing({ from: '2027-02-05T00:00:00' }), closed('from', 'invalid_format')],
    ['a closing before 1970', closing({ from: '1969-12-31T00:00:00Z' }), closed('from', 'out_of_range')],
    ['a closing with a long message', closing({ message: '休'.repeat(201) }), closed('message', 'too_big')],
    ['a closing with an unknown field', closing({ reason: '' }), closed('reason', 'unknown_field')],
    ['a text for a closing', { 'shop.closed': 'tomorrow' }, { name: 'shop.closed', code: 'invalid_type' }],
    [
      'a synonym that is a part of the other word',
      { 'shop.search_synonyms': '本=笔记本' },
      { name: 'shop.search_synonyms', code: 'synonym_part' },
    ],
    [
      'a word without a synonym',
      { 'shop.search_synonyms': '本子; 杯子=水杯' },
      { name: 'shop.search_synonyms', code: 'invalid_format', params: { format: 'synonyms' } },
    ],
    ['nothing', {}, { name: '', code: 'empty' }],
    ['a list', [], { name: '' }],
  ])('%s', async (_, faulty, place) => {
    const { id, token } = await editor()
    const body = Array.isArray(faulty) || Object.keys(faulty).length === 0 ? faulty : { 'address.max': 3, ...faulty }
    const raw = JSON.stringify(
      Object.hasOwn(faulty, '__proto__')
        ? Object.defineProperty(body, '__proto__', { value: 1, enumerable: true })
        : body,
    )
    const headers = { 'content-type': 'application/json' }
    const reply = await send('PUT', '/cms/config', { token, raw, headers })
    expect(reply.status).toBe(400)
    expect(reply.problem.invalid_params).toMatchObject([{ in: 'body', ...place }])
    expect(await (await database()).$count(tables.config)).toBe(0)
    expect(await lastOperation(id)).toMatchObject({ module: 'config', success: false, status: 400, after: null })
  })
})

describe('the audit log', () => {
  test('has the values of only the changed keys, before and after', async () => {
    const { id, token } = await editor()
    await change(token, { 'address.max': 30 })
    await change(token, { 'address.max': null, 'order.unpaid_max': 12, 'order.complete_days': 10 })
    expect(await lastOperation(id)).toMatchObject({
      module: 'config',
      action: 'update',
      target_type: 'config',
      target_id: null,
      before: { 'address.max': 30, 'order.unpaid_max': 10 },
      after: { 'address.max': 20, 'order.unpaid_max': 12 },
      params: { 'address.max': null, 'order.unpaid_max': 12, 'order.complete_days': 10 },
    })
    expect(Object.keys((await lastOperation(id))?.after ?? {})).toEqual(['address.max', 'order.unpaid_max'])
  })
})

test.each([
  [z.int().min(1).max(5), { type: 'integer', minimum: 1, maximum: 5 }],
  [z.boolean(), { type: 'boolean' }],
  [z.string().max(64), { type: 'string' }],
  [z.enum(['blue', 'red']), { type: 'enum', options: ['blue', 'red'] }],
])('a declaration gives the type and bounds for a form', (schema, described) => {
  expect(domainOf(schema)).toEqual(described)
})

test('a setting of an unsupported type cannot be declared', () => {
  expect(() => domainOf(z.array(z.string()))).toThrow('array')
})
