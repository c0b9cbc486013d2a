import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { faults } from '@/lib/platform/sandbox/fetch'
import { api } from '@/lib/server/testing/api'
import { database, newProduct, newStaff } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { askAll, makeWaybill, newAccount, validWaybills, waybillsOf } from '@/lib/server/testing/waybill'
import { migrateDatabase } from '@/lib/server/update-database'
import { askAboutWaybills } from './ask'

let payer: play.Payer
let packer: { id: number; token: string }
let account: Awaited<ReturnType<typeof newAccount>>

const permissions = ['list', 'print', 'cancel'].map((verb) => `cms.waybill.${verb}`)

beforeAll(async () => {
  play.usePlatform()
  await migrateDatabase()
  payer = await play.newPayer()
  packer = await newStaff([...permissions, 'cms.order.list', 'cms.order.ship', 'cms.order.refund', 'cms.order.update'])
  account = await newAccount()
})
beforeEach(() => play.usePlatform())

const make = (id: number, input: object = {}) => makeWaybill(packer.token, { id, account_id: account.id, ...input })
const read = (id: number) => api('GET /cms/order/{id}', { token: packer.token, params: { id } })
const cancel = (id: number, version: number) =>
  api('POST /cms/waybill/{id}/cancel', { token: packer.token, params: { id }, body: { version } })
const shipWith = (id: number, { delivery_id, tracking_no }: { delivery_id: string; tracking_no: string | null }) =>
  play.ship(id, packer.token, { carrier: delivery_id, tracking_no: tracking_no ?? '' })
const stateOf = async (order_id: number) => (await waybillsOf(order_id)).map(({ state }) => state)

/** With a waybill that is ready. */
async function ready(input: object = {}) {
  const order = await play.paidOrder(payer)
  const { status, body, text } = await make(order.id, input)
  expect(status, text).toBe(201)
  expect(body).toMatchObject({ state: 'ready' })
  return { order, waybill: body }
}

