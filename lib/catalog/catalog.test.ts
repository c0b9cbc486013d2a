import { expect, test } from 'vitest'
import { api } from '@/lib/server/testing/api'
import { newCategory, newProduct } from '@/lib/server/testing/factories'

const catalog = (query?: { category_id?: number; size?: string; sort?: '-price' }) => api('GET /v1/catalog', { query })

test('an empty shop has an empty category screen', async () => {
  expect((await catalog()).body).toEqual({ categories: [], category_id: null, products: null })
})

test('has the answers of the separate endpoints, for the first or the requested category', async () => {
  const second = await newCategory({ name: '乙', sort_order: 2 })
  const first = await newCategory({ name: '甲', sort_order: 1 })
  const below = await newCategory({ name: '甲一', parent_id: first.id })
  const hidden = await newCategory({ name: '关', status: 'disabled' })
  for (let at = 0; at < 3; at++) await newProduct({ category_id: below.id, sort_order: at })
  const own = await newProduct({ category_id: second.id })

  const tree = (await api('GET /v1/category')).body
  expect(tree.map(({ id }) => id)).toEqual([first.id, second.id])
  const ofFirst = await catalog()
  expect(ofFirst.body).toEqual({
    categories: tree,
    category_id: first.id,
    products: (await api('GET /v1/product/by_category', { query: { id: first.id } })).body,
  })
  expect(ofFirst.body.products?.items).toHaveLength(3)
  expect(ofFirst.headers.get('etag')).toBeTruthy()
  expect((await catalog({ category_id: second.id })).body).toMatchObject({
    category_id: second.id,
    products: { items: [{ id: own.id }], total: 1 },
  })
  const query = { size: '2', sort: '-price' } as const
  expect((await catalog({ category_id: below.id, ...query })).body.products).toEqual(
    (await api('GET /v1/product/by_category', { query: { id: below.id, ...query } })).body,
  )
  for (const category_id of [hidden.id, 999_999]) expect((await catalog({ category_id })).status).toBe(404)
})
