import { beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '@/lib/server/testing/api'
import { newBuyer, newKey, newProduct, newStaff } from '@/lib/server/testing/factories'
import { becomeTold, toldFaults } from '@/lib/server/testing/told'
import { tellStock } from './tell'

let staff: Awaited<ReturnType<typeof newStaff>>
let reader: string
let start = 0
beforeAll(async () => {
  staff = await newStaff(['cms.product.stock', 'cms.product.list', 'cms.event.list'])
  reader = (await newKey(staff.id, ['cms.event.list', 'cms.product.list'], { access: 'read' })).token
})
beforeEach(async () => {
  await tellStock()
  await becomeTold(-60)
  start = (await feed()).next_after
})

const feed = async (query = {}) => (await api('GET /cms/event', { token: reader, query })).body
const told = async () =>
  (await feed({ after: start, types: 'stock.changed' })).items.map(({ resource, resource_id, actor_id, data }) => [
    resource,
    resource_id,
    actor_id,
    data,
  ])
const adjust = async (items: { sku_id: number; delta: number }[]) => {
  const reply = await api('POST /cms/stock/adjust', { token: staff.token, body: { reason: 'received', items } })
  expect(reply.status).toBe(200)
}
const newSku = async (stock: number) => (await newProduct({ skus: [{ stock }] })).sku

test('each SKU whose stock has changed has one event with the sum, and others have none', async () => {
  const [a, b, c, empty] = [await newSku(10), await newSku(20), await newSku(30), await newSku(0)]
  await newSku(0)
  expect(await tellStock()).toEqual({ told: 3 })
  const { token } = await newBuyer()
  for (const count of [1, 2]) {
    const items = [a, b].map(({ id }) => ({ sku_id: id, count }))
    expect((await api('POST /v1/order', { token, body: { items } })).status).toBe(201)
  }
  await adjust([
    { sku_id: a.id, delta: 5 },
    { sku_id: c.id, delta: 7 },
  ])
  await adjust([{ sku_id: c.id, delta: -7 }])
  await becomeTold(-60)
  expect(await tellStock()).toEqual({ told: 2 })
  expect(await tellStock()).toEqual({ told: 0 })
  const event = ({ id, product_id }: typeof a, stock: number, change: number) => [
    'sku',
    id,
    null,
    { product_id, stock, change },
  ]
  expect(await told()).toEqual([
    event(a, 10, 10),
    event(b, 20, 20),
    event(c, 30, 30),
    event(a, 12, 2),
    event(b, 17, -3),
  ])
  await adjust([{ sku_id: empty.id, delta: 1 }])
  expect(await tellStock()).toEqual({ told: 1 })
  expect(await toldFaults()).toEqual([])
})

test('a SKU has no second event in a minute: the next minute tells of what was left', async () => {
  const sku = await newSku(10)
  await tellStock()
  await adjust([{ sku_id: sku.id, delta: 1 }])
  await becomeTold(3_600)
  expect(await tellStock()).toEqual({ told: 0 })
  await adjust([{ sku_id: sku.id, delta: 1 }])
  await becomeTold(-60)
  expect(await tellStock()).toEqual({ told: 1 })
  expect((await told()).at(-1)).toMatchObject(['sku', sku.id, null, { stock: 12, change: 2 }])
})

test('a run tells of more SKUs than a batch has', async () => {
  await newProduct({ skus: Array.from({ length: 1_100 }, () => ({ stock: 1 })) })
  expect(await tellStock()).toEqual({ told: 1_100 })
  expect(await toldFaults()).toEqual([])
})
