import { expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import {
  database,
  newCategory,
  newProduct,
  newStaff,
  resetParameter,
  setParameters,
  unique,
} from '@/lib/server/testing/factories'

const hour = 3_600_000
const [past, future] = [new Date(Date.now() - hour), new Date(Date.now() + hour)]
const home = () => api('GET /v1/home')

test('an empty shop has an empty home screen', async () => {
  expect((await home()).body).toEqual({
    shop: { name: null, logo_url: null, phone: null, closed: null },
    banners: {},
    themes: [],
    categories: [],
    deals: [],
    newest: [],
    search_words: [],
    notices: [],
  })
})

test('has the answers of the separate endpoints', async () => {
  const db = await database()
  const { banner, banner_item, theme, notice } = tables
  const banners = await db
    .insert(banner)
    .values([
      { name: 'side', title: '侧' },
      { name: 'home', title: '首页' },
      { name: 'off', status: 'disabled' },
    ])
    .returning()
  const item = { banner_id: banners[1]?.id ?? 0, image_url: '/demo/b-home-1.webp' }
  await db.insert(banner_item).values([
    { ...item, title: '二', sort_order: 2 },
    { ...item, title: '一', sort_order: 1, target_type: 'product', target: '1' },
    { ...item, title: '未到', starts_at: future },
  ])
  await db.insert(theme).values([
    { name: '后', sort_order: 2, topic_image_url: '/demo/t-rainy-afternoon.webp' },
    { name: '先', sort_order: 1 },
    { name: '关', status: 'disabled' },
  ])
  const top = await newCategory({ name: '甲', sort_order: 2, image_url: '/demo/c-tea.webp' })
  await newCategory({ name: '甲一', parent_id: top.id })
  await newCategory({ name: '乙', sort_order: 1 })
  await newCategory({ name: '关', status: 'disabled' })
  for (let at = 0; at < 12; at++) await newProduct({ category_id: top.id, images: ['/demo/cup.svg'] })
  await newProduct({ category_id: top.id, status: 'draft' })
  const shown = { status: 'published', published_at: past } as const
  await db
    .insert(notice)
    .values([
      ...Array.from({ length: 6 }, (_, at) => ({ ...shown, title: `第 ${at}`, pinned: at === 2 })),
      { ...shown, title: '员工', audience: 'staff' as const },
      { ...shown, title: '已过', ends_at: past },
      { title: '草稿' },
    ])
  await setParameters({ 'shop.name': '檐下', 'shop.logo_url': '/demo/c-tea.webp', 'shop.phone': '0571-88001234' })
  await setParameters({ 'shop.search_words': '龙井，茶杯, ,雨伞、龙井' })

  const { status, headers, body } = await home()
  expect(status).toBe(200)
  expect(body.shop).toEqual({
    name: '檐下',
    logo_url: 'http://localhost:3000/demo/c-tea.webp',
    phone: '0571-88001234',
    closed: null,
  })
  expect(body.search_words).toEqual(['龙井', '茶杯', '雨伞'])
  const listed = (await api('GET /v1/banner')).body
  expect(listed.map(({ name }) => name)).toEqual(['home', 'side'])
  expect(body.banners).toEqual(Object.fromEntries(listed.map((one) => [one.name, one])))
  for (const one of listed) expect(one).toEqual((await api('GET /v1/banner/{id}', { params: { id: one.id } })).body)
  expect(body.banners.home?.items.map(({ title }) => title)).toEqual(['一', '二'])
  expect(body.themes).toEqual((await api('GET /v1/theme')).body)
  expect(body.themes.map(({ name }) => name)).toEqual(['先', '后'])
  const tree = (await api('GET /v1/category')).body
  expect(body.categories).toEqual(tree.map(({ id, name, image_url }) => ({ id, name, image_url })))
  expect(body.newest).toEqual((await api('GET /v1/product/recent', { query: { size: 10 } })).body)
  expect(body.newest).toHaveLength(10)
  expect(body.notices).toEqual((await api('GET /v1/notice', { query: { size: 5 } })).body.items)
  expect(body.notices[0]?.title).toBe('第 2')

  // Cached as a whole, and the same for all users.
  expect(headers.get('cache-control')).toContain('public')
  const etag = headers.get('etag') ?? ''
  expect((await api('GET /v1/home', { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await api('GET /v1/home', { token: 'nonsense', query: { any: 'thing' } })).headers.get('etag')).toBe(etag)
  for (const key of ['shop.name', 'shop.logo_url', 'shop.phone'] as const) await resetParameter(key)
  expect((await api('GET /v1/home', { headers: { 'if-none-match': etag } })).status).toBe(200)
})

test('banners are listed by the names of their slots', async () => {
  const names = async (list: string) => {
    const { body } = await api('GET /v1/banner', { query: { names: list } })
    return body.map(({ name }) => name)
  }
  expect(await names('side,home,side')).toEqual(['home', 'side'])
  expect(await names('off,nothing')).toEqual([])
  for (const list of ['', ',', 'home,', 'Home', '轮播', 'a'.repeat(65), Array(51).fill('a').join()]) {
    expect(await api('GET /v1/banner', { query: { names: list } }), list).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ in: 'query', name: 'names' }] },
    })
  }
})

test('a deal on the home screen has its end and its last pieces', async () => {
  const { sku } = await newProduct({ skus: [{ price: 9_900 }] })
  const { token } = await newStaff(['cms.promotion.create'])
  const [starts_at, ends_at] = [-1, 1].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
  const skus = [{ sku_id: sku.id, price: 4_900, quota: 3 }]
  const body = { name: unique('特价 '), label: '限时特价', gives: 'deal', starts_at, ends_at, skus }
  expect((await api('POST /cms/promotion', { token, body })).status).toBe(201)
  const { deals } = (await api('GET /v1/home')).body
  expect(deals.find(({ id }) => id === sku.product_id)?.deal).toEqual({ price: 4_900, ends_at, left: 3 })
})
