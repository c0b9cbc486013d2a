import { asc, eq, isNull, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EventType, eventTypes } from '@/db/enums'
import * as tables from '@/db/tables'
import { readCmsOrder } from '@/lib/order/cms-queries'
import { sendRefunds } from '@/lib/payment/provider'
import { loginCode, settleRefund } from '@/lib/platform/sandbox/control'
import { failRefunds } from '@/lib/platform/sandbox/refunds'
import { numberAndPrune } from '@/lib/server/jobs/event'
import { shopDocument } from '@/lib/server/shop-document'
import { askFor, decide } from '@/lib/server/testing/after_sale'
import { api } from '@/lib/server/testing/api'
import { addressInput, database, newKey, newProduct, newStaff, unique } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'
import { events } from './schema'

const listCodes = ['order', 'after_sale', 'product', 'customer'].map((module) => `cms.${module}.list`)
const codes = [
  ...listCodes,
  ...['ship', 'refund', 'update', 'cancel'].map((verb) => `cms.order.${verb}`),
  ...['decide', 'receive'].map((verb) => `cms.after_sale.${verb}`),
  ...['create', 'update', 'delete', 'stock'].map((verb) => `cms.product.${verb}`),
]
let staff: Awaited<ReturnType<typeof newStaff>>
let payer: play.Payer
let reader: string
let start: number
beforeAll(async () => {
  play.usePlatform()
  // Also writes the base data, which includes the dictionaries of carriers and reasons.
  await migrateDatabase()
  staff = await newStaff([...codes, 'cms.event.list'])
  reader = (await newKey(staff.id, ['cms.event.list', ...listCodes], { access: 'read' })).token
})
beforeEach(async () => {
  payer = await play.newPayer()
  start = (await read()).body.next_after
})

const read = (query: Record<string, string | number> = {}, token = reader) => api('GET /cms/event', { token, query })

/** Those since the test began. Each has the data that its type declares. */
async function happened() {
  const { status, body } = await read({ after: start, size: 1_000 })
  expect([status, body.has_more]).toEqual([200, false])
  expect(body.items.map(({ seq }) => seq)).toEqual(body.items.map((_, at) => start + at + 1))
  for (const { type, data, resource } of body.items) {
    expect(events[type].data.strict().parse(data)).toEqual(data)
    expect(resource).toBe(events[type].resource)
  }
  return body.items
}
const typesOf = (items: Awaited<ReturnType<typeof happened>>) =>
  items.map(({ type, data }) => [type, data.action ?? null])

