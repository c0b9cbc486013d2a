import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import { crudContract } from '@/lib/server/testing/crud-contract'
import { database, newCategory, newProduct, newStaff, unique } from '@/lib/server/testing/factories'
import { migrateDatabase } from '@/lib/server/update-database'

const codes = ['list', 'create', 'update', 'delete'].map((verb) => `cms.banner.${verb}`)
let token: string

beforeAll(async () => {
  await migrateDatabase()
})
beforeEach(async () => {
  token = (await newStaff(codes)).token
})

crudContract('/cms/banner', {
  body: () => ({ name: unique('b-'), title: '首页', status: 'enabled' }),
  change: { title: '新的', description: '说明', status: 'disabled' },
  unique: 'name',
})

const image_url = '/demo/b-home-1.webp'
const create = async (items: object[] = [], body: object = {}) =>
  (await api('POST /cms/banner', { token, body: { name: unique('b-'), ...body, items } })).body
const put = (id: number, body: object) => api('PUT /cms/banner/{id}', { token, params: { id }, body })
const get = async (id: number) => (await api('GET /cms/banner/{id}', { token, params: { id } })).body
const refused = (name: string, code: string) => ({
  status: 400,
  problem: { code: 'invalid_request', invalid_params: [{ in: 'body', name, code }] },
})
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

async function newTheme(status: 'enabled' | 'disabled' = 'enabled') {
  const db = await database()
  const [row] = await db
    .insert(tables.theme)
    .values({ name: unique('t-'), status })
    .returning()
  return row?.id ?? 0
}

async function newArticle(status: 'published' | 'draft') {
  const db = await database()
  const published_at = status === 'published' ? new Date(Date.now() - 1_000) : null
  const [row] = await db
    .insert(tables.article)
    .values({ title: unique('a-'), status, published_at })
    .returning()
  return row?.id ?? 0
}

describe('the items of a banner', () => {
  test('keep their order and their ids', async () => {
    const banner = await create([
      { image_url, title: '一' },
      { image_url, title: '二' },
      { image_url, title: '三' },
    ])
    expect(banner).toMatchObject({ item_count: 3, shown_count: 3, broken_count: 0 })
    const [first, second, third] = banner.items
    const { body } = await put(banner.id, {
      items: [
        { id: third?.id, image_url, title: '三' },
        { image_url, title: '新' },
        { id: first?.id, image_url, title: '改' },
      ],
    })
    expect(body.items.map(({ title }) => title)).toEqual(['三', '新', '改'])
    expect([body.items[0]?.id, body.items[2]?.id]).toEqual([third?.id, first?.id])
    expect(body.items.map(({ id }) => id)).not.toContain(second?.id)
    expect((await put(banner.id, { title: '改名' })).body.items).toEqual(body.items)
    expect((await put(banner.id, { items: [] })).body).toMatchObject({ items: [], image_url: null, item_count: 0 })
  })

  test('can only have ids of this banner, each once', async () => {
    const [banner, other] = [await create([{ image_url }]), await create([{ image_url }])]
    const [foreign, own] = [other.items[0]?.id, banner.items[0]?.id]
    expect(await put(banner.id, { items: [{ id: foreign, image_url }] })).toMatchObject(
      refused('items.0.id', 'not_found'),
    )
    const twice = [own, own].map((id) => ({ id, image_url }))
    expect(await put(banner.id, { items: twice })).toMatchObject(refused('items.1.id', 'not_found'))
    expect(await get(banner.id)).toEqual(banner)
  })

  test('have a picture that exists', async () => {
    const banner = await create()
    const items = [{ image_url }, { image_url: '/files/2026/11/0000000000000000.webp' }]
    expect(await put(banner.id, { items })).toMatchObject(refused('items.1.image_url', 'not_found'))
    expect(await get(banner.id)).toEqual(banner)
  })

  test('are shown within their window', async () => {
    const banner = await create([
      { image_url, ends_at: inHours(-1) },
      { image_url, starts_at: inHours(1) },
      { image_url, starts_at: inHours(-1), ends_at: inHours(1) },
      { image_url, enabled: false },
    ])
    expect(banner).toMatchObject({ item_count: 4, shown_count: 1 })
    const reply = await put(banner.id, {
      items: [{ image_url }, { image_url, starts_at: inHours(2), ends_at: inHours(1) }],
    })
    expect(reply).toMatchObject(refused('items.1.ends_at', 'before_start'))
  })
})

