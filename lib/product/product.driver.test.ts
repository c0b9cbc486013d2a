import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { cleanOwnHtml } from '@/lib/html/clean'
import { api } from '@/lib/testing/api'
import { database, newCategory, newProduct } from '@/lib/testing/factories'

const names = (items: { name: string }[]) => items.map((item) => item.name)

describe('a product', () => {
  test('has its SKUs on offer, the sum of their stock, and absolute URLs', async () => {
    const { id, category_id, skus } = await newProduct({
      name: '青釉杯',
      summary: '一只杯子',
      content: await cleanOwnHtml('<p>好</p><img src="/demo/a.svg"><img alt="x" src="/files/b.webp">'),
      images: ['/demo/a.svg', 'https://cdn.example/b.svg'],
      properties: [{ name: '产地', detail: '龙泉' }],
      specs: [{ name: '颜色', values: ['青', '白'] }],
      price: 1200,
      skus: [
        { spec_values: ['青'], price: 1200, stock: 3 },
        { spec_values: ['白'], price: 1500, stock: 4, image_url: '/demo/c.svg' },
        { spec_values: ['黑'], price: 900, stock: 100, enabled: false },
        { spec_values: ['红'], price: 900, stock: 100, deleted_at: new Date() },
      ],
    })
    const { status, body } = await api('GET /v1/product/{id}', { params: { id } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id,
      name: '青釉杯',
      image_url: 'http://localhost:3000/demo/a.svg',
      images: ['http://localhost:3000/demo/a.svg', 'https://cdn.example/b.svg'],
      content:
        '<p>好</p><img src="http://localhost:3000/demo/a.svg"><img src="http://localhost:3000/files/b.webp" alt="x">',
      price: 1200,
      market_price: null,
      stock: 7,
      category: { id: category_id },
      properties: [{ name: '产地', detail: '龙泉' }],
    })
    expect(body.skus.map((one) => one.id)).toEqual(skus.slice(0, 2).map((one) => one.id))
    expect(body.skus[1]).toMatchObject({ spec_values: ['白'], image_url: 'http://localhost:3000/demo/c.svg' })
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['grams', 'cost', 'status']))
  })

  test.each([{ status: 'draft' }, { status: 'off_sale' }, { deleted_at: new Date() }] as const)(
    'that is %j does not exist',
    async (values) => {
      const hidden = await newProduct({ ...values, name: '藏起来的东西' })
      expect((await api('GET /v1/product/{id}', { params: { id: hidden.id } })).status).toBe(404)
      expect((await api('GET /v1/product/search', { query: { q: '藏起来' } })).body.total).toBe(0)
      expect((await api('GET /v1/product/by_category', { query: { id: hidden.category_id } })).body.total).toBe(0)
      const newest = await api('GET /v1/product/recent', { query: { size: 50 } })
      expect(newest.body.map((one) => one.id)).not.toContain(hidden.id)
    },
  )
})