describe('a waybill', () => {
  test('is made, has the weight of the goods and the packing, and is not made twice', async () => {
    const { skus } = await newProduct({ skus: [{ stock: 10, price: 1_000, weight_g: 320 }] })
    const order = await play.paidOrder(payer, { sku_id: skus[0]?.id ?? 0, count: 2 })
    const { body } = await make(order.id, { remark: '易碎' })
    expect(body).toMatchObject({
      key: `${order.order_no}-1`,
      state: 'ready',
      delivery_id: 'YTO',
      weight_g: 640,
      remark: '易碎',
      reason: null,
      orders: [{ id: order.id, order_no: order.order_no }],
    })
    const again = await make(order.id)
    expect(again.problem).toMatchObject({ code: 'already_exists', waybill_id: body.id })
    const known = await validWaybills(order.order_no)
    expect(known.map(({ waybill_id }) => waybill_id)).toEqual([body.tracking_no])
  })

  test('is used by shipping with its number, and free again when the parcel is revoked', async () => {
    const { order, waybill } = await ready()
    const shipped = await shipWith(order.id, waybill)
    expect(shipped.status, shipped.text).toBe(200)
    expect(await stateOf(order.id)).toEqual(['shipped'])
    const refused = await cancel(waybill.id, waybill.version + 1)
    expect(refused.problem).toMatchObject({ code: 'order_state', reason: 'shipped' })
    const sid = shipped.body.shipments[0]?.id ?? 0
    const revoked = await api('POST /cms/order/{id}/shipment/{sid}/revoke', {
      token: packer.token,
      params: { id: order.id, sid },
      body: { version: shipped.body.version },
    })
    expect(revoked.status, revoked.text).toBe(200)
    expect(await stateOf(order.id)).toEqual(['ready'])
    const canceled = await cancel(waybill.id, waybill.version + 2)
    expect(canceled.body).toMatchObject({ state: 'canceled' })
    expect(await validWaybills(order.order_no)).toEqual([])
    const late = await shipWith(order.id, waybill)
    expect(late.problem).toMatchObject({ code: 'order_state', reason: 'waybill_canceled' })
    expect((await make(order.id)).status).toBe(409)
    const version = (await read(order.id)).body.version
    expect((await make(order.id, { version })).body).toMatchObject({ key: `${order.order_no}-2`, state: 'ready' })
  })

  test('of an order whose receiver was changed is not shipped with', async () => {
    const { order, waybill } = await ready()
    await (await database())
      .update(tables.order)
      .set({ receiver: sql`receiver || '{"detail":"别处 1 号"}'` })
      .where(eq(tables.order.id, order.id))
    expect((await shipWith(order.id, waybill)).problem).toMatchObject({ reason: 'waybill_outdated' })
    expect(await stateOf(order.id)).toEqual(['ready'])
  })

  test('is for all orders of a customer in a parcel', async () => {
    const [first, second] = [await play.paidOrder(payer), await play.paidOrder(payer)]
    const together = [{ id: second.id, version: 2 }]
    const { body } = await make(first.id, { together })
    expect(body).toMatchObject({ state: 'ready', orders: [{ id: first.id }, { id: second.id }] })
    expect((await make(second.id)).problem).toMatchObject({ code: 'already_exists', waybill_id: body.id })
    const shipped = await play.ship(first.id, packer.token, {
      carrier: body.delivery_id,
      tracking_no: body.tracking_no ?? '',
      together,
    })
    expect(shipped.status, shipped.text).toBe(200)
    expect(await stateOf(second.id)).toEqual(['shipped'])
    const other = await play.newPayer()
    const foreign = await play.paidOrder(other)
    const refused = await make((await play.paidOrder(payer)).id, { together: [{ id: foreign.id, version: 2 }] })
    expect(refused.problem).toMatchObject({ invalid_params: [{ name: 'together.0.id', code: 'not_allowed' }] })
  })

  test('of named pieces leaves the others for another one', async () => {
    const order = await play.paidOrder(payer, { count: 3 })
    const { id } = await play.lineOf(order.id)
    const items = [{ order_item_id: id, count: 1 }]
    const { body } = await make(order.id, { items })
    const shipped = await play.ship(order.id, packer.token, {
      carrier: body.delivery_id,
      tracking_no: body.tracking_no ?? '',
      items,
    })
    expect(shipped.body).toMatchObject({ status: 'paid', fulfilment: 'part' })
    const rest = await make(order.id, { version: shipped.body.version })
    expect(rest.body).toMatchObject({ state: 'ready', key: `${order.order_no}-2` })
  })

  test.each([
    ['the answer was lost', ['answer_lost']],
    ['every answer was lost', ['answer_lost', 'answer_lost', 'answer_lost']],
    ['every answer was lost, and the platform is away then', ['answer_lost', 'html', 'html', 'html', 'html', 'html']],
    ['no request arrived', ['timeout', 'timeout', 'timeout']],
  ] as const)('is one at the platform when %s', async (_, planned) => {
    const order = await play.paidOrder(payer)
    for (const fault of planned) faults.next(fault, { path: '/express/business/order' })
    const { status } = await make(order.id)
    expect(status).toBe(201)
    faults.clear()
    await askAll()
    const [row, ...others] = await waybillsOf(order.id)
    expect(others).toEqual([])
    expect(row).toMatchObject({ state: 'ready' })
    expect((await validWaybills(order.order_no)).map(({ waybill_id }) => waybill_id)).toEqual([row?.tracking_no])
  })

  test('whose limit of the day is reached is made later', async () => {
    const order = await play.paidOrder(payer)
    faults.next('errcode_45009', { path: 'order/add' })
    expect((await make(order.id)).body).toMatchObject({ state: 'creating', reason: { code: 45009 } })
    await askAll()
    expect(await stateOf(order.id)).toEqual(['ready'])
  })

  test('that is canceled while it is being made is never valid', async () => {
    const order = await play.paidOrder(payer)
    for (let count = 0; count < 6; count++) faults.next('answer_lost', { path: '/express/business/order' })
    const { body } = await make(order.id)
    expect(body).toMatchObject({ state: 'creating' })
    expect((await cancel(body.id, body.version)).body).toMatchObject({ state: 'canceling' })
    faults.clear()
    await askAll()
    expect(await stateOf(order.id)).toEqual(['canceled'])
    expect(await validWaybills(order.order_no)).toEqual([])
  })

  test('is canceled later when the platform refuses the access token', async () => {
    const { order, waybill } = await ready()
    for (let count = 0; count < 4; count++) faults.next('errcode_40001', { path: '/express/business/order' })
    expect((await cancel(waybill.id, waybill.version)).body).toMatchObject({ state: 'canceling' })
    expect(await validWaybills(order.order_no)).toHaveLength(1)
    await askAll()
    expect(await stateOf(order.id)).toEqual(['canceled'])
    expect(await validWaybills(order.order_no)).toEqual([])
  })

  test('whose number was lost, but is on the label of a parcel that was shipped, is used', async () => {
    const order = await play.paidOrder(payer)
    for (const fault of ['answer_lost', 'html', 'html', 'html', 'html', 'html'] as const)
      faults.next(fault, { path: '/express/business/order' })
    const { body } = await make(order.id)
    expect(body).toMatchObject({ state: 'creating', tracking_no: null })
    faults.clear()
    const [known] = await validWaybills(order.order_no)
    const shipped = await shipWith(order.id, { ...body, tracking_no: known?.waybill_id ?? '' })
    expect(shipped.status, shipped.text).toBe(200)
    await askAll()
    expect(await waybillsOf(order.id)).toMatchObject([{ state: 'shipped', tracking_no: known?.waybill_id }])
    expect(await validWaybills(order.order_no)).toHaveLength(1)
  })

  test('that the carrier has collected is not canceled, and staff see why', async () => {
    const { order, waybill } = await ready()
    await (await database())
      .update(tables.sandbox_parcel)
      .set({ status: 1 })
      .where(eq(tables.sandbox_parcel.waybill_id, waybill.tracking_no ?? ''))
    expect((await cancel(waybill.id, waybill.version)).body).toMatchObject({
      state: 'ready',
      reason: { code: 9300506 },
    })
    const { body } = await api('GET /cms/waybill', {
      token: packer.token,
      query: { not_canceled: 'true', order_ids: String(order.id) },
    })
    expect(body.items.map(({ id }) => id)).toEqual([waybill.id])
  })

  test('is canceled by a job once its order was refunded', async () => {
    const { order } = await ready()
    const kept = await ready()
    await play.refund(order.id, packer.id, { items: [{ order_item_id: (await play.lineOf(order.id)).id, count: 1 }] })
    await play.settleAll()
    const db = await database()
    await db
      .update(tables.waybill)
      .set({ next_try_at: sql`now() - interval '1 second'` })
      .where(eq(tables.waybill.state, 'ready'))
    await askAboutWaybills()
    expect(await stateOf(order.id)).toEqual(['canceled'])
    expect(await stateOf(kept.order.id)).toEqual(['ready'])
    expect(await validWaybills(order.order_no)).toEqual([])
  })
})

