import { beforeAll, expect, test } from 'vitest'
import { api } from '@/lib/server/testing/api'
import { newCustomer, newProduct, newStaff, newTemplate, unique } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'

beforeAll(async () => {
  play.usePlatform()
  await migrateDatabase()
})

const logged = async (token: string, q: string) => (await api('GET /cms/oper_log', { token, query: { q } })).body.items

test('the log has the names of the records to which its ids refer, in both languages if there are two', async () => {
  const { token } = await newStaff([], { is_root: true })
  const { body: elements } = await api('GET /cms/element', { token })
  const [element] = elements.filter(({ code }) => code === 'order.export')
  const [other] = elements.filter(({ code }) => code === 'order.ship')
  if (!element || !other) throw new Error('no elements')
  const name = unique('组')
  const body = { name, permission_codes: ['cms.order.list'], element_ids: [element.id, other.id] }
  const { id } = (await api('POST /cms/group', { token, body })).body
  await api('PUT /cms/group/{id}', { token, params: { id }, body: { element_ids: [other.id], version: 1 } })
  const [change] = await logged(token, name)
  expect(change?.referred).toContainEqual({
    field: 'element_ids',
    id: element.id,
    name: '导出订单',
    name_en: 'Export orders',
  })
  const { body: history } = await api('GET /cms/group/{id}/history', { token, params: { id } })
  expect(history.items[0]?.referred).toEqual(change?.referred)
})

test("a change of a tree's order names the moved records; a deleted record has no name", async () => {
  const { token } = await newStaff([], { is_root: true })
  const [first, second] = [unique('一'), unique('二')]
  const a = (await api('POST /cms/category', { token, body: { name: first } })).body.id
  const b = (await api('POST /cms/category', { token, body: { name: second, parent_id: a } })).body.id
  const items = [{ id: b, parent_id: a, sort_order: 90 }]
  await api('PUT /cms/category/order', { token, body: { items } })
  const order = (await api('GET /cms/oper_log', { token, query: { module: 'category', action: 'update' } })).body.items
  const referred = order.flatMap((one) => one.referred)
  expect(referred).toContainEqual({ field: 'parent_id', id: a, name: first, name_en: '' })
  await api('DELETE /cms/category/{id}', { token, params: { id: b } })
  const [created] = (await logged(token, second)).filter(({ action }) => action === 'create')
  expect(created?.referred).toEqual([{ field: 'parent_id', id: a, name: first, name_en: '' }])
})

test('ended sessions are logged with the name of their user', async () => {
  const { token } = await newStaff([], { is_root: true })
  const colleague = await newStaff([], { nickname: unique('同事') })
  await api('DELETE /cms/user/{id}/session', { token, params: { id: colleague.id } })
  const { items } = (await api('GET /cms/oper_log', { token, query: { module: 'user', action: 'session' } })).body
  expect(items[0]).toMatchObject({ target_id: String(colleague.id), target_name: expect.stringContaining('同事') })
})

test('a change of a product names its shipping template', async () => {
  const { token } = await newStaff(['cms.product.list', 'cms.product.update'])
  const product = await newProduct({ status: 'draft' })
  const name = unique('template-')
  const freight_template_id = await newTemplate({ name })
  const params = { id: product.id }
  const body = { freight_template_id, version: 1 }
  expect((await api('PUT /cms/product/{id}', { token, params, body })).status).toBe(200)
  const { items } = (await api('GET /cms/product/{id}/history', { token, params })).body
  expect(items[0]?.referred).toContainEqual({
    field: 'freight_template_id',
    id: freight_template_id,
    name,
    name_en: '',
  })
})

test('coupons that were granted name their customers', async () => {
  const { token } = await newStaff([], { is_root: true })
  const name = unique('补偿')
  const body = {
    name,
    label: '满100减10',
    gives: 'reduction' as const,
    starts_at: new Date(Date.now() - 86_400_000).toISOString(),
    ends_at: new Date(Date.now() + 86_400_000).toISOString(),
    tiers: [{ from_amount: 10_000, off_amount: 1_000 }],
    coupon_source: 'staff' as const,
    per_customer: 1,
  }
  const { id } = (await api('POST /cms/promotion', { token, body })).body
  const [named, unnamed] = [await newCustomer({ nickname: unique('茶友') }), await newCustomer({ nickname: '' })]
  const user_ids = [named.id, unnamed.id]
  await api('POST /cms/promotion/{id}/grant', { token, params: { id }, body: { user_ids } })
  const [granted] = (await logged(token, name)).filter(({ action }) => action === 'grant')
  expect(granted?.referred).toEqual([
    { field: 'user_ids', id: named.id, name: expect.stringContaining('茶友'), name_en: '' },
  ])
})

test('printed orders are named by their numbers', async () => {
  const { token } = await newStaff([], { is_root: true })
  const { id, order_no } = await play.placeOrder(await play.newPayer())
  await api('POST /cms/order/print', { token, body: { ids: [id] } })
  const { items } = (await api('GET /cms/oper_log', { token, query: { module: 'order', action: 'print' } })).body
  expect(items[0]?.referred).toEqual([{ field: 'ids', id, name: order_no, name_en: '' }])
})
