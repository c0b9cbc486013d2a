import { beforeAll, expect, test } from 'vitest'
import { env } from '@/lib/kit/env'
import { send } from '@/lib/server/testing/api'
import { newStaff, unique } from '@/lib/server/testing/factories'

/* Customers see changes of the catalogue at once: a request with the ETag of the previous response gets the new one. */

const image_url = '/demo/a.svg'

let token: string
beforeAll(async () => {
  token = (await newStaff([], { is_root: true })).token
})

/** Sends a request of staff, expects success, and returns the record. */
async function staff(method: string, path: string, body?: object): Promise<{ id: number; version: number }> {
  const { status, text, body: record } = await send<{ id: number; version: number }>(method, path, { token, body })
  expect(status, `${method} ${path} ${text}`).toBeLessThan(300)
  expect(text).not.toContain('"ok":false')
  return record
}

const read = async (path: string, etag?: string) => {
  const { status, headers, text } = await send('GET', path, {
    headers: etag === undefined ? {} : { 'if-none-match': etag },
  })
  return { status, etag: headers.get('etag') ?? '', text }
}

/**
 * Expects that after `edit`, a customer who sends the previous ETag receives a changed response that matches
 * `expected`.
 */
async function expectSeen(path: string, edit: () => Promise<unknown>, expected: RegExp): Promise<void> {
  const before = await read(path)
  expect(before.status, path).toBe(200)
  expect((await read(path, before.etag)).status, path).toBe(304)
  await edit()
  const after = await read(path, before.etag)
  expect([after.status, after.text], path).toEqual([200, expect.stringMatching(expected)])
  expect(after.etag).not.toBe(before.etag)
  expect((await read(path, after.etag)).status, path).toBe(304)
}

const newCategory = (more: object = {}) => staff('POST', '/cms/category', { name: unique('类'), ...more })
const newProduct = (category_id: number, more: object = {}) =>
  staff('POST', '/cms/product', {
    category_id,
    name: unique('杯'),
    content: '',
    images: [image_url],
    status: 'on_sale',
    skus: [{ price: 1000, stock: 5 }],
    ...more,
  })
const nothing = /"items":\[\]/

test('edits, moves and deletions of categories', async () => {
  const list = '/v1/category'
  const [{ id }, other] = [await newCategory({ name: '甲' }), await newCategory({ name: '乙' })]
  await expectSeen(list, () => newCategory({ name: '丙' }), /丙/)
  await expectSeen(list, () => staff('PUT', `/cms/category/${id}`, { name: '丁' }), /丁/)
  const moved = { items: [{ id, parent_id: other.id, sort_order: 1 }] }
  await expectSeen(list, () => staff('PUT', '/cms/category/order', moved), new RegExp(`"parent_id":${other.id}`))
  await expectSeen(list, () => staff('PUT', `/cms/category/${id}`, { status: 'disabled' }), /^(?!.*丁)/)
  await expectSeen(list, () => staff('PUT', `/cms/category/${id}`, { status: 'enabled' }), /丁/)
  await newProduct(id, { name: '随类' })
  const products = `/v1/product/by_category?id=${other.id}`
  const deletion = () => staff('DELETE', `/cms/category/${id}?move_to=${other.id}`)
  await expectSeen(products, deletion, new RegExp(`随类.*"category_id":${other.id}\\b`))
  expect((await read(list)).text).not.toContain('丁')
})