describe('what the carrier refuses is said in its words:', () => {
  test.each([
    ['a wrong password', { status_code: 1 }, 1001],
    ['a quota of 0', { quota: 0 }, 1002],
  ])('%s', async (_, theirs, code) => {
    const other = await newAccount({}, theirs)
    const order = await play.paidOrder(payer)
    const { body } = await make(order.id, { account_id: other.id })
    expect(body).toMatchObject({
      state: 'failed',
      tracking_no: null,
      reason: { code, text: expect.stringMatching(/\p{Script=Han}/u) },
    })
    expect((await make(order.id)).body).toMatchObject({ state: 'ready', key: `${order.order_no}-2` })
  })

  test('an area', async () => {
    const other = await newAccount({ delivery_id: 'JTSD' })
    const order = await play.paidOrder(payer)
    await (await database())
      .update(tables.order)
      .set({ receiver: sql`receiver || '{"province":"西藏自治区","city":"拉萨市"}'` })
      .where(eq(tables.order.id, order.id))
    expect((await make(order.id, { account_id: other.id })).body).toMatchObject({
      state: 'failed',
      reason: { code: 2004 },
    })
  })
})

describe('is refused:', () => {
  test.each([
    ['disabled', { enabled: false }],
    ['unbound', { checked_at: null }],
    ['refused', { status_code: 1 }],
    ['no_quota', { quota: 0 }],
    ['no_sender', { sender_name: '' }],
  ] as const)('an account that is %s', async (reason, values) => {
    const other = await newAccount(values)
    const order = await play.paidOrder(payer)
    const { problem } = await make(order.id, { account_id: other.id })
    expect(problem).toMatchObject({ invalid_params: [{ name: 'account_id', code: `account_${reason}` }] })
    expect(await waybillsOf(order.id)).toEqual([])
  })

  test('an order that was shipped, or changed meanwhile, or is unknown', async () => {
    const shipped = await play.paidOrder(payer)
    await play.ship(shipped.id, packer.token)
    expect((await make(shipped.id)).problem.code).toBe('stale_version')
    const { version } = (await read(shipped.id)).body
    expect((await make(shipped.id, { version })).problem.code).toBe('order_state')
    expect((await make(2_000_000_000)).status).toBe(404)
    const unpaid = await play.placeOrder(payer)
    expect((await make(unpaid.id, { version: 1 })).problem.code).toBe('order_state')
  })

  test('without its permission', async () => {
    const order = await play.paidOrder(payer)
    const { token } = await newStaff(['cms.waybill.list', 'cms.order.ship'])
    expect((await makeWaybill(token, { id: order.id, account_id: account.id })).problem).toMatchObject({
      permission: 'cms.waybill.print',
    })
    expect((await api('GET /cms/waybill', { token: payer.token })).status).toBe(403)
  })
})