describe('a target', () => {
  test('is a product, theme, category, article, https address or nothing, with its name', async () => {
    const [product, category] = [await newProduct({ name: '茶' }), await newCategory({ name: '类' })]
    const banner = await create([
      { image_url, target_type: 'product', target: String(product.id) },
      { image_url, target_type: 'category', target: String(category.id) },
      { image_url, target_type: 'theme', target: String(await newTheme()) },
      { image_url, target_type: 'article', target: String(await newArticle('published')) },
      { image_url, target_type: 'url', target: 'https://example.com/a?b=c' },
      { image_url },
    ])
    expect(banner.items).toMatchObject([
      { target_name: '茶', target_state: 'ok' },
      { target_name: '类', target_state: 'ok' },
      { target_state: 'ok' },
      { target_state: 'ok' },
      { target_name: null, target_state: 'ok' },
      { target_type: 'none', target: null, target_state: 'ok' },
    ])
  })

  test.each([
    ['url', 'javascript:alert(1)', 'invalid_address'],
    ['url', 'JavaScript:alert(1)//https://x', 'invalid_address'],
    ['url', 'data:text/html,x', 'invalid_address'],
    ['url', 'http://example.com/', 'invalid_address'],
    ['url', 'https:/example.com', 'invalid_address'],
    ['url', 'https://', 'invalid_address'],
    ['url', '//example.com', 'invalid_address'],
    ['url', null, 'required'],
    ['product', null, 'required'],
    ['product', 'javascript:alert(1)', 'invalid_format'],
    ['product', '0', 'invalid_format'],
    ['none', '4', 'not_allowed'],
    ['product', '999999999', 'not_found'],
    ['theme', '999999999', 'not_found'],
    ['category', '999999999', 'not_found'],
    ['article', '999999999', 'not_found'],
  ])('%s %s is refused: %s', async (target_type, target, code) => {
    const items = [{ image_url }, { image_url, target_type, target }]
    const body = { name: unique('b-'), items }
    expect(await api('POST /cms/banner', { token, body })).toMatchObject(refused('items.1.target', code))
  })

  test('that customers cannot see is listed as broken until the item or the banner is off', async () => {
    const db = await database()
    const parent = await newCategory()
    const [product, hidden, category] = [
      await newProduct(),
      await newProduct({ status: 'off_sale' }),
      await newCategory({ parent_id: parent.id }),
    ]
    const banner = await create([
      { image_url, title: '删', target_type: 'product', target: String(product.id) },
      { image_url, title: '下', target_type: 'product', target: String(hidden.id) },
      { image_url, title: '停', target_type: 'category', target: String(category.id) },
      { image_url, title: '题', target_type: 'theme', target: String(await newTheme('disabled')) },
      { image_url, title: '稿', target_type: 'article', target: String(await newArticle('draft')) },
      { image_url, title: '关', target_type: 'product', target: String(hidden.id), enabled: false },
      { image_url, title: '过', target_type: 'product', target: String(hidden.id), ends_at: inHours(-1) },
      { image_url, title: '好' },
    ])
    await db.update(tables.product).set({ deleted_at: new Date() }).where(eq(tables.product.id, product.id))
    await db.update(tables.category).set({ status: 'disabled' }).where(eq(tables.category.id, parent.id))
    const broken = async () =>
      (await api('GET /cms/banner/broken', { token })).body
        .filter((one) => one.banner.id === banner.id)
        .map(({ item, target_state }) => [item.title, target_state])
    expect(await broken()).toEqual([
      ['删', 'deleted'],
      ['下', 'off_sale'],
      ['停', 'disabled'],
      ['题', 'disabled'],
      ['稿', 'unpublished'],
    ])
    expect((await get(banner.id)).broken_count).toBe(5)
    await put(banner.id, { status: 'disabled' })
    expect(await broken()).toEqual([])
  })
})

test('customers see edits at once', async () => {
  const banner = await create([{ image_url, title: '一' }])
  const { id } = banner
  let etag = (await api('GET /v1/banner/{id}', { params: { id } })).headers.get('etag') ?? ''
  const changed = async () => {
    const reply = await api('GET /v1/banner/{id}', { params: { id }, headers: { 'if-none-match': etag } })
    expect(reply.status).toBe(200)
    etag = reply.headers.get('etag') ?? ''
    return reply.body
  }
  await put(id, { title: '新名' })
  expect((await changed()).title).toBe('新名')
  await put(id, {
    items: [
      { image_url, title: '二' },
      { id: banner.items[0]?.id, image_url, title: '一' },
    ],
  })
  expect((await changed()).items.map(({ title }) => title)).toEqual(['二', '一'])
  await put(id, { items: [{ image_url, title: '二', ends_at: inHours(-1) }] })
  expect((await changed()).items).toEqual([])
  await put(id, { status: 'disabled' })
  const gone = await api('GET /v1/banner/{id}', { params: { id }, headers: { 'if-none-match': etag } })
  expect(gone.status).toBe(404)
})
