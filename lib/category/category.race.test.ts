import { beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import { database, newProduct, newStaff, setParameters, unique } from '@/lib/server/testing/factories'

const codes = ['list', 'create', 'update', 'delete'].map((verb) => `cms.category.${verb}`)
let token: string

beforeAll(async () => {
  await setParameters({ 'limit.writes_per_minute': 1_000_000 })
  token = (await newStaff(codes)).token
})

const newCategory = async () => (await api('POST /cms/category', { token, body: { name: unique('c-') } })).body

test('two categories that are concurrently moved below each other never form a cycle', async () => {
  const pairs = await Promise.all(Array.from({ length: 20 }, () => Promise.all([newCategory(), newCategory()])))
  const replies = await Promise.all(
    pairs.flatMap(([a, b], at) => [
      api('PUT /cms/category/{id}', { token, params: { id: a.id }, body: { parent_id: b.id } }),
      at % 2 === 0
        ? api('PUT /cms/category/{id}', { token, params: { id: b.id }, body: { parent_id: a.id } })
        : api('PUT /cms/category/order', { token, body: { items: [{ id: b.id, parent_id: a.id, sort_order: 1 }] } }),
    ]),
  )
  for (let at = 0; at < replies.length; at += 2) {
    expect([replies[at]?.status, replies[at + 1]?.status].toSorted()).toEqual([200, 400])
  }
})

test('when a product is added while its category is deleted, the product is moved, or one of the two is refused', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const [category, other] = [await newCategory(), await newCategory()]
      const [product, deletion] = await Promise.all([
        newProduct({ category_id: category.id }).then(
          () => 'added',
          () => 'refused',
        ),
        api('DELETE /cms/category/{id}', {
          token,
          params: { id: category.id },
          ...(at % 2 === 0 && { query: { move_to: other.id } }),
        }),
      ])
      return `${product} ${deletion.status}`
    }),
  )
  for (const outcome of outcomes) expect(['added 204', 'added 409', 'refused 204']).toContain(outcome)
  const db = await database()
  const categories = new Set((await db.select({ id: tables.category.id }).from(tables.category)).map(({ id }) => id))
  const products = await db.select({ category_id: tables.product.category_id }).from(tables.product)
  expect(products.filter(({ category_id }) => !categories.has(category_id))).toEqual([])
})

test('no unexpected errors were logged', async () => {
  expect(await (await database()).select().from(tables.error_log)).toEqual([])
})