test('of a customer outside of the mini-program, none is made', async () => {
  const order = await play.paidOrder(payer)
  const db = await database()
  await db.update(tables.payment).set({ transaction_id: null }).where(eq(tables.payment.order_id, order.id))
  await db.update(tables.identity).set({ type: 101 }).where(eq(tables.identity.user_id, payer.id))
  const { problem } = await make(order.id)
  await db.update(tables.identity).set({ type: 200 }).where(eq(tables.identity.user_id, payer.id))
  expect(problem).toMatchObject({ invalid_params: [{ name: 'order_id', code: 'no_openid' }] })
})

test('a waybill that was canceled in the console of the platform has no label, and is canceled here', async () => {
  const { order, waybill } = await ready()
  await (await database())
    .update(tables.sandbox_waybill)
    .set({ canceled_at: new Date() })
    .where(eq(tables.sandbox_waybill.order_id, waybill.key))
  const { body } = await api('GET /cms/waybill/label', { token: packer.token, query: { ids: String(waybill.id) } })
  expect(body.items).toMatchObject([{ html: null, waybill: { state: 'canceled' } }])
  expect((await shipWith(order.id, waybill)).problem).toMatchObject({ reason: 'waybill_canceled' })
})

test('a waybill is not canceled while the platform refuses to tell of it', async () => {
  const { order, waybill } = await ready()
  faults.next('errcode_9300502', { path: 'order/cancel' })
  faults.next('errcode_9300502', { path: 'order/get' })
  expect((await cancel(waybill.id, waybill.version)).body).toMatchObject({ state: 'canceling' })
  await askAll()
  expect(await stateOf(order.id)).toEqual(['canceled'])
  expect(await validWaybills(order.order_no)).toEqual([])
})

test('a name of more than 64 bytes is cut between characters, and staff are told', async () => {
  const order = await play.paidOrder(payer)
  await (await database())
    .update(tables.order)
    .set({ receiver: sql`receiver || ${JSON.stringify({ name: `a${'长'.repeat(30)}` })}::jsonb` })
    .where(eq(tables.order.id, order.id))
  expect((await make(order.id)).body).toMatchObject({ state: 'ready', is_name_cut: true })
  expect(await validWaybills(order.order_no)).toMatchObject([{ receiver_name: `a${'长'.repeat(21)}` }])
})

test('labels come in their sequence, each with its reason if there is none, and printing counts', async () => {
  const { waybill: first } = await ready()
  const { waybill: second } = await ready()
  const gone = await ready()
  await cancel(gone.waybill.id, gone.waybill.version)
  faults.next('errcode_9300508', { path: 'order/get' })
  const ids = [gone.waybill.id, second.id, first.id]
  const read = () => api('GET /cms/waybill/label', { token: packer.token, query: { ids: ids.join(), parts: '1' } })
  const { body } = await read()
  expect(body.items.map(({ waybill, html, reason }) => [waybill.id, html !== null, reason?.code])).toEqual([
    [gone.waybill.id, false, 0],
    [second.id, false, 9300508],
    [first.id, true, undefined],
  ])
  expect((await read()).body.items[1]?.html).toContain(second.tracking_no)
  const note = (given: number[]) => api('POST /cms/waybill/print', { token: packer.token, body: { ids: given } })
  expect((await note([first.id])).status).toBe(204)
  expect((await note([first.id, 2_000_000_000])).problem).toMatchObject({ invalid_params: [{ name: 'ids.1' }] })
  expect((await read()).body.items[2]?.waybill).toMatchObject({ print_count: 1, printed_at: expect.any(String) })
})