describe('products of a category', () => {
  let top: number
  let middle: number
  let disabled: number

  beforeAll(async () => {
    top = (await newCategory()).id
    middle = (await newCategory({ parent_id: top })).id
    const bottom = (await newCategory({ parent_id: middle })).id
    disabled = (await newCategory({ parent_id: top, status: 'disabled' })).id
    const belowDisabled = (await newCategory({ parent_id: disabled })).id
    const make = (name: string, category_id: number, sort_order: number, price: number, sold_count: number) =>
      newProduct({
        name,
        category_id,
        sort_order,
        price,
        sold_count,
        skus: [
          { price, stock: 2 },
          { price: price + 100, stock: 3 },
        ],
      })
    await make('甲', top, 3, 300, 5)
    await make('乙', middle, 1, 100, 9)
    await make('丙', bottom, 2, 200, 7)
    await make('丁', disabled, 0, 1, 99)
    await make('戊', belowDisabled, 0, 1, 99)
  })

  const of = async (query: Record<string, string | number>) =>
    (await api('GET /v1/product/by_category', { query })).body

  test('include those of all enabled categories below', async () => {
    expect(await of({ id: top })).toMatchObject({
      page: 1,
      size: 10,
      total: 3,
      items: [{ name: '乙', stock: 5, price: 100 }, { name: '丙' }, { name: '甲' }],
    })
    expect(names((await of({ id: middle })).items)).toEqual(['乙', '丙'])
  })

  test.each([
    ['sort_order', '乙丙甲'],
    ['-sort_order', '甲丙乙'],
    ['price', '乙丙甲'],
    ['-price', '甲丙乙'],
    ['sold_count', '甲丙乙'],
    ['-sold_count', '乙丙甲'],
    ['created_at', '甲乙丙'],
    ['-created_at', '丙乙甲'],
  ])('are sorted by %s', async (sort, expected) => {
    expect(names((await of({ id: top, sort })).items).join('')).toBe(expected)
  })

  test('are paged, with an empty page beyond the end', async () => {
    expect(names((await of({ id: top, size: 2 })).items)).toEqual(['乙', '丙'])
    expect(names((await of({ id: top, size: 2, page: 2 })).items)).toEqual(['甲'])
    expect(await of({ id: top, size: 2, page: 3 })).toMatchObject({ items: [], total: 3 })
    expect(await of({ id: top, size: 100, page: 1_000_000 })).toMatchObject({ items: [], total: 3 })
  })

  test('are the same at both paths', async () => {
    const other = await api('GET /v1/category/{id}/products', { params: { id: top }, query: { sort: '-price' } })
    expect(other.body).toEqual(await of({ id: top, sort: '-price' }))
  })

  test('are 404 where the category is unknown, disabled, or below a disabled one', async () => {
    const belowDisabled = (await newCategory({ parent_id: disabled })).id
    for (const id of [2_000_000_000, disabled, belowDisabled]) {
      expect((await api('GET /v1/product/by_category', { query: { id } })).status).toBe(404)
      expect((await api('GET /v1/category/{id}/products', { params: { id } })).status).toBe(404)
    }
  })

  test('are counted up to the cap, and all are on some page', async () => {
    const { id } = await newCategory()
    await (await database()).execute(sql`
      insert into product (category_id, name, status) select ${id}, '多 ' || n, 'on_sale' from generate_series(1, 1200) n`)
    expect(await of({ id })).toMatchObject({ total: 1000, total_capped: true })
    const pages = await Promise.all(Array.from({ length: 12 }, (_, at) => of({ id, size: 100, page: at + 1 })))
    const ids = pages.flatMap(({ items }) => items.map((one) => one.id))
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    expect(ids).toHaveLength(1_200)
  })
})

describe('the search', () => {
  beforeAll(async () => {
    await newProduct({ name: '七窨茉莉花茶', summary: '夏天的味道', sold_count: 5 })
    await newProduct({
      name: '桂花 Oolong',
      summary: '冷泡也好',
      properties: [{ name: '采摘', detail: '谷雨前' }],
      sold_count: 9,
    })
    await newProduct({ name: '100% 棉布', summary: '一块_布', sold_count: 1 })
  })
  const find = async (q: string, more: Record<string, string> = {}) =>
    names((await api('GET /v1/product/search', { query: { q, ...more } })).body.items)

  test.each([
    ['茉莉', ['七窨茉莉花茶']],
    ['花', ['桂花 Oolong', '七窨茉莉花茶']],
    ['茉莉花茶', ['七窨茉莉花茶']],
    ['花茶莉', []],
    ['oolong', ['桂花 Oolong']],
    ['OOL', ['桂花 Oolong']],
    ['谷雨前', ['桂花 Oolong']],
    ['采摘 谷雨', ['桂花 Oolong']],
    ['夏天', ['七窨茉莉花茶']],
    ['%', ['100% 棉布']],
    ['_', ['100% 棉布']],
    ["'; drop table product; --", []],
    ['\\', []],
  ])('finds %j', async (q, expected) => {
    expect(await find(q)).toEqual(expected)
  })

  test('sorts by the sort parameter', async () => {
    expect(await find('花', { sort: 'sold_count' })).toEqual(['七窨茉莉花茶', '桂花 Oolong'])
  })

  test('finds a renamed product by its new name only', async () => {
    const { id } = await newProduct({ name: '旧名字' })
    await (await database()).update(tables.product).set({ name: '新招牌' }).where(eq(tables.product.id, id))
    expect(await find('旧名')).toEqual([])
    expect(await find('招牌')).toEqual(['新招牌'])
  })
})
