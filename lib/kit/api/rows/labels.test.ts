import { desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { loginCode } from '@/lib/platform/sandbox/control'
import { api, dispatch, send } from '@/lib/server/testing/api'
import {
  database,
  newCustomer,
  newKey,
  newProduct,
  newStaff,
  setParameters,
  unique,
} from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'

let root: Awaited<ReturnType<typeof newStaff>>
let token: string
let payer: play.Payer
beforeAll(async () => {
  play.usePlatform()
  await migrateDatabase()
  await setParameters({ 'order.unpaid_max': 1_000, 'limit.writes_per_minute': 100_000 })
  root = await newStaff([], { is_root: true })
  token = root.token
  payer = await play.newPayer()
})

const makers = {
  order: async () => (await play.placeOrder(payer)).id,
  product: async () => (await newProduct({ images: ['/demo/a.svg'] })).id,
  customer: async () => (await newCustomer()).id,
}
type Kind = keyof typeof makers

interface Labeled {
  id: number
  version: number
  updated_at: string
  category_id: number
  external_id: string | null
  tags: string[]
  skus: { external_id: string | null }[]
}

interface Listed {
  items: { id: number }[]
}

const kinds = ['order', 'product', 'customer'] as const

const put = (kind: Kind, id: number, body: object, by = token) =>
  send<Labeled>('PUT', `/cms/${kind}/${id}`, { token: by, body })
const read = async (kind: Kind, id: number) => (await send<Labeled>('GET', `/cms/${kind}/${id}`, { token })).body
const idsOf = async (kind: Kind | 'sku', query: Record<string, string>) => {
  const { status, body } = await send<Listed>('GET', `/cms/${kind}?${new URLSearchParams(query)}`, { token })
  expect(status).toBe(200)
  return body.items.map((row) => row.id)
}
const taken = (name = 'external_id') => ({
  status: 409,
  problem: { code: 'already_exists', invalid_params: [{ in: 'body', name, code: 'already_exists' }] },
})

describe.each(kinds)('the external_id of a record: %s', (kind) => {
  test('is set, found in the exact spelling, kept by other changes, and removed by null', async () => {
    const [id, number] = [await makers[kind](), unique('ERP-a')]
    const before = await read(kind, id)
    expect(before.external_id).toBeNull()
    const { status, body } = await put(kind, id, { external_id: ` ${number} `, version: before.version })
    expect([status, body.external_id, body.version]).toEqual([200, number, before.version + 1])
    expect(await idsOf(kind, { external_id: number })).toEqual([id])
    expect(await idsOf(kind, { external_id: number.toUpperCase() })).toEqual([])
    expect(await idsOf(kind, { external_id: number.slice(0, -1) })).toEqual([])
    expect((await put(kind, id, { external_id: number, version: before.version })).problem.code).toBe('stale_version')
    expect((await put(kind, id, { external_id: number })).status).toBe(200)
    const other = { order: { tags: [] }, product: { sort_order: 3 }, customer: { remark: '老顾客' } }[kind]
    expect((await put(kind, id, other)).body.external_id).toBe(number)
    expect((await put(kind, id, { external_id: null })).body.external_id).toBeNull()
    expect(await idsOf(kind, { external_id: number })).toEqual([])
  })

  test('is of one record of the kind at a time, in one spelling', async () => {
    const [first, second, number] = [await makers[kind](), await makers[kind](), unique('ERP-b')]
    expect((await put(kind, first, { external_id: number })).status).toBe(200)
    expect(await put(kind, second, { external_id: number })).toMatchObject(taken())
    expect((await put(kind, second, { external_id: number.toUpperCase() })).status).toBe(200)
    await put(kind, first, { external_id: null })
    expect((await put(kind, second, { external_id: number })).status).toBe(200)
  })

  test.each([
    ['', 'too_small'],
    ['   ', 'too_small'],
    ['x'.repeat(65), 'too_big'],
    ['a\u0000b', 'invalid_characters'],
    ['a\u0007b', 'invalid_characters'],
    ['a\u200bb', 'invalid_characters'],
    ['a\u202eb', 'invalid_characters'],
    ['\ud800', 'invalid_characters'],
    [7, 'invalid_type'],
    [['a'], 'invalid_type'],
  ])('is refused: %j', async (external_id, code) => {
    const answer = await put(kind, await makers[kind](), { external_id })
    expect(answer).toMatchObject({ status: 400, problem: { invalid_params: [{ name: 'external_id', code }] } })
  })

  test('of 64 characters is accepted', async () => {
    const external_id = unique('').padEnd(64, '编')
    expect((await put(kind, await makers[kind](), { external_id })).body.external_id).toBe(external_id)
  })

  test('is written by staff and keys with the permission alone', async () => {
    const id = await makers[kind]()
    const body = { external_id: unique('ERP-c') }
    const [list, update] = [`cms.${kind}.list`, `cms.${kind}.update`]
    const auditor = await newStaff([list])
    const weak = await newKey(root.id, [list])
    const reader = await newKey(root.id, [list, update], { access: 'read' })
    for (const caller of [auditor, weak, reader]) expect((await put(kind, id, body, caller.token)).status).toBe(403)
    expect((await put(kind, id, body, payer.token)).status).toBe(403)
    expect((await send<Labeled>('PUT', `/cms/${kind}/${id}`, { body })).status).toBe(401)
    const filtered = await send('GET', `/cms/${kind}?external_id=a`, { token: payer.token })
    expect(filtered.status).toBe(403)
    expect((await read(kind, id)).external_id).toBeNull()
    const key = await newKey(root.id, [list, update])
    expect((await put(kind, id, body, key.token)).body.external_id).toBe(body.external_id)
    expect((await put(kind, 2_000_000_000, body, key.token)).status).toBe(404)
  })

  test('is in the audit log, and its change follows by updated_at', async () => {
    const [id, external_id] = [await makers[kind](), unique('ERP-d')]
    const since = (await read(kind, id)).updated_at
    await put(kind, id, { external_id })
    const changed = { sort: 'updated_at', updated_from: new Date(Date.parse(since) + 1).toISOString(), size: '100' }
    await expect.poll(() => idsOf(kind, changed)).toContain(id)
    const db = await database()
    const [row] = await db
      .select()
      .from(tables.oper_log)
      .where(eq(tables.oper_log.target_id, String(id)))
      .orderBy(desc(tables.oper_log.id))
      .limit(1)
    expect(row).toMatchObject({ target_type: kind, before: { external_id: null }, after: { external_id } })
  })
})

describe.each(['order', 'customer'] as const)('the tags of a record: %s', (kind) => {
  test('are set as a list, found one by one, and removed', async () => {
    const [id, vip, late] = [await makers[kind](), unique('VIP'), unique('late day ')]
    expect((await read(kind, id)).tags).toEqual([])
    expect((await put(kind, id, { tags: [` ${vip} `, late] })).body.tags).toEqual([vip, late])
    const other = await makers[kind]()
    await put(kind, other, { tags: [vip] })
    expect(await idsOf(kind, { tag: vip })).toEqual([other, id])
    expect(await idsOf(kind, { tag: late })).toEqual([id])
    expect(await idsOf(kind, { tag: vip.slice(0, -1) })).toEqual([])
    expect(await idsOf(kind, { tag: '%' })).toEqual([])
    expect((await put(kind, id, { tags: [] })).body.tags).toEqual([])
    expect(await idsOf(kind, { tag: vip })).toEqual([other])
  })

  test.each<[unknown, string, string]>([
    [Array.from({ length: 11 }, (_, at) => `tag ${at}`), 'tags', 'too_big'],
    [['vip', 'VIP'], 'tags.1', 'duplicate'],
    [['vip', ' vip '], 'tags.1', 'duplicate'],
    [['a,b'], 'tags.0', 'invalid_format'],
    [[''], 'tags.0', 'too_small'],
    [['x'.repeat(33)], 'tags.0', 'too_big'],
    [['a\u0000'], 'tags.0', 'invalid_characters'],
    [null, 'tags', 'invalid_type'],
    ['vip', 'tags', 'invalid_type'],
  ])('are refused: %j', async (tags, name, code) => {
    const answer = await put(kind, await makers[kind](), { tags })
    expect(answer).toMatchObject({ status: 400, problem: { invalid_params: [{ name, code }] } })
  })

  test('a list of two tags is no filter', async () => {
    expect((await send('GET', `/cms/${kind}?tag=a,b`, { token })).status).toBe(400)
  })
})

test('an order is labeled in every status, without those of its customer, and customers see nothing of it', async () => {
  const customer = await play.newPayer()
  const { id } = await play.paidOrder(customer)
  await play.ship(id, token)
  const number = unique('ERP-e')
  const labeled = await put('order', id, { external_id: number, tags: ['gift'] })
  expect(labeled.body).toMatchObject({ status: 'shipped', external_id: number, tags: ['gift'] })
  await put('customer', customer.id, { external_id: number, tags: ['VIP'] })
  expect(await read('order', id)).toMatchObject({ external_id: number, tags: ['gift'] })
  expect(await idsOf('order', { tag: 'VIP' })).toEqual([])
  for (const path of [`/v1/order/${id}`, '/v1/order', '/v1/user'])
    expect((await send('GET', path, { token: customer.token })).text).not.toMatch(/external_id|"tags"|gift/)
})

test('files of orders and customers have both', async () => {
  const [number, tag] = [unique('ERP-f'), unique('tag')]
  const customer = await newCustomer()
  const { id } = await play.placeOrder(payer)
  for (const [kind, of] of [
    ['order', id],
    ['customer', customer.id],
  ] as const) {
    await put(kind, of, { external_id: number, tags: [tag, 'second'] })
    const file = new Request(`http://localhost/cms/${kind}?format=csv&labels=en&tag=${tag}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await (await dispatch(file)).text()).toContain(`${tag}; second`)
  }
})

describe('the external_id of SKUs', () => {
  const variants = () =>
    newProduct({
      images: ['/demo/a.svg'],
      specs: [{ name: '尺码', values: ['S', 'M'] }],
      skus: ['S', 'M'].map((size) => ({ spec_values: [size] })),
    })

  test('is set with the product, exchanged, found, and in no answer for customers', async () => {
    const { id, skus } = await variants()
    const [small = 0, medium = 0] = skus.map((sku) => sku.id)
    const [a, b] = [unique('SKU-a'), unique('SKU-b')]
    const set = (one: string | null, other: string | null) =>
      put('product', id, {
        skus: [
          { id: small, external_id: one },
          { id: medium, external_id: other },
        ],
      })
    const since = (await read('product', id)).updated_at
    expect((await set(a, b)).body.skus).toMatchObject([{ external_id: a }, { external_id: b }])
    const changed = { sort: 'updated_at', updated_from: new Date(Date.parse(since) + 1).toISOString(), size: '100' }
    await expect.poll(() => idsOf('product', changed)).toContain(id)
    expect((await set(b, a)).body.skus).toMatchObject([{ external_id: b }, { external_id: a }])
    expect(await idsOf('sku', { external_id: a })).toEqual([medium])
    expect((await put('product', id, { skus: [{ id: small }, { id: medium }] })).body.skus[0]?.external_id).toBe(b)
    expect((await send('GET', `/v1/product/${id}`, {})).text).not.toContain('external_id')
    expect((await set(null, null)).body.skus).toMatchObject([{ external_id: null }, { external_id: null }])
  })

  test('is refused at its line if it is taken or given twice', async () => {
    const [first, second] = [await variants(), await variants()]
    const number = unique('SKU-c')
    const linesOf = ({ skus }: typeof first, ...numbers: string[]) => ({
      skus: skus.map(({ id }, at) => ({ id, ...(numbers[at] && { external_id: numbers[at] }) })),
    })
    expect((await put('product', first.id, linesOf(first, number))).status).toBe(200)
    const again = await put('product', second.id, linesOf(second, unique('SKU-'), number))
    expect(again).toMatchObject(taken('skus.1.external_id'))
    const twice = await put('product', second.id, linesOf(second, number, number))
    expect(twice).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ name: 'skus.1.external_id', code: 'duplicate' }] },
    })
  })

  test('is free once the SKU is withdrawn, which is restored without it if it is taken then', async () => {
    const { id, skus } = await variants()
    const [small = 0, medium = 0] = skus.map((sku) => sku.id)
    const number = unique('SKU-d')
    await put('product', id, { skus: [{ id: small }, { id: medium, external_id: number }] })
    await put('product', id, { skus: [{ id: small }] })
    const back = await put('product', id, { skus: [{ id: small }, { values: ['M'] }] })
    expect(back.body.skus[1]).toMatchObject({ id: medium, external_id: number })
    const moved = await put('product', id, { skus: [{ id: small, external_id: number }] })
    expect(moved.body.skus).toMatchObject([{ id: small, external_id: number }])
    const without = await put('product', id, { skus: [{ id: small }, { values: ['M'] }] })
    expect(without.body.skus).toMatchObject([{ external_id: number }, { id: medium, external_id: null }])
  })

  test('is new with a product, and not in its duplicate', async () => {
    const { id } = await newProduct({ images: ['/demo/a.svg'] })
    const { category_id } = await read('product', id)
    const [number, ofSku] = [unique('P-'), unique('S-')]
    const body = { category_id, name: '茶', external_id: number, skus: [{ price: 100, external_id: ofSku }] }
    const made = await send<Labeled>('POST', '/cms/product', { token, body })
    expect(made).toMatchObject({ status: 201, body: { external_id: number, skus: [{ external_id: ofSku }] } })
    expect(await send<Labeled>('POST', '/cms/product', { token, body })).toMatchObject(taken())
    const other = { ...body, external_id: unique('P-') }
    expect(await send<Labeled>('POST', '/cms/product', { token, body: other })).toMatchObject(
      taken('skus.0.external_id'),
    )
    const copy = await send('POST', `/cms/product/${made.body.id}/duplicate`, { token })
    expect(copy).toMatchObject({ status: 201, body: { external_id: null, skus: [{ external_id: null }] } })
  })
})

test('a product in the trash keeps its numbers until others have them', async () => {
  const first = await newProduct({ images: ['/demo/a.svg'] })
  const second = await newProduct({ images: ['/demo/a.svg'] })
  const [number, ofSku] = [unique('P-'), unique('S-')]
  const numbersOf = ({ sku }: typeof first) => ({ external_id: number, skus: [{ id: sku.id, external_id: ofSku }] })
  await put('product', first.id, numbersOf(first))
  const remove = () => api('DELETE /cms/product/{id}', { token, params: { id: first.id } })
  const restore = () => api('POST /cms/product/{id}/restore', { token, params: { id: first.id } })
  await remove()
  expect(await idsOf('product', { external_id: number })).toEqual([])
  expect(await idsOf('product', { external_id: number, tab: 'deleted' })).toEqual([first.id])
  expect((await restore()).body).toMatchObject({ external_id: number, skus: [{ external_id: ofSku }] })
  await remove()
  expect((await put('product', second.id, numbersOf(second))).status).toBe(200)
  expect(await restore()).toMatchObject(taken())
  await put('product', second.id, { external_id: null, skus: [{ id: second.sku.id, external_id: null }] })
  expect((await restore()).body).toMatchObject({ external_id: number, skus: [{ external_id: ofSku }] })
})

describe('a customer', () => {
  test('who closes the account loses both, also in the audit log, and the number is free', async () => {
    const [number, tag] = [unique('C-'), unique('tag')]
    const { id, token: own, openid } = await play.newPayer()
    await put('customer', id, { external_id: number, tags: [tag] })
    const { code } = await loginCode({ openid })
    expect((await api('POST /v1/user/close', { token: own, body: { code }, ip: unique('ip') })).status).toBe(204)
    const db = await database()
    const [row] = await db.select().from(tables.user).where(eq(tables.user.id, id))
    expect(row).toMatchObject({ external_id: null, tags: [] })
    const log = JSON.stringify(await db.select().from(tables.oper_log))
    expect(log).not.toContain(number)
    expect(log).not.toContain(tag)
    expect((await put('customer', await makers.customer(), { external_id: number })).status).toBe(200)
    expect((await put('customer', id, { tags: [tag] })).status).toBe(404)
  })

  test('who joins two accounts has the number of the one that stays, else of the other, and the tags of both', async () => {
    const joined = async (kept: string | null) => {
      const { body } = await api('POST /v1/user', {
        body: { type: 100, account: unique('name-'), secret: 'a good long secret' },
        ip: unique('ip'),
      })
      const other = await play.newPayer()
      const number = unique('C-')
      const many = Array.from({ length: 8 }, (_, at) => `t${at}`)
      await put('customer', body.user.id, { external_id: kept, tags: ['VIP', 'local'] })
      await put('customer', other.id, { external_id: number, tags: ['vip', ...many] })
      const { code } = await loginCode({ openid: other.openid })
      const merge = { token: body.token, body: { code, merge: true }, ip: unique('ip') }
      expect((await api('PUT /v1/user/mini_program', merge)).status).toBe(200)
      const { external_id, tags } = await read('customer', body.user.id)
      expect(tags).toEqual(['VIP', 'local', ...many])
      const [ended] = await (await database()).select().from(tables.user).where(eq(tables.user.id, other.id))
      expect(ended).toMatchObject({ external_id: null, tags: [], merged_into: body.user.id })
      return external_id === number
    }
    expect(await joined(null)).toBe(true)
    expect(await joined(unique('C-'))).toBe(false)
  })
})
