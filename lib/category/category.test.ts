import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import { crudContract } from '@/lib/server/testing/crud-contract'
import { database, newProduct, newStaff, unique } from '@/lib/server/testing/factories'
import { migrateDatabase } from '@/lib/server/update-database'

const codes = ['list', 'create', 'update', 'delete'].map((verb) => `cms.category.${verb}`)
let token: string

beforeAll(async () => {
  await migrateDatabase()
})
beforeEach(async () => {
  token = (await newStaff(codes)).token
})

crudContract('/cms/category', {
  body: () => ({ name: unique('c-'), parent_id: null, sort_order: 3, status: 'enabled' }),
  change: { name: '新的', description: '两行\n说明', status: 'disabled', sort_order: 7 },
})

const post = (body: object = {}) => api('POST /cms/category', { token, body: { name: unique('c-'), ...body } })
const newCategory = async (body: object = {}) => (await post(body)).body
const put = (id: number, body: object) => api('PUT /cms/category/{id}', { token, params: { id }, body })
const get = async (id: number) => (await api('GET /cms/category/{id}', { token, params: { id } })).body
const remove = (id: number, query?: { move_to: number }) =>
  api('DELETE /cms/category/{id}', { token, params: { id }, ...(query && { query }) })
const order = (...items: { id: number; parent_id: number | null; sort_order: number }[]) =>
  api('PUT /cms/category/order', { token, body: { items } })
const refused = (place: 'body' | 'query', name: string, code: string) => ({
  status: 400,
  problem: { code: 'invalid_request', invalid_params: [{ in: place, name, code }] },
})

/** Creates three categories, each the parent of the next. */
async function newChain() {
  const top = await newCategory()
  const middle = await newCategory({ parent_id: top.id })
  const lowest = await newCategory({ parent_id: middle.id })
  return [top, middle, lowest] as const
}

describe('the tree', () => {
  test('counts the products of each category, including the categories below it', async () => {
    const [top, middle, lowest] = await newChain()
    await newProduct({ category_id: top.id })
    await newProduct({ category_id: lowest.id })
    await newProduct({ category_id: lowest.id, status: 'off_sale' })
    await newProduct({ category_id: lowest.id, deleted_at: new Date() })
    const node = (await api('GET /cms/category', { token })).body.find(({ id }) => id === top.id)
    expect(node).toMatchObject({
      product_count: { own: 1, total: 3, on_sale: 2 },
      children: [
        {
          id: middle.id,
          product_count: { own: 0, total: 2, on_sale: 1 },
          children: [{ id: lowest.id, product_count: { own: 2, total: 2, on_sale: 1 } }],
        },
      ],
    })
    expect((await get(middle.id)).product_count).toEqual({ own: 0, total: 2, on_sale: 1 })
  })

  test('has a new category after its siblings', async () => {
    const top = await newCategory()
    const [first, second] = [await newCategory({ parent_id: top.id }), await newCategory({ parent_id: top.id })]
    expect(second.sort_order).toBeGreaterThan(first.sort_order)
  })

  test('has at most three levels', async () => {
    const [top, , lowest] = await newChain()
    expect(await post({ parent_id: lowest.id })).toMatchObject(refused('body', 'parent_id', 'too_deep'))
    const other = await newCategory()
    expect(await put(top.id, { parent_id: other.id })).toMatchObject(refused('body', 'parent_id', 'too_deep'))
    expect(await order({ id: top.id, parent_id: other.id, sort_order: 1 })).toMatchObject(
      refused('body', 'items.0.parent_id', 'too_deep'),
    )
    expect((await get(top.id)).parent_id).toBeNull()
  })

  test('has no cycle', async () => {
    const [top, middle, lowest] = await newChain()
    for (const { id } of [top, middle, lowest]) {
      expect(await put(top.id, { parent_id: id })).toMatchObject(refused('body', 'parent_id', 'cycle'))
      expect(await order({ id: top.id, parent_id: id, sort_order: 1 })).toMatchObject(
        refused('body', 'items.0.parent_id', 'cycle'),
      )
    }
  })

  test('has no category below one that does not exist', async () => {
    expect(await post({ parent_id: 2_000_000_000 })).toMatchObject(refused('body', 'parent_id', 'not_found'))
  })

  test('is moved all or nothing, and every invalid item is named', async () => {
    const [a, b] = [await newCategory(), await newCategory()]
    const reply = await order(
      { id: b.id, parent_id: a.id, sort_order: 9 },
      { id: 2_000_000_000, parent_id: null, sort_order: 0 },
      { id: a.id, parent_id: a.id, sort_order: 0 },
    )
    expect(reply).toMatchObject({
      status: 400,
      problem: {
        invalid_params: [
          { name: 'items.0.parent_id', code: 'cycle' },
          { name: 'items.1.id', code: 'not_found' },
          { name: 'items.2.parent_id', code: 'cycle' },
        ],
      },
    })
    expect(await get(b.id)).toEqual(b)
    const moved = await order({ id: b.id, parent_id: a.id, sort_order: 9 })
    expect(moved.body.find(({ id }) => id === a.id)).toMatchObject({
      version: 1,
      children: [{ id: b.id, sort_order: 9, version: 2 }],
    })
  })
})

