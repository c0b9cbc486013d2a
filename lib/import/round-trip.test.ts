import { parse as parseCsv } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api, dispatch, send } from '@/lib/server/testing/api'
import { database, newCategory, newStaff, setParameters, stockFaults } from '@/lib/server/testing/factories'
import { rounds } from '@/lib/server/testing/races'

/** Creates products of five SKUs each. */
async function fill(category_id: number, products: number): Promise<void> {
  const db = await database()
  await db.execute(sql`
    insert into product (category_id, name, status, specs, price, price_max)
    select ${category_id}, '茶, "' || n || '"', 'off_sale', '[{"id": 1, "name": "规格", "values": [
      {"id": 1, "name": "A"}, {"id": 2, "name": "B"}, {"id": 3, "name": "C"}, {"id": 4, "name": "D"}, {"id": 5, "name": "E"}]}]',
      1000, 5000
    from generate_series(1, ${products}::int) n`)
  await db.execute(sql`
    insert into sku (product_id, sku_no, value_ids, spec_values, price, market_price, cost, weight_g, barcode, stock)
    select p.id, 'T-' || p.id || '-' || n, array[n], array[chr(64 + n)], n * 1000 + 5, nullif(n * 1100, 1100), n * 500,
      nullif(n * 50, 100), case when n > 3 then '69012345678901' || n end, n * 7
    from product p, generate_series(1, 5) n where p.category_id = ${category_id}`)
  await db.execute(sql`
    insert into stock_log (sku_id, delta, balance, reason)
    select s.id, s.stock, s.stock, 'initial' from sku s join product p on p.id = s.product_id where p.category_id = ${category_id}`)
}

test('thousands of exported SKUs import without a change; lines besides broken ones are applied, and corrected lines later', async () => {
  await setParameters({ 'limit.writes_per_minute': 10_000 })
  const { token } = await newStaff(['cms.product.list', 'cms.product.export', 'cms.product.import', 'cms.product.cost'])
  const category = await newCategory()
  // 1,500 lines, which are two batches of an export; with all rounds, the most lines of an import.
  const products = Math.max(300, rounds(1_000))
  await fill(category.id, products)
  const all = products * 5
  const get = async (path: string) => {
    const request = new Request(`http://localhost:3000${path}`, { headers: { authorization: `Bearer ${token}` } })
    return (await dispatch(request)).text()
  }
  const post = async (text: string) => {
    const form = new FormData()
    form.append('file', new Blob([text]), 'products.csv')
    const { status, body } = await send<{ id: number; counts: object }>('POST', '/cms/product/import', {
      token,
      raw: form,
    })
    expect(status).toBe(201)
    return body
  }
  const applyAll = async (id: number, skip_errors = false) => {
    for (;;) {
      const { status, body } = await api('POST /cms/product/import/{id}/apply', {
        token,
        params: { id },
        body: { skip_errors },
      })
      expect(status).toBe(200)
      if (body.left === 0) return body
    }
  }

  const text = await get(`/cms/product?format=csv&category_id=${category.id}`)
  const lines: Record<string, string>[] = parseCsv(text, { columns: true, bom: true })
  expect(lines).toHaveLength(all)
  expect(await post(text)).toMatchObject({ counts: { create: 0, update: 0, unchanged: all, error: 0 }, left: 0 })

  // Every fiftieth line changes, three of them are invalid.
  const changed = lines.map((line, at) => (at % 50 === 0 ? { ...line, price_yuan: '12.30', stock_delta: '1' } : line))
  for (const [at, price_yuan] of [
    [0, '1.2E+5'],
    [50, '-1'],
    [100, 'free'],
  ] as const)
    changed[at] = { ...changed[at], price_yuan }
  const { id, counts } = await post(stringify(changed, { header: true }))
  expect(counts).toEqual({ create: 0, update: all / 50 - 3, unchanged: all - all / 50, error: 3 })
  expect(await applyAll(id, true)).toMatchObject({ done: all / 50 - 3, left: 0, counts: { error: 3 } })

  const errors = await get(`/cms/product/import/${id}/row?format=csv&result=error`)
  const broken: Record<string, string>[] = parseCsv(errors, { columns: true, bom: true })
  expect(broken.map(({ error }) => error)).toEqual([
    'price_yuan: number_format',
    'price_yuan: too_small',
    'price_yuan: invalid_format',
  ])
  const mended = await post(
    stringify(
      broken.map((line) => ({ ...line, price_yuan: '12.30' })),
      { header: true },
    ),
  )
  expect(mended.counts).toEqual({ create: 0, update: 3, unchanged: 0, error: 0 })
  expect(await applyAll(mended.id)).toMatchObject({ done: 3, left: 0 })

  const after: Record<string, string>[] = parseCsv(await get(`/cms/product?format=csv&category_id=${category.id}`), {
    columns: true,
    bom: true,
  })
  const wanted = lines.map((line, at) =>
    at % 50 === 0 ? { ...line, price_yuan: '12.30', stock: String(Number(line.stock) + 1) } : line,
  )
  expect(after).toEqual(wanted)
  expect(await stockFaults()).toEqual([])
}, 120_000)