test('edits, bulk actions and schedules of products', async () => {
  const [{ id: category_id }, other] = [await newCategory(), await newCategory()]
  const list = `/v1/product/by_category?id=${category_id}`
  const specs = [{ name: '颜色', values: [{ name: '青' }, { name: '白' }] }]
  const skus = ['青', '白'].map((value) => ({ values: [value], price: 1000, stock: 5 }))
  let id = 0
  const create = async () => {
    id = (await newProduct(category_id, { name: '盏', specs, skus })).id
  }
  const put = (body: object) => () => staff('PUT', `/cms/product/${id}`, body)
  const bulk = (body: object) => () => staff('POST', '/cms/product/bulk', { ids: [id], ...body })
  const detail = () => `/v1/product/${id}`
  await expectSeen(list, create, /盏/)
  await expectSeen(list, put({ name: '碗' }), /碗/)
  await expectSeen(detail(), put({ content: '<p>新文</p>' }), /新文/)
  await expectSeen(detail(), put({ specs: [{ id: 1, values: [{ id: 1, name: '天青' }, { id: 2 }] }] }), /天青/)
  const { skus: stored }: { skus: { id: number }[] } = JSON.parse((await read(detail())).text)
  const [first, second] = stored
  await expectSeen(detail(), put({ skus: [{ id: first?.id, price: 900 }, { id: second?.id }] }), /"price":900/)
  await expectSeen(detail(), put({ skus: [{ id: first?.id }] }), /^(?!.*"spec_values":\["白"\])/)
  const items = [{ sku_id: first?.id, delta: 7 }]
  await expectSeen(
    list,
    () => staff('POST', '/cms/stock/adjust', { reason: 'received', note: '', items }),
    /"stock":12/,
  )
  await expectSeen(list, bulk({ action: 'price', percent: 10 }), /"price":990/)
  await expectSeen(list, bulk({ action: 'category', category_id: other.id }), nothing)
  await expectSeen(list, bulk({ action: 'category', category_id }), /碗/)
  await expectSeen(list, bulk({ action: 'off_sale' }), nothing)
  await expectSeen(list, bulk({ action: 'on_sale' }), /碗/)
  await expectSeen(list, put({ status: 'off_sale' }), nothing)
  await expectSeen(list, put({ status: 'on_sale' }), /碗/)
  const back = async () => {
    await staff('POST', `/cms/product/${id}/restore`)
    await put({ status: 'on_sale' })()
  }
  await expectSeen(list, () => staff('DELETE', `/cms/product/${id}`), nothing)
  await expectSeen(list, back, /碗/)
  await expectSeen(list, () => staff('POST', '/cms/product/bulk_delete', { ids: [id] }), nothing)
  await expectSeen(list, back, /碗/)
  const scheduled = (body: object) => async () => {
    await put(body)()
    expect((await send('GET', '/api/cron?job=publish', { token: env().CRON_SECRET })).status).toBe(200)
  }
  const past = new Date(Date.now() - 60_000).toISOString()
  await expectSeen(list, scheduled({ unpublish_at: past }), nothing)
  await expectSeen(list, scheduled({ publish_at: past }), /碗/)
  await expectSeen(detail(), () => staff('PUT', `/cms/category/${category_id}`, { name: '新类' }), /新类/)
})

test('edits of themes', async () => {
  const { id: category_id } = await newCategory()
  const [a, b] = [await newProduct(category_id), await newProduct(category_id)]
  const [list, theme] = ['/v1/theme', await staff('POST', '/cms/theme', { name: '春', product_ids: [a.id, b.id] })]
  const detail = `/v1/theme/${theme.id}`
  const put = (body: object) => () => staff('PUT', `/cms/theme/${theme.id}`, body)
  await expectSeen(detail, put({ product_ids: [b.id, a.id] }), new RegExp(`"id":${b.id}\\b.*"id":${a.id}\\b`))
  await expectSeen(detail, put({ name: '夏' }), /夏/)
  await expectSeen(list, put({ status: 'disabled' }), /^\[\]$/)
  await expectSeen(list, put({ status: 'enabled' }), /夏/)
  await expectSeen(
    detail,
    () => staff('POST', '/cms/product/bulk', { ids: [a.id], action: 'off_sale' }),
    new RegExp(`^(?!.*"id":${a.id}\\b,"name":"杯)`),
  )
  await expectSeen(list, () => staff('DELETE', `/cms/theme/${theme.id}`), /^\[\]$/)
})

test('edits and windows of banners', async () => {
  const items = [
    { image_url, title: '一' },
    { image_url, title: '二' },
  ]
  const { id } = await staff('POST', '/cms/banner', { name: unique('slot_'), items })
  const put = (body: object) => () => staff('PUT', `/cms/banner/${id}`, body)
  const list = `/v1/banner/ids/${id}`
  const past = new Date(Date.now() - 60_000).toISOString()
  await expectSeen(list, put({ title: '新名' }), /新名/)
  await expectSeen(list, put({ items: items.toReversed() }), /二.*一/)
  await expectSeen(list, put({ items: items.map((item) => ({ ...item, ends_at: past })) }), nothing)
  await expectSeen(list, put({ items: items.map((item) => ({ ...item, starts_at: past })) }), /一/)
  await expectSeen(list, put({ status: 'disabled' }), /^\[\]$/)
  await expectSeen(list, put({ status: 'enabled' }), /一/)
  await expectSeen(list, () => staff('DELETE', `/cms/banner/${id}`), /^\[\]$/)
})
