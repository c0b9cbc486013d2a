import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import { database, newCategory, newProduct } from '@/lib/server/testing/factories'
import { cleanOwnHtml } from '@/lib/server/testing/html'

const hour = 3_600_000
const [past, future] = [new Date(Date.now() - hour), new Date(Date.now() + hour)]

async function firstRow<Row>(rows: Promise<Row[]>): Promise<Row> {
  const [row] = await rows
  if (!row) throw new Error('no row')
  return row
}

test('the category tree is sorted, without disabled categories and their descendants', async () => {
  const top = await newCategory({ name: '甲', sort_order: 2, image_url: '/demo/a.svg' })
  await newCategory({ name: '乙', sort_order: 1 })
  await newCategory({ name: '甲二', parent_id: top.id, sort_order: 2 })
  const first = await newCategory({ name: '甲一', parent_id: top.id, sort_order: 1 })
  await newCategory({ name: '甲一一', parent_id: first.id })
  const off = await newCategory({ name: '关', status: 'disabled' })
  await newCategory({ name: '关一', parent_id: off.id })
  const { body } = await api('GET /v1/category')
  expect(body).toMatchObject([
    { name: '乙', parent_id: null, children: [] },
    {
      name: '甲',
      image_url: 'http://localhost:3000/demo/a.svg',
      children: [
        { name: '甲一', parent_id: top.id, children: [{ name: '甲一一', children: [] }] },
        { name: '甲二', children: [] },
      ],
    },
  ])
  expect(body).toHaveLength(2)
})

describe('banners', () => {
  let enabled: number
  let other: number
  let disabled: number

  beforeAll(async () => {
    const db = await database()
    const make = (name: string, status: 'enabled' | 'disabled') =>
      firstRow(db.insert(tables.banner).values({ name, status, title: name }).returning())
    enabled = (await make('shown', 'enabled')).id
    other = (await make('other', 'enabled')).id
    disabled = (await make('disabled', 'disabled')).id
    const item = { banner_id: enabled, image_url: '/demo/b.svg' }
    await db.insert(tables.banner_item).values([
      { ...item, title: '二', sort_order: 2, target_type: 'product', target: '1' },
      { ...item, title: '一', sort_order: 1 },
      { ...item, title: '关', enabled: false },
      { ...item, title: '未到', starts_at: future },
      { ...item, title: '已过', ends_at: past },
      { ...item, title: '正好', sort_order: 3, starts_at: past, ends_at: future },
    ])
  })

  test('show items that are enabled and within their time window', async () => {
    const { body } = await api('GET /v1/banner/{id}', { params: { id: enabled } })
    expect(body.items.map((item) => item.title)).toEqual(['一', '二', '正好'])
    expect(body.items[1]).toMatchObject({
      target_type: 'product',
      target: '1',
      image_url: 'http://localhost:3000/demo/b.svg',
    })
    expect((await api('GET /v1/banner/{id}', { params: { id: disabled } })).status).toBe(404)
  })

  test('are listed in the order of the ids, without duplicate and unknown ids', async () => {
    const { body } = await api('GET /v1/banner/ids/{id_list}', {
      params: { id_list: [other, disabled, enabled, 2_000_000_000, other].join(',') },
    })
    expect(body.map(({ id }) => id)).toEqual([other, enabled])
  })
})

test('enabled themes are listed by sort order, with their visible products by sort order', async () => {
  const db = await database()
  const make = (name: string, sort_order: number, status: 'enabled' | 'disabled' = 'enabled') =>
    firstRow(db.insert(tables.theme).values({ name, sort_order, status }).returning())
  const [second, first, off] = [await make('二', 2), await make('一', 1), await make('关', 0, 'disabled')]
  const [a, b, hidden] = [
    await newProduct({ name: '甲货' }),
    await newProduct({ name: '乙货' }),
    await newProduct({ status: 'draft' }),
  ]
  await db.insert(tables.theme_product).values([
    { theme_id: first.id, product_id: a.id, sort_order: 2 },
    { theme_id: first.id, product_id: b.id, sort_order: 1 },
    { theme_id: first.id, product_id: hidden.id, sort_order: 0 },
  ])
  expect((await api('GET /v1/theme')).body.map(({ name }) => name)).toEqual(['一', '二'])
  expect(
    (await api('GET /v1/theme', { query: { ids: `${second.id},${off.id},999999` } })).body.map(({ name }) => name),
  ).toEqual(['二'])
  const { body } = await api('GET /v1/theme/{id}', { params: { id: first.id } })
  expect(body.products.map(({ name }) => name)).toEqual(['乙货', '甲货'])
  expect((await api('GET /v1/theme/{id}', { params: { id: off.id } })).status).toBe(404)
})

test('published articles are listed newest first, without content', async () => {
  const db = await database()
  await db.insert(tables.article).values([
    {
      title: '旧',
      status: 'published',
      published_at: new Date(Date.now() - 2 * hour),
      content: await cleanOwnHtml('<p>全文</p>'),
    },
    { title: '新', status: 'published', published_at: past, type: 2 },
    { title: '将来', status: 'published', published_at: future },
    { title: '草稿', status: 'draft' },
    { title: '下线', status: 'offline', published_at: past },
  ])
  const { body } = await api('GET /v1/article')
  expect(body).toMatchObject({ total: 2, items: [{ title: '新' }, { title: '旧' }] })
  expect(body.items[0]).not.toHaveProperty('content')
  expect((await api('GET /v1/article', { query: { type: 2 } })).body.items.map(({ title }) => title)).toEqual(['新'])
  const id = body.items[1]?.id ?? 0
  expect((await api('GET /v1/article/{id}', { params: { id } })).body).toMatchObject({
    title: '旧',
    content: '<p>全文</p>',
  })
  const [draft] = await db.select().from(tables.article).where(sql`status = 'draft'`)
  expect((await api('GET /v1/article/{id}', { params: { id: draft?.id ?? 0 } })).status).toBe(404)
})

test('published notices for customers are listed within their time window', async () => {
  const notice = { status: 'published', published_at: past } as const
  await (await database()).insert(tables.notice).values([
    { ...notice, title: '给客人', audience: 'customer' },
    { ...notice, title: '给大家', audience: 'all' },
    { ...notice, title: '给店员', audience: 'staff' },
    { ...notice, title: '已过', audience: 'all', ends_at: past },
    { ...notice, title: '未到', audience: 'all', starts_at: future },
    { ...notice, title: '草稿', audience: 'all', status: 'draft' },
  ])
  const { body } = await api('GET /v1/notice')
  expect(body).toMatchObject({ total: 2, items: [{ title: '给大家' }, { title: '给客人' }] })
})