test('the orders of a waybill are read together, and it takes no order of another receiver', async () => {
  const [first, second] = [await play.paidOrder(payer), await play.paidOrder(payer)]
  const { body } = await make(first.id, { together: [{ id: second.id, version: 2 }] })
  const queries: Record<string, string>[] = [{ ids: String(second.id) }, { order_no: second.order_no }]
  for (const query of queries) {
    const packed = await api('GET /cms/waybill/order', { token: packer.token, query })
    expect(packed.body.items.map(({ id }) => id).sort()).toEqual([first.id, second.id])
  }
  const foreign = await play.paidOrder(await play.newPayer())
  await (await database())
    .update(tables.order)
    .set({ receiver: sql`receiver || '{"detail":"别处 2 号"}'` })
    .where(eq(tables.order.id, foreign.id))
  expect((await shipWith(foreign.id, body)).problem).toMatchObject({ reason: 'waybill_outdated' })
  expect(await stateOf(first.id)).toEqual(['ready'])
})

test('a waybill is looked at as soon as its order is shipped without it', async () => {
  const { order } = await ready()
  await play.ship(order.id, packer.token)
  await askAboutWaybills()
  expect(await stateOf(order.id)).toEqual(['canceled'])
})

test('orders to pack have their waybill, or why they cannot be shipped', async () => {
  const { order, waybill } = await ready()
  const unpaid = await play.placeOrder(payer)
  const pack = (query: { ids?: string; order_no?: string }) =>
    api('GET /cms/waybill/order', { token: packer.token, query })
  const { body } = await pack({ ids: `${unpaid.id},${order.id}` })
  expect(body.items).toMatchObject([
    { id: unpaid.id, refusal: 'unpaid', waybill: null },
    { id: order.id, refusal: null, version: 2, waybill: { id: waybill.id, tracking_no: waybill.tracking_no } },
  ])
  expect((await pack({ order_no: order.order_no })).body.items).toMatchObject([{ id: order.id }])
  expect((await pack({ order_no: '没有' })).body.items).toEqual([])
  expect((await pack({})).body).toMatchObject({
    items: [],
    accounts: expect.arrayContaining([expect.objectContaining({ id: account.id, problem: null })]),
  })
})

test('orders to pack have what is left to ship', async () => {
  const { skus } = await newProduct({ skus: [{ stock: 10, price: 1_000 }] })
  const order = await play.paidOrder(payer, { sku_id: skus[0]?.id ?? 0, count: 4 })
  const line = await play.lineOf(order.id)
  const left = async () => {
    const query = { ids: String(order.id) }
    const { body } = await api('GET /cms/waybill/order', { token: packer.token, query })
    return body.items[0]?.items
  }
  await play.ship(order.id, packer.token, { items: [{ order_item_id: line.id, count: 1 }] })
  await play.refund(order.id, packer.id, { items: [{ order_item_id: line.id, count: 1 }] })
  expect(await left()).toMatchObject([{ id: line.id, name: line.name, left_count: 2 }])
  await play.ship(order.id, packer.token)
  expect(await left()).toEqual([])
})

test('the platform is asked by two jobs at once only once', async () => {
  const orders = [await play.paidOrder(payer), await play.paidOrder(payer), await play.paidOrder(payer)]
  for (const { id } of orders) {
    for (let count = 0; count < 6; count++) faults.next('timeout', { path: '/express/business/order' })
    await make(id)
    faults.clear()
  }
  const db = await database()
  await db
    .update(tables.waybill)
    .set({ next_try_at: sql`now() - interval '1 second'` })
    .where(eq(tables.waybill.state, 'creating'))
  const runs = await Promise.all([askAboutWaybills(), askAboutWaybills()])
  expect(runs[0].settled + runs[1].settled).toBe(3)
})
