import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import { crudContract } from '@/lib/server/testing/crud-contract'
import { database, newProduct, newStaff, unique } from '@/lib/server/testing/factories'
import { migrateDatabase } from '@/lib/server/update-database'

const codes = ['list', 'create', 'update', 'delete'].map((verb) => `cms.theme.${verb}`)
let token: string

beforeAll(async () => {
  await migrateDatabase()
})
beforeEach(async () => {
  token = (await newStaff(codes)).token
})

crudContract('/cms/theme', {
  body: () => ({ name: unique('t-'), description: '说明', status: 'enabled' }),
  change: { name: '新的', description: '两行\n说明', status: 'disabled', sort_order: 7 },
})

const create = async (body: object = {}) =>
  (await api('POST /cms/theme', { token, body: { name: unique('t-'), ...body } })).body
const put = (id: number, body: object) => api('PUT /cms/theme/{id}', { token, params: { id }, body })
const get = async (id: number) => (await api('GET /cms/theme/{id}', { token, params: { id } })).body
const idsOf = ({ products }: { products: { id: number }[] }) => products.map(({ id }) => id)

describe('the products of a theme', () => {
  test('are replaced as a whole, in the order given', async () => {
    const [a, b, c] = [await newProduct(), await newProduct({ status: 'off_sale' }), await newProduct()]
    const theme = await create({ product_ids: [c.id, a.id, b.id] })
    expect(idsOf(theme)).toEqual([c.id, a.id, b.id])
    expect(theme).toMatchObject({ product_count: 3, on_sale_count: 2 })
    expect(theme.products[2]).toMatchObject({ status: 'off_sale', price: 1999, image_url: null })
    const changed = await put(theme.id, { product_ids: [b.id, c.id], version: 1 })
    expect(idsOf(changed.body)).toEqual([b.id, c.id])
    expect(changed.body).toMatchObject({ version: 2, product_count: 2, on_sale_count: 1 })
    expect(idsOf((await put(theme.id, { name: '改名' })).body)).toEqual([b.id, c.id])
    const [row] = (await api('GET /cms/theme', { token, query: { q: '改名' } })).body.items
    expect(row).toMatchObject({ id: theme.id, product_count: 2, on_sale_count: 1 })
    expect((await put(theme.id, { product_ids: [] })).body.products).toEqual([])
  })

  test('must exist, and not be in the trash', async () => {
    const [active, deleted] = [await newProduct(), await newProduct({ deleted_at: new Date() })]
    const theme = await create({ product_ids: [active.id] })
    expect(await put(theme.id, { product_ids: [deleted.id, active.id, 2_000_000_000] })).toMatchObject({
      status: 400,
      problem: {
        invalid_params: [
          { in: 'body', name: 'product_ids.0', code: 'not_found' },
          { in: 'body', name: 'product_ids.2', code: 'not_found' },
        ],
      },
    })
    expect(await get(theme.id)).toEqual(theme)
  })

  test('that are deleted are not counted', async () => {
    const product = await newProduct()
    const theme = await create({ product_ids: [product.id] })
    const db = await database()
    await db.update(tables.product).set({ deleted_at: new Date() }).where(eq(tables.product.id, product.id))
    expect(await get(theme.id)).toMatchObject({ product_count: 0, on_sale_count: 0, products: [] })
  })

  test('are at most 100, each listed once', async () => {
    const { id } = await newProduct()
    const refused = (name: string, code: string) => ({ status: 400, problem: { invalid_params: [{ name, code }] } })
    const theme = await create()
    expect(await put(theme.id, { product_ids: [id, id] })).toMatchObject(refused('product_ids.1', 'duplicate'))
    const many = Array.from({ length: 101 }, (_, at) => at + 1)
    expect(await put(theme.id, { product_ids: many })).toMatchObject(refused('product_ids', 'too_big'))
  })

  test('remain when the theme is deleted', async () => {
    const { id } = await newProduct()
    const theme = await create({ product_ids: [id] })
    expect((await api('DELETE /cms/theme/{id}', { token, params: { id: theme.id } })).status).toBe(204)
    expect((await api('GET /v1/product/{id}', { params: { id } })).status).toBe(200)
  })
})

test('customers see edits at once', async () => {
  const [a, b] = [await newProduct(), await newProduct()]
  const { id } = await create({ product_ids: [a.id, b.id] })
  let etag = (await api('GET /v1/theme/{id}', { params: { id } })).headers.get('etag') ?? ''
  const changed = async () => {
    const reply = await api('GET /v1/theme/{id}', { params: { id }, headers: { 'if-none-match': etag } })
    expect(reply.status).toBe(200)
    etag = reply.headers.get('etag') ?? ''
    return reply.body
  }
  await put(id, { product_ids: [b.id, a.id] })
  expect(idsOf(await changed())).toEqual([b.id, a.id])
  await put(id, { name: '新名' })
  expect((await changed()).name).toBe('新名')
  await put(id, { status: 'disabled' })
  const gone = await api('GET /v1/theme/{id}', { params: { id }, headers: { 'if-none-match': etag } })
  expect(gone.status).toBe(404)
})