describe('an order', () => {
  test('has an event for each step of its life, in order and without personal data', async () => {
    const { skus } = await newProduct({
      skus: [
        { stock: 100, price: 1000 },
        { stock: 100, price: 1000 },
      ],
    })
    const [first, second] = skus.map(({ id }) => id)
    const remark = '请放在门卫'
    const items = [first, second].map((sku_id) => ({ sku_id, count: 2 }))
    const { body: placed } = await api('POST /v1/order', { token: payer.token, body: { items, remark } })
    const { id } = placed
    const change = async (body: object) => {
      const { version } = await readCmsOrder(await database(), id)
      const reply = await api('PUT /cms/order/{id}', { token: staff.token, params: { id }, body: { version, ...body } })
      expect(reply.status).toBe(200)
    }
    await change({ discount_amount: 100 })
    await change({ receiver: { ...addressInput, name: '李雷', detail: '文三路 9 号' } })
    await play.payOrder(payer, id)
    await play.deliver()
    const line = (at: number) => placed.items[at]?.id ?? 0
    await play.ship(id, staff.token, { items: [{ order_item_id: line(0), count: 2 }] })
    await play.ship(id, staff.token)
    const asked = await askFor(payer.token, id, line(1), { description: '杯口有裂纹' })
    await decide(staff.token, asked.body.id, 'approve', { note: '同意退款' })
    for (const { payment_no } of await play.paymentsOf(id)) await sendRefunds(payment_no)
    await play.deliver(play.inSeconds(60))
    expect((await api('POST /v1/order/{id}/confirm', { token: payer.token, params: { id }, body: {} })).status).toBe(
      200,
    )

    const told = await happened()
    expect(typesOf(told)).toEqual([
      ['order.placed', 'place'],
      ['order.changed', 'reprice'],
      ['order.changed', 'readdress'],
      ['order.paid', 'pay'],
      ['order.shipped', 'ship'],
      ['order.shipped', 'ship'],
      ['after_sale.opened', 'request'],
      ['after_sale.changed', 'approve'],
      ['refund.succeeded', null],
      ['after_sale.closed', 'finish'],
      ['order.completed', 'complete'],
    ])
    const ofOrder = told.filter(({ resource }) => resource === 'order')
    expect(new Set(ofOrder.map(({ resource_id, data }) => `${resource_id} ${data.order_no}`))).toEqual(
      new Set([`${id} ${placed.order_no}`]),
    )
    expect(ofOrder.map(({ data }) => [data.status, data.total_amount])).toEqual([
      ['unpaid', 4000],
      ['unpaid', 3900],
      ['unpaid', 3900],
      ['paid', 3900],
      ['paid', 3900],
      ['shipped', 3900],
      ['completed', 3900],
    ])
    expect(told.map(({ actor_id }) => actor_id)).toEqual([
      payer.id,
      staff.id,
      staff.id,
      null,
      staff.id,
      staff.id,
      payer.id,
      staff.id,
      null,
      null,
      payer.id,
    ])
    // Whatever is known about the customer and the order, except what the schemas name.
    const detail = await readCmsOrder(await database(), id)
    const allowed = new Set([placed.order_no])
    const personal = textsIn([detail, addressInput, payer, remark]).filter(
      (text) => /\p{Script=Han}|^1\d{10}$/u.test(text) && !allowed.has(text),
    )
    expect(personal.length).toBeGreaterThan(10)
    const said = JSON.stringify(told.map(({ data }) => data))
    expect(personal.filter((text) => said.includes(text))).toEqual([])
    expect(said).not.toMatch(/\p{Script=Han}/u)
  })

  test('that is cancelled or expires says which', async () => {
    const [cancelled, expired] = [await play.placeOrder(payer), await play.placeOrder(payer)]
    await api('POST /v1/order/{id}/cancel', { token: payer.token, params: { id: cancelled.id } })
    await play.expire([expired.id])
    await play.cron('expire')
    const told = (await happened()).filter(({ type }) => type === 'order.cancelled')
    expect(told.map(({ resource_id, data, actor_id }) => [resource_id, data.action, actor_id])).toEqual([
      [cancelled.id, 'cancel', payer.id],
      [expired.id, 'expire', null],
    ])
  })

  test('has events of refunds that fail, are refused, and are settled by staff', async () => {
    const one = await play.paidOrder(payer)
    await play.refund(one.id, staff.id)
    await sendRefunds(one.payment_no)
    const [failed] = await play.refundsOf(one.id)
    await settleRefund(failed?.refund_no ?? '', 'CLOSED')
    await play.deliver(play.inSeconds(60))
    const params = { id: one.id, rid: failed?.id ?? 0 }
    await api('POST /cms/order/{id}/refund/{rid}/close', { token: staff.token, params })
    const other = await play.paidOrder(payer)
    await failRefunds(other.payment_no, 'account_abnormal')
    await play.refund(other.id, staff.id)
    await sendRefunds(other.payment_no)
    const told = (await happened()).filter(({ resource }) => resource === 'refund')
    expect(told.map(({ type, data }) => [type, data.order_id, data.status])).toEqual([
      ['refund.failed', one.id, 'abnormal'],
      ['refund.settled', one.id, 'closed'],
      ['refund.refused', other.id, 'refused'],
    ])
    expect(told.map(({ data }) => data.amount)).toEqual([one.total_amount, one.total_amount, other.total_amount])
  })

  test('that is refused has none', async () => {
    const { sku } = await newProduct({ skus: [{ stock: 1 }] })
    const items = [{ sku_id: sku.id, count: 2 }]
    expect((await api('POST /v1/order', { token: payer.token, body: { items } })).status).toBe(409)
    expect(await happened()).toEqual([])
  })
})

test('products, their stock and closed accounts have events', async () => {
  const { sku } = await newProduct({ images: ['/demo/a.svg'], skus: [{ stock: 12, low_stock: 10 }] })
  const product_id = sku.product_id
  const order = (count: number) =>
    api('POST /v1/order', { token: payer.token, body: { items: [{ sku_id: sku.id, count }] } })
  for (const count of [1, 1, 1, 9]) expect((await order(count)).status).toBe(201)
  const { token } = staff
  await api('PUT /cms/product/{id}', { token, params: { id: product_id }, body: { name: '新名字' } })
  await api('POST /cms/product/bulk', { token, body: { ids: [product_id], action: 'off_sale' } })
  await api('DELETE /cms/product/{id}', { token, params: { id: product_id } })
  await api('POST /cms/product/{id}/restore', { token, params: { id: product_id } })
  const customer = await play.newPayer()
  const { code } = await loginCode({ openid: customer.openid })
  const closed = await api('POST /v1/user/close', { token: customer.token, body: { code }, ip: unique('ip') })
  expect(closed.status).toBe(204)
  const told = (await happened()).filter(({ resource }) => resource !== 'order')
  expect(told.map(({ type, resource_id, data }) => [type, resource_id, data])).toEqual([
    ['stock.low', sku.id, { product_id, stock: 10 }],
    ['stock.out', sku.id, { product_id, stock: 0 }],
    ['product.changed', product_id, { status: 'on_sale' }],
    ['product.changed', product_id, { status: 'off_sale' }],
    ['product.deleted', product_id, { status: 'off_sale' }],
    ['product.changed', product_id, { status: 'off_sale' }],
    ['customer.closed', customer.id, {}],
  ])
})

