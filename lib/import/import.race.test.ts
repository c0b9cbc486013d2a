import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api, send } from '@/lib/server/testing/api'
import {
  database,
  newCategory,
  newProduct,
  newStaff,
  setParameters,
  stockFaults,
  unique,
} from '@/lib/server/testing/factories'
import { both, rounds } from '@/lib/server/testing/races'

test('concurrent calls apply each record once', async () => {
  await setParameters({ 'limit.writes_per_minute': 10_000 })
  const { token } = await newStaff(['cms.product.import'])
  const specs = [{ name: '规格', values: ['A', 'B', 'C'] }]
  const skus = ['A', 'B', 'C'].map((value) => ({ spec_values: [value] }))
  const products = await Promise.all(Array.from({ length: 30 }, () => newProduct({ specs, skus })))
  const ids = products.flatMap((one) => one.skus.map(({ id }) => id))
  const form = new FormData()
  form.append('file', new Blob([`sku_id,stock_delta\n${ids.map((id) => `${id},3`).join('\n')}\n`]), 'a.csv')
  const { body } = await send<{ id: number }>('POST', '/cms/product/import', { token, raw: form })
  const calls = Array.from({ length: 4 }, () =>
    api('POST /cms/product/import/{id}/apply', { token, params: { id: body.id }, body: {} }),
  )
  for (const { status } of await Promise.all(calls)) expect(status).toBe(200)
  const last = await api('POST /cms/product/import/{id}/apply', { token, params: { id: body.id }, body: {} })
  expect(last.body).toMatchObject({ done: 90, left: 0, counts: { update: 90, error: 0 } })
  const db = await database()
  for (const id of ids) {
    const [row] = await db.select().from(tables.sku).where(eq(tables.sku.id, id))
    expect(row?.stock).toBe(103)
    expect(await db.$count(tables.stock_log, eq(tables.stock_log.sku_id, id))).toBe(2)
  }
  expect(await stockFaults()).toEqual([])
})

test('a file that was uploaded twice creates its products once, even when both imports are applied concurrently', async () => {
  await setParameters({ 'limit.writes_per_minute': 10_000 })
  const { token } = await newStaff(['cms.product.import'])
  const category = await newCategory()
  const db = await database()
  const read = async (content: string) => {
    const form = new FormData()
    form.append('file', new Blob([content]), 'a.csv')
    return (await send<{ id: number }>('POST', '/cms/product/import', { token, raw: form })).body.id
  }
  const apply = async (id: number) =>
    (await api('POST /cms/product/import/{id}/apply', { token, params: { id }, body: {} })).body.counts
  for (let round = 0; round < rounds(100); round++) {
    const name = unique('双份')
    const file = `name,category,price_yuan\n${name},${category.name},5\n`
    const [one, other] = [await read(file), await read(file)]
    const counts = await both(
      round,
      () => apply(one),
      () => apply(other),
    )
    expect(counts.map(({ create, error }) => create * 10 + error).sort()).toEqual([1, 10])
    expect(await db.$count(tables.product, eq(tables.product.name, name))).toBe(1)
  }
})
