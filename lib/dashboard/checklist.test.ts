import { eq, ne } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { env } from '@/lib/kit/env'
import { api } from '@/lib/server/testing/api'
import {
  database,
  newCategory,
  newCustomer,
  newProduct,
  newStaff,
  resetParameter,
  setParameters,
  unique,
} from '@/lib/server/testing/factories'
import type { ChecklistKey } from './schema'

const hrefs: Record<ChecklistKey, string> = {
  category: '/admin/category',
  product: '/admin/product/new',
  banner: '/admin/banner',
  return_address: '/admin/config#after_sale.return_address',
  colleague: '/admin/user',
  wechat: '/docs/guide#wechat',
}

let root: { id: number; token: string }
beforeAll(async () => {
  root = await newStaff([], { is_root: true })
})

/** Resets the shop after each test, so that only its administrator is left. */
afterEach(async () => {
  const db = await database()
  for (const table of [tables.stock_log, tables.sku, tables.product, tables.category, tables.banner]) {
    await db.delete(table)
  }
  await db.update(tables.user).set({ status: 'disabled' }).where(ne(tables.user.id, root.id))
  await resetParameter('after_sale.return_address')
})

const checklistOf = async (staff: { token: string }) => {
  const reply = await api('GET /cms/dashboard/checklist', { token: staff.token })
  if (reply.status !== 200) throw new Error(reply.text)
  return reply.body
}
/** The keys of completed items, as root sees them. */
const done = async () => (await checklistOf(root)).flatMap((item) => (item.done ? [item.key] : []))

/** Creates a banner with an item. */
async function newBanner(status: 'enabled' | 'disabled', enabled: boolean) {
  const db = await database()
  const [banner] = await db
    .insert(tables.banner)
    .values({ name: unique('slot-'), status })
    .returning()
  if (!banner) throw new Error('no banner')
  await db.insert(tables.banner_item).values({ banner_id: banner.id, image_url: '/demo/c-tea.webp', enabled })
}

test('in an empty shop, root sees all items as open, in order', async () => {
  expect(await checklistOf(root)).toEqual(Object.entries(hrefs).map(([key, href]) => ({ key, done: false, href })))
})

test('finished items are done, and stay in the list', async () => {
  await newProduct()
  await newBanner('enabled', true)
  await newStaff()
  await setParameters({ 'after_sale.return_address': '龙井路 1 号' })
  expect((await checklistOf(root)).map(({ key }) => key)).toEqual(Object.keys(hrefs))
  expect(await done()).toEqual(['category', 'product', 'banner', 'return_address', 'colleague'])
})

test('a category is enough for the first item, and not for the second', async () => {
  await newCategory()
  expect(await done()).toEqual(['category'])
})

test('a product counts while it is on sale', async () => {
  const db = await database()
  const { id, category_id } = await newProduct({ status: 'draft' })
  await newProduct({ category_id, status: 'off_sale' })
  await newProduct({ category_id, deleted_at: new Date() })
  expect(await done()).toEqual(['category'])
  await db.update(tables.product).set({ status: 'on_sale' }).where(eq(tables.product.id, id))
  expect(await done()).toEqual(['category', 'product'])
  await db.update(tables.product).set({ deleted_at: new Date() }).where(eq(tables.product.id, id))
  expect(await done()).toEqual(['category'])
})

test('a banner counts if it is enabled and has an enabled item', async () => {
  await newBanner('disabled', true)
  await newBanner('enabled', false)
  await (await database()).insert(tables.banner).values({ name: unique('slot-') })
  expect(await done()).toEqual([])
  await newBanner('enabled', true)
  expect(await done()).toEqual(['banner'])
})

test('colleagues are other active staff; staff of the demonstration count only with SANDBOX', async () => {
  await newCustomer()
  await newStaff([], { status: 'disabled' })
  await newStaff([], { deleted_at: new Date() })
  expect(await done()).toEqual([])
  await newStaff([], { sandbox: true })
  expect(await done()).toEqual(['colleague'])
  const variables = env()
  variables.SANDBOX = false
  try {
    expect(await done()).toEqual([])
  } finally {
    variables.SANDBOX = true
  }
})

test('WeChat is connected when both the mini-program and the merchant are', async () => {
  const variables = env()
  try {
    variables.WECHAT_APPID = 'wx1'
    expect(await done()).toEqual([])
    variables.WECHATPAY_MCHID = '1900007291'
    expect(await done()).toEqual(['wechat'])
  } finally {
    Reflect.deleteProperty(variables, 'WECHAT_APPID')
    Reflect.deleteProperty(variables, 'WECHATPAY_MCHID')
  }
})

test.each([
  [['cms.category.create'], ['category']],
  [['cms.product.create'], ['product']],
  [['cms.banner.create'], ['banner']],
  [['cms.config.update'], ['return_address', 'wechat']],
  [['cms.user.create'], ['colleague']],
  [['cms.category.list', 'cms.dashboard.list'], []],
])('staff with %j see %j', async (codes, keys) => {
  expect((await checklistOf(await newStaff(codes))).map(({ key }) => key)).toEqual(keys)
})