describe('a reader', () => {
  test('continues from page to page, also over types that are left out', async () => {
    for (let at = 0; at < 3; at++) await play.placeOrder(payer)
    const pages: number[] = []
    let after = start
    for (let has_more = true; has_more; ) {
      const { body } = await read({ after, size: 2 })
      pages.push(...body.items.map(({ seq }) => seq))
      after = body.next_after
      has_more = body.has_more
    }
    expect(pages).toEqual([start + 1, start + 2, start + 3])
    const { body } = await read({ after: start, types: 'order.paid,customer.closed' })
    expect(body).toEqual({ items: [], next_after: after, has_more: false })
    const { body: some } = await read({ after: start, types: 'order.placed,order.paid', size: 1 })
    expect(some).toMatchObject({ items: [{ type: 'order.placed' }], next_after: start + 1, has_more: true })
  })

  test.each<[EventType, string]>([
    ['order.placed', 'cms.order.list'],
    ['refund.succeeded', 'cms.order.list'],
    ['after_sale.opened', 'cms.after_sale.list'],
    ['product.changed', 'cms.product.list'],
    ['stock.out', 'cms.product.list'],
    ['customer.closed', 'cms.customer.list'],
  ])('sees %s only with %s', async (type, code) => {
    const db = await database()
    await db.insert(tables.event).values({ type, resource: events[type].resource, resource_id: 1, data: {} })
    const others = listCodes.filter((one) => one !== code)
    const without = await newStaff(['cms.event.list', ...others])
    const all = await read({ after: start }, without.token)
    expect(all).toMatchObject({ status: 200, body: { items: [], next_after: start + 1 } })
    expect(await read({ types: type }, without.token)).toMatchObject({ status: 403, problem: { permission: code } })
    const alone = await newStaff(['cms.event.list', code])
    expect((await read({ after: start, types: type }, alone.token)).body.items).toMatchObject([{ type }])
    expect((await read({}, (await newStaff(listCodes)).token)).status).toBe(403)
  })

  test.each([
    [{ after: '1\0' }, 'after'],
    [{ after: '-1' }, 'after'],
    [{ after: '1.5' }, 'after'],
    [{ after: '99999999999999999999' }, 'after'],
    [{ types: 'order.placed\0' }, 'types'],
    [{ types: 'order.none' }, 'types'],
    [{ types: '' }, 'types'],
    [{ size: '0' }, 'size'],
    [{ size: '1001' }, 'size'],
  ])('is refused with %j', async (query, name) => {
    const reply = await read(query)
    expect(reply).toMatchObject({ status: 400, problem: { invalid_params: [{ in: 'query', name }] } })
  })

  test('is refused after a number that was not given yet', async () => {
    const reply = await read({ after: start + 1 })
    expect(reply).toMatchObject({ status: 400, problem: { code: 'invalid_request' } })
    expect(reply.problem.invalid_params).toMatchObject([
      { name: 'after', code: 'out_of_range', params: { maximum: start } },
    ])
  })
})

test('the API document names each type', () => {
  const { components } = shopDocument('', '1')
  expect(components.schemas.Event).toMatchObject({ properties: { type: { enum: eventTypes } } })
})

describe('the job', () => {
  test('numbers events that no one reads, prunes old ones in order, and keeps the last', async () => {
    const db = await database()
    const old = { at: sql`now() - interval '31 days'` }
    const row = { type: 'order.placed', resource: 'order', resource_id: 1, data: {} } as const
    // An event that was written long before it was committed does not leave a gap.
    const ages = [...Array.from({ length: 1_200 }, () => old), {}, old, {}]
    await db.update(tables.event).set(old)
    await db.insert(tables.event).values(ages.map((age) => ({ ...row, ...age })))
    await numberAndPrune(30)
    expect(await db.$count(tables.event, isNull(tables.event.seq))).toBe(0)
    const kept = await db.select().from(tables.event).orderBy(asc(tables.event.seq))
    expect(kept.map(({ seq }) => seq)).toEqual([start + 1_201, start + 1_202, start + 1_203])
    const oldest = start + 1_200
    const gone = { status: 410, problem: { code: 'events_gone', oldest } }
    for (const after of [0, start, oldest - 1]) expect(await read({ after })).toMatchObject(gone)
    const first = { body: { items: [{ seq: oldest + 1 }, {}, {}] } }
    expect(await read({ after: oldest })).toMatchObject(first)
    expect(await read()).toMatchObject(first)

    await db.update(tables.event).set(old)
    await numberAndPrune(30)
    expect(await db.$count(tables.event)).toBe(1)
    await db.delete(tables.event).where(eq(tables.event.seq, start))
    await db.insert(tables.event).values(row)
    const { body } = await read({ after: oldest + 3 })
    expect(body.items.map(({ seq }) => seq)).toEqual([oldest + 4])
  })
})

/** Every text in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
