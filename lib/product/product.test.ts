import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { connection, type Database } from '@/lib/kit/database'
import { api } from '@/lib/server/testing/api'
import { database, newCategory, newProduct, resetParameter, setParameters } from '@/lib/server/testing/factories'
import { cleanOwnHtml } from '@/lib/server/testing/html'
import { searchProducts, suggestNames } from './search'

const names = (items: { name: string }[]) => items.map((item) => item.name)

describe('a product', () => {
  test('has its SKUs on offer, the sum of their stock, and absolute URLs', async () => {
    const { id, category_id, skus } = await newProduct({
      name: '青釉杯',
      summary: '一只杯子',
      content: await cleanOwnHtml('<p>好</p><img src="/demo/a.svg"><img alt="x" src="/demo/b.svg">'),
      images: ['/demo/a.svg', '/demo/b.svg'],
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
      images: ['http://localhost:3000/demo/a.svg', 'http://localhost:3000/demo/b.svg'],
      content:
        '<p>好</p><img src="http://localhost:3000/demo/a.svg"><img src="http://localhost:3000/demo/b.svg" alt="x">',
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

  test('include the products of all enabled categories below it', async () => {
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

  test('are counted up to the cap, and every product is on a page', async () => {
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

describe('similar products', () => {
  const similarTo = (id: number) => api('GET /v1/product/{id}/similar', { params: { id } })

  test('are the most sold others of the category, also for a product off sale or in the trash', async () => {
    const { id: category_id } = await newCategory()
    const [shown, off] = [await newProduct({ category_id }), await newProduct({ category_id, status: 'off_sale' })]
    const sold = await newProduct({ category_id, sold_count: 7 })
    const deleted = await newProduct({ category_id, deleted_at: new Date() })
    const ids = async (id: number) => (await similarTo(id)).body.map((card) => card.id)
    for (const gone of [off, deleted]) expect(await ids(gone.id)).toEqual([sold.id, shown.id])
    expect(await ids(shown.id)).toEqual([sold.id])
    const alone = await newProduct({ status: 'off_sale' })
    expect(await ids(alone.id)).toEqual([])
  })

  test('are at most ten', async () => {
    const { id: category_id } = await newCategory()
    for (let at = 0; at < 11; at++) await newProduct({ category_id })
    const gone = await newProduct({ category_id, status: 'off_sale' })
    expect((await similarTo(gone.id)).body).toHaveLength(10)
  })

  test('of a draft or an unknown product are not found', async () => {
    const draft = await newProduct({ status: 'draft' })
    for (const id of [draft.id, 2_000_000_000]) expect((await similarTo(id)).status).toBe(404)
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
    await newProduct({ name: 'ＦＵＬＬ１２３', summary: 'cafe\u0301 ①', sold_count: 1 })
    await newProduct({ name: '100% 棉布', summary: '一块_布', sold_count: 1 })
    await newProduct({
      name: '侧把壶',
      specs: [{ name: '釉色', values: ['月白', '天青釉色'] }],
      skus: [{ spec_values: ['月白'] }, { spec_values: ['天青釉色'] }],
    })
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
    ['FULL123', ['ＦＵＬＬ１２３']],
    ['ｆｕｌｌ', ['ＦＵＬＬ１２３']],
    ['CAF\u00c9', ['ＦＵＬＬ１２３']],
    ['ＯＯＬＯＮＧ', ['桂花 Oolong']],
    ['采摘 谷雨', ['桂花 Oolong']],
    ['夏天', ['七窨茉莉花茶']],
    ['月白', ['侧把壶']],
    ['天青釉色', ['侧把壶']],
    ['%', ['100% 棉布']],
    ['_', ['100% 棉布']],
    ["'; drop table product; --", []],
    ['\\', []],
  ])('finds %j', async (q, expected) => {
    expect(await find(q)).toEqual(expected)
  })

  test.each([
    ['窨 茉莉', ['七窨茉莉花茶']],
    ['夏天 茉莉花茶', ['七窨茉莉花茶']],
    ['茉莉花茶　夏天  夏天', ['七窨茉莉花茶']],
    ['OOLONG 谷雨前 冷泡', ['桂花 Oolong']],
    ['_布 %', ['100% 棉布']],
    ['侧把 月白', ['侧把壶']],
    ['夏天 冷泡', []],
    ['茉莉 花茶莉', []],
  ])('finds %j: every word, in any order', async (q, expected) => {
    expect(await find(q)).toEqual(expected)
  })

  test('lists products with all words in the name first, then the others, each part by sold_count', async () => {
    await newProduct({ name: '竹影灯', summary: '一盏纸灯', sold_count: 1 })
    await newProduct({ name: '竹影大灯', summary: '另一盏', sold_count: 2 })
    await newProduct({ name: '台灯', summary: '照着竹影', sold_count: 50 })
    await newProduct({ name: '竹影屏风', properties: [{ name: '配', detail: '灯' }], sold_count: 60 })
    expect(await find('灯 竹影')).toEqual(['竹影大灯', '竹影灯', '竹影屏风', '台灯'])
    expect(await find('灯 竹影', { sort: 'relevance' })).toEqual(['竹影大灯', '竹影灯', '竹影屏风', '台灯'])
    expect(await find('灯 竹影', { sort: '-sold_count' })).toEqual(['竹影屏风', '台灯', '竹影大灯', '竹影灯'])
  })

  test('lists first the products whose name covers more of the search', async () => {
    await newProduct({ name: '陶笛', summary: '附琴谱架，另有弦', sold_count: 9 })
    await newProduct({ name: '琴谱架', summary: '配陶笛与弦', sold_count: 2 })
    await newProduct({ name: '琴谱架与陶笛', summary: '不含弦', sold_count: 1 })
    await newProduct({ name: '乐器套装', summary: '琴谱架，陶笛，弦', sold_count: 99 })
    expect(await find('陶笛 琴谱架 弦')).toEqual(['琴谱架与陶笛', '琴谱架', '陶笛', '乐器套装'])
    const bySales = await find('陶笛 琴谱架 弦', { sort: '-sold_count' })
    expect(bySales).toEqual(['乐器套装', '陶笛', '琴谱架', '琴谱架与陶笛'])
  })

  test('sorts by the sort parameter', async () => {
    expect(await find('花', { sort: 'sold_count' })).toEqual(['七窨茉莉花茶', '桂花 Oolong'])
  })

  test('finds products by the names of their enabled categories', async () => {
    const drinks = await newCategory({ name: '饮与食' })
    const tea = await newCategory({ name: 'Fine 凉饮茶', parent_id: drinks.id })
    const hidden = await newCategory({ name: '凉饮秘藏', parent_id: drinks.id, status: 'disabled' })
    const belowHidden = await newCategory({ name: '凉饮旧物', parent_id: hidden.id })
    const inTea = { category_id: tea.id }
    await newProduct({ ...inTea, name: '白露', summary: '一两', sold_count: 3 })
    await newProduct({ ...inTea, name: '霜降', summary: '二两', sold_count: 4 })
    await newProduct({ ...inTea, name: '大寒', status: 'draft' })
    await newProduct({ category_id: drinks.id, name: '凉饮壶', sold_count: 1 })
    await newProduct({ category_id: belowHidden.id, name: '谷雨' })
    // Products with the word in their own name come first.
    expect(await find('凉饮')).toEqual(['凉饮壶', '霜降', '白露'])
    expect(await find('凉饮', { sort: 'sold_count' })).toEqual(['凉饮壶', '白露', '霜降'])
    expect(await find('fine')).toEqual(['霜降', '白露'])
    expect(await find('凉饮茶 一两')).toEqual(['白露'])
    expect(await find('饮与食')).toEqual(['霜降', '白露', '凉饮壶'])
    expect(await find('饮与食 白露')).toEqual(['白露'])
    // A category above is found only by its whole name, and a single character does not find a longer name.
    expect(await find('与食')).toEqual(['凉饮壶'])
    expect(await find('食')).toEqual([])
    expect(await find('秘藏')).toEqual([])
    expect(await find('旧物')).toEqual([])
  })

  test('finds products by synonyms, each once, also in categories, with those in the name first', async () => {
    const pads = await newCategory({ name: '手账本子' })
    await newProduct({ name: '牛皮笔记本', summary: '又名本子', sold_count: 3 })
    await newProduct({ name: '横线本子', sold_count: 2 })
    await newProduct({ name: '文具盒', summary: '放得下一本笔记本', sold_count: 9 })
    await newProduct({ name: '月历', category_id: pads.id, sold_count: 1 })
    expect(await find('笔记本')).toEqual(['牛皮笔记本', '文具盒'])
    await setParameters({ 'shop.search_synonyms': '杯子=水杯; 本子=笔记本' })
    try {
      const others = ['文具盒', '月历']
      expect(await find('笔记本')).toEqual(['牛皮笔记本', '横线本子', ...others])
      // What was typed comes first, although less was sold of it.
      expect(await find('本子')).toEqual(['横线本子', '牛皮笔记本', ...others])
      expect(await find('牛皮本子')).toEqual(['牛皮笔记本'])
      expect(await find('本子 牛皮', { sort: 'sold_count' })).toEqual(['牛皮笔记本'])
      expect((await api('GET /v1/product/search', { query: { q: '本子' } })).body.total).toBe(4)
    } finally {
      await resetParameter('shop.search_synonyms')
    }
  })

  test('finds a renamed product by its new name only', async () => {
    const { id } = await newProduct({ name: '旧名字' })
    await (await database()).update(tables.product).set({ name: '新招牌' }).where(eq(tables.product.id, id))
    expect(await find('旧名')).toEqual([])
    expect(await find('招牌')).toEqual(['新招牌'])
  })
})

// The timeout is for the database in WebAssembly, which needs seconds for a test.
describe('frequent words', { timeout: 60_000 }, () => {
  const count = 1_010
  const ids = Array.from({ length: count }, (_, at) => 8_000_000 + 8 * (at + 1))
  const isNamed = (n: number) => n % 50 === 0

  beforeAll(async () => {
    const { id } = await newCategory()
    // With these ids, all products are in the sample of the search functions, so that fewer products suffice.
    await (await database()).execute(sql`
      insert into product (id, category_id, name, summary, status, sold_count, price) overriding system value
      select 8000000 + 8 * n, ${id}, case when n % 50 = 0 then '遍地青瓦 ' else '遍地 ' end || n, '青瓦与长窗', 'on_sale', n % 3, n % 7
      from generate_series(1, ${count}::int) n`)
  })

  /** Returns the ids of the products on all pages of a search. */
  const findAll = async (q: string, sort: 'relevance' | '-price' = 'relevance') => {
    const found: number[] = []
    for (let page = 1; page <= Math.ceil(count / 100); page++) {
      const { body } = await api('GET /v1/product/search', { query: { q, page, size: 100, sort } })
      expect(body).toMatchObject({ total: 1_000, total_capped: true })
      found.push(...body.items.map((one) => one.id))
    }
    return found
  }
  const sorted = (key: (n: number) => number[]) => {
    const keys = new Map(ids.map((id) => [id, [...key((id - 8_000_000) / 8), id]]))
    return [...ids].sort((a, b) => {
      const [one = [], other = []] = [keys.get(a), keys.get(b)]
      const at = one.findIndex((value, index) => value !== other[index])
      return (other[at] ?? 0) - (one[at] ?? 0)
    })
  }

  test('are on consecutive pages without gaps: a few with the words in the name, then the others', async () => {
    expect(await findAll('青瓦')).toEqual(sorted((n) => [Number(isNamed(n)), n % 3]))
  })

  test('are found by their synonyms, too', async () => {
    await setParameters({ 'shop.search_synonyms': '瓦当=青瓦' })
    try {
      expect(await findAll('瓦当')).toEqual(sorted((n) => [Number(isNamed(n)), n % 3]))
    } finally {
      await resetParameter('shop.search_synonyms')
    }
  })

  test('are on consecutive pages if all products have them in the name', async () => {
    expect(await findAll('遍地')).toEqual(sorted((n) => [n % 3]))
  })

  test('together with longer words are sorted by the sort parameter', async () => {
    expect(await findAll('长窗 青瓦与', '-price')).toEqual(sorted((n) => [n % 7]))
  })

  test('of a category are on consecutive pages, products with the word in the name first', async () => {
    const { id } = await newCategory({ name: '檐下万物' })
    await (await database()).execute(sql`
      insert into product (id, category_id, name, status, sold_count, price) overriding system value
      select 8000000 + 8 * n + 1, ${id}, case when n % 50 = 0 then '檐下 ' else '屋后 ' end || n, 'on_sale', n % 3, n % 7
      from generate_series(1, ${count}::int) n`)
    const ofOthers = (found: number[]) => found.map((id) => id - 1)
    expect(ofOthers(await findAll('檐下'))).toEqual(sorted((n) => [Number(isNamed(n)), n % 3]))
    expect(ofOthers(await findAll('檐下', '-price'))).toEqual(sorted((n) => [n % 7]))
  })

  test('that never occur together find nothing', async () => {
    const { id } = await newCategory()
    await (await database()).execute(sql`
      insert into product (id, category_id, name, status) overriding system value
      select 9000000 + 8 * n, ${id}, '石阶 ' || n, 'on_sale' from generate_series(1, 1010) n`)
    const { body } = await api('GET /v1/product/search', { query: { q: '石阶 青瓦' } })
    expect(body).toMatchObject({ items: [], total: 0 })
  })

  test('and rare words are found by indexes, without sequential scans', async () => {
    const { db, transaction } = await connection()
    // Makes the plans depend on these rows, and not on the time of the last automatic analysis.
    await db.execute(sql`analyze product`)
    // Includes scans of earlier transactions of the connection that are not reported yet; it reports once a second.
    const scans = sql<number>`coalesce((select seq_scan::int from pg_stat_xact_user_tables where relname = 'product'), 0)`
    const seqScansOf = async (tx: Database) => {
      const [row] = await tx.select({ scans }).from(sql`(values (1)) one`)
      return row?.scans ?? Number.NaN
    }
    const seqScans = () =>
      transaction(async (tx) => {
        // Otherwise the planner prefers a sequential scan, because this table is small.
        await tx.execute(sql`set local enable_seqscan = off`)
        // This connection may have planned these queries before, when the table was smaller.
        await tx.execute(sql`discard plans`)
        const before = await seqScansOf(tx)
        const searches = ['青瓦', '遍地', '石阶 青瓦', '遍地青瓦 50', '檐下', '万物 屋后'].map((q) => [q])
        for (const texts of [...searches, ['瓦当', '青瓦'], ['石阶', '台阶']]) {
          await searchProducts(tx, texts, { page: 1, size: 10, sort: 'relevance' })
        }
        await searchProducts(tx, ['青瓦'], { page: 1, size: 10, sort: 'price' })
        for (const q of ['青瓦', '遍地']) await suggestNames(tx, q)
        return (await seqScansOf(tx)) - before
      })
    // Makes scans in earlier transactions, which must not be counted.
    await Promise.all(
      Array.from({ length: 20 }, () => db.execute(sql`select count(*) from product where name || '' = 'x'`)),
    )
    expect(await seqScans()).toBe(0)
  })
})

describe('suggestions', () => {
  const suggest = async (q: string) => {
    const { body, headers } = await api('GET /v1/product/suggest', { query: { q } })
    expect(headers.get('cache-control')).toBe('public, max-age=60, s-maxage=60, stale-while-revalidate=60')
    return body
  }

  test('are names that contain every word, each name once, the most sold first', async () => {
    await newProduct({ name: '苔纹信笺', sold_count: 3 })
    await newProduct({ name: '信笺 苔纹 大', sold_count: 8 })
    await newProduct({ name: '苔纹信笺', sold_count: 9 })
    await newProduct({ name: '砚', summary: '苔纹信笺', sold_count: 99 })
    await newProduct({ name: '苔纹信笺 旧', sold_count: 99, status: 'off_sale' })
    expect(await suggest('苔纹')).toEqual(['苔纹信笺', '信笺 苔纹 大'])
    expect(await suggest('笺 苔纹')).toEqual(['苔纹信笺', '信笺 苔纹 大'])
    expect(await suggest('苔纹信')).toEqual(['苔纹信笺'])
    expect(await suggest('苔信')).toEqual([])
  })

  test('are at most eight', async () => {
    for (let at = 0; at < 10; at++) await newProduct({ name: `檐铃 ${at}`, sold_count: at })
    expect(await suggest('檐铃')).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((at) => `檐铃 ${at}`))
    expect(await suggest('遍地')).toHaveLength(8)
  })
})