describe('deleting', () => {
  const inUse = { status: 409, problem: { code: 'in_use' } }

  test('is refused with categories below, even with `move_to`', async () => {
    const [top, middle] = await newChain()
    const other = await newCategory()
    expect(await remove(top.id)).toMatchObject(inUse)
    expect(await remove(middle.id, { move_to: other.id })).toMatchObject(inUse)
  })

  test('is refused with products, including products in the trash', async () => {
    const { id } = await newCategory()
    const product = await newProduct({ category_id: id, deleted_at: new Date() })
    expect(await remove(id)).toMatchObject(inUse)
    const other = await newCategory()
    expect((await remove(id, { move_to: other.id })).status).toBe(204)
    const db = await database()
    const [row] = await db.select().from(tables.product).where(eq(tables.product.id, product.id))
    expect(row).toMatchObject({ category_id: other.id, version: 2 })
    expect((await api('GET /cms/category/{id}', { token, params: { id } })).status).toBe(404)
  })

  test('is refused, with the name, for the only category of a promotion that is enabled and not over', async () => {
    const db = await database()
    const [{ id }, other] = [await newCategory(), await newCategory()]
    const days = (count: number) => new Date(Date.now() + count * 86_400_000)
    const [promotion] = await db
      .insert(tables.promotion)
      .values({
        name: '茶叶满减',
        label: '满100减10',
        gives: 'reduction',
        starts_at: days(1),
        ends_at: days(2),
        scope: 'categories',
        category_ids: [id, 2_000_000_000],
        tiers: [{ from_amount: 10_000, off_amount: 1_000 }],
      })
      .returning({ id: tables.promotion.id, name: tables.promotion.name })
    expect(await remove(id, { move_to: other.id })).toMatchObject({ ...inUse, problem: { promotion } })
    const change = (values: Partial<typeof tables.promotion.$inferInsert>) =>
      db
        .update(tables.promotion)
        .set(values)
        .where(eq(tables.promotion.id, promotion?.id ?? 0))
    await change({ category_ids: [id, other.id] })
    expect((await remove(other.id)).status).toBe(204)
    await change({ enabled: false })
    expect((await remove(id)).status).toBe(204)
    const last = await newCategory()
    await change({ category_ids: [last.id], enabled: true, starts_at: days(-2), ends_at: days(-1) })
    expect((await remove(last.id)).status).toBe(204)
  })

  test('moves products only to another category that exists', async () => {
    const { id } = await newCategory()
    await newProduct({ category_id: id })
    expect(await remove(id, { move_to: id })).toMatchObject(refused('query', 'move_to', 'cycle'))
    expect(await remove(id, { move_to: 2_000_000_000 })).toMatchObject(refused('query', 'move_to', 'not_found'))
    expect((await get(id)).product_count.own).toBe(1)
  })
})

test('customers see edits, moves and deletions at once', async () => {
  const { id } = await newCategory()
  let etag = (await api('GET /v1/category')).headers.get('etag') ?? ''
  const changed = async () => {
    const reply = await api('GET /v1/category', { headers: { 'if-none-match': etag } })
    expect(reply.status).toBe(200)
    etag = reply.headers.get('etag') ?? ''
    expect((await api('GET /v1/category', { headers: { 'if-none-match': etag } })).status).toBe(304)
    return reply.body
  }
  await put(id, { name: '新名' })
  expect((await changed()).find((row) => row.id === id)?.name).toBe('新名')
  const other = await newCategory()
  await changed()
  await order({ id, parent_id: other.id, sort_order: 1 })
  expect((await changed()).find((row) => row.id === other.id)?.children).toMatchObject([{ id }])
  await put(other.id, { status: 'disabled' })
  expect((await changed()).find((row) => row.id === other.id)).toBeUndefined()
  await put(other.id, { status: 'enabled' })
  await changed()
  await remove(id)
  expect((await changed()).find((row) => row.id === other.id)?.children).toEqual([])
})
