import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { settingsFrom } from '@/lib/kit/config/settings'
import { sendRefunds } from '@/lib/payment/provider'
import { settleRefund } from '@/lib/platform/sandbox/control'
import { api } from '@/lib/server/testing/api'
import {
  addressInput,
  database,
  newCustomer,
  newProduct,
  newStaff,
  newStore,
  newTemplate,
  stockFaults,
} from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'
import { reportDue } from '@/lib/shipping_report/send'

const contact = { name: '林晚', mobile: '13800001111' }
const both = ['express' as const, 'pickup' as const]

let payer: play.Payer
let store: Awaited<ReturnType<typeof newStore>>
let clerk: { id: number; token: string }

beforeAll(async () => {
  play.usePlatform()
  // Also writes the base data, which includes the reasons of refunds.
  await migrateDatabase()
  payer = await play.newPayer()
  store = await newStore()
  clerk = await newStaff([
    'cms.order.list',
    'cms.order.collect',
    'cms.order.ship',
    'cms.order.refund',
    'cms.order.update',
  ])
})
afterAll(async () => {
  expect(await stockFaults()).toEqual([])
  expect(await play.moneyFaults()).toEqual([])
})

const place = (token: string, body: object) => api('POST /v1/order', { token, body })
const preview = (token: string, body: object) => api('POST /v1/order/preview', { token, body })
const read = (id: number, token = payer.token) => api('GET /v1/order/{id}', { token, params: { id } })
const readAsStaff = async (id: number) =>
  (await api('GET /cms/order/{id}', { token: clerk.token, params: { id } })).body
const ready = (id: number, version: number, token = clerk.token) =>
  api('POST /cms/order/{id}/ready', { token, params: { id }, body: { version } })
const collect = (id: number, body: { code: string; version: number }, token = clerk.token) =>
  api('POST /cms/order/{id}/collect', { token, params: { id }, body })
const find = (code: string, query: object = {}, token = clerk.token) =>
  api('GET /cms/order/pickup', { token, query: { code, ...query } })

/** Places an order for pick-up at a store, with two lines of two pieces. */
async function placed(further: object = {}) {
  const lines = [await newProduct({ deliveries: both }), await newProduct({ deliveries: both })]
  const items = lines.map(({ sku }) => ({ sku_id: sku.id, count: 2 }))
  return (await place(payer.token, { items, store_id: store.id, contact, ...further })).body
}

/** Returns a paid order for pick-up at a store, with its code. */
async function paid(further: object = {}) {
  const { id } = await placed(further)
  await play.payOrder(payer, id)
  await play.deliver()
  const { pickup } = (await read(id)).body
  if (!pickup?.code) throw new Error('no code')
  return { id, code: pickup.code, version: (await readAsStaff(id)).version }
}

const faultAt = (name: string, code: string) => ({
  status: 400,
  problem: { code: 'invalid_request', invalid_params: [{ in: 'body', name, code }] },
})

describe('placing an order to collect', () => {
  test('has no shipping fee, and the contact at the address of the store as receiver', async () => {
    const dear = await newTemplate({
      rules: [{ regions: [], first: 1, first_fee: 2_000, next: 1, next_fee: 0, free_amount: null }],
    })
    const { sku } = await newProduct({ deliveries: both, freight_template_id: dear })
    const items = [{ sku_id: sku.id, count: 1 }]
    const sent = (await preview(payer.token, { items })).body
    expect(sent).toMatchObject({ freight_amount: 2_000, deliveries: both, store_id: null })
    const body = { items, store_id: store.id }
    const shown = await preview(payer.token, body)
    expect(shown.body).toMatchObject({
      freight_amount: 0,
      total_amount: sent.items_amount,
      freight: [],
      undeliverable: [],
      is_estimate: false,
      store_id: store.id,
      address_id: null,
      receiver: null,
      deliveries: both,
    })
    const { province, city, district, detail } = store
    const receiver = { ...contact, province, city, district, detail, postal_code: null }
    expect((await preview(payer.token, { ...body, contact })).body.receiver).toEqual(receiver)
    const order = await place(payer.token, { ...body, contact, expected_amount: shown.body.total_amount })
    expect(order).toMatchObject({ status: 201, body: { freight_amount: 0, store_id: store.id, receiver } })
    expect(order.body.actions).toEqual(['pay', 'cancel'])
    expect((await read(order.body.id)).body.pickup).toEqual({
      store: { ...expectedStore(), region_code: '330100' },
      code: null,
      ready_at: null,
      collected_at: null,
    })
  })

  test('an account without an address can place one', async () => {
    const other = await newCustomer()
    const { sku } = await newProduct({ deliveries: ['pickup'] })
    const body = { items: [{ sku_id: sku.id, count: 1 }], store_id: store.id, contact }
    expect((await preview(other.token, body)).body.address_id).toBeNull()
    expect((await place(other.token, body)).status).toBe(201)
  })

  test('goods that are only sent, or only collected, are named, and nothing is written', async () => {
    const [sent, collected] = [
      await newProduct({ name: '冰箱' }),
      await newProduct({ deliveries: ['pickup'], name: '蛋糕' }),
    ]
    const items = [sent, collected].map(({ sku }) => ({ sku_id: sku.id, count: 1 }))
    const before = await (await database()).$count(tables.order)
    const ways = [
      [{}, { sku_id: collected.sku.id, name: '蛋糕', reason: 'pickup_only' }],
      [
        { store_id: store.id, contact },
        { sku_id: sent.sku.id, name: '冰箱', reason: 'express_only' },
      ],
    ] as const
    for (const [way, refused] of ways) {
      expect((await preview(payer.token, { items, ...way })).body).toMatchObject({
        undeliverable: [refused],
        freight_amount: null,
        is_estimate: true,
        deliveries: both,
      })
      expect(await place(payer.token, { items, ...way })).toMatchObject({
        status: 409,
        problem: { code: 'not_deliverable', items: [refused] },
      })
    }
    expect(await (await database()).$count(tables.order)).toBe(before)
    const { deliveries } = (await preview(payer.token, { items: items.slice(0, 1) })).body
    expect(deliveries).toEqual(['express'])
  })

  test('bad input is refused at its field', async () => {
    const { sku } = await newProduct({ deliveries: both })
    const items = [{ sku_id: sku.id, count: 1 }]
    const closed = await newStore({ enabled: false })
    const address_id = (await api('POST /v1/address', { token: payer.token, body: addressInput })).body.id
    const cases = [
      [{ store_id: store.id }, 'contact', 'required'],
      [{ store_id: closed.id, contact }, 'store_id', 'not_found'],
      [{ store_id: 999_999_999, contact }, 'store_id', 'not_found'],
      [{ store_id: store.id, contact, address_id }, 'address_id', 'not_allowed'],
      [{ contact }, 'contact', 'not_allowed'],
      [{ store_id: store.id, contact: { ...contact, mobile: '1' } }, 'contact.mobile', 'invalid_format'],
      [{ store_id: store.id, contact: { name: '林晚' } }, 'contact.mobile', 'required'],
    ] as const
    for (const [way, name, code] of cases)
      expect(await place(payer.token, { items, ...way }), name).toMatchObject(faultAt(name, code))
    expect(await preview(payer.token, { items, store_id: closed.id })).toMatchObject(faultAt('store_id', 'not_found'))
  })

  test('a store with an order cannot be deleted, and the order keeps it when it is disabled', async () => {
    const { token } = await newStaff(['cms.store.update', 'cms.store.delete'])
    const other = await newStore()
    const { id } = await placed({ store_id: other.id })
    const params = { id: other.id }
    expect(await api('DELETE /cms/store/{id}', { token, params })).toMatchObject({
      status: 409,
      problem: { code: 'in_use' },
    })
    await api('PUT /cms/store/{id}', { token, params, body: { enabled: false, version: other.version } })
    expect((await read(id)).body.pickup?.store.id).toBe(other.id)
  })

  test('stays at its store; staff correct only who collects it, until it is handed over', async () => {
    const order = await paid()
    const params = { id: order.id }
    const asked = await api('PUT /v1/order/{id}/receiver', { token: payer.token, params, body: {} })
    expect(asked).toMatchObject({ status: 409, problem: { code: 'order_state' } })
    const { receiver, actions } = await readAsStaff(order.id)
    expect(actions).toContainEqual({ action: 'readdress', allowed: true, reason: null })
    const { postal_code: _, ...place } = receiver
    const change = async (further: object) => {
      const { version } = await readAsStaff(order.id)
      const body = { receiver: { ...place, ...further }, version }
      return api('PUT /cms/order/{id}', { token: clerk.token, params, body })
    }
    expect(await change({ city: '宁波市' })).toMatchObject(faultAt('receiver.city', 'not_allowed'))
    expect(await change({ detail: '别处 1 号' })).toMatchObject(faultAt('receiver.detail', 'not_allowed'))
    const other = { name: '周明', mobile: '13900002222' }
    expect((await change(other)).body.receiver).toEqual({ ...receiver, ...other })
    await collect(order.id, { code: order.code, version: (await readAsStaff(order.id)).version })
    expect(await change({ name: '别人' })).toMatchObject({ status: 409, problem: { code: 'order_state' } })
  })
})

const expectedStore = () => {
  const { id, name, phone, province, city, district, detail, hours } = store
  return { id, name, phone, province, city, district, detail, hours }
}

describe('the code', () => {
  test('is made when the order is paid, for its customer alone', async () => {
    const { id, code } = await paid()
    expect(code).toMatch(/^\d{12}$/)
    expect(JSON.stringify(await readAsStaff(id))).not.toContain(code)
    expect(JSON.stringify((await api('GET /v1/order', { token: payer.token })).body)).not.toContain(code)
    const other = await play.newPayer()
    expect((await read(id, other.token)).status).toBe(404)
  })

  test('is not made for an order that is sent', async () => {
    const { id } = await play.paidOrder(payer)
    expect((await read(id)).body).toMatchObject({ store_id: null, pickup: null })
    const db = await database()
    expect(await db.$count(tables.order_pickup, eq(tables.order_pickup.order_id, id))).toBe(0)
  })

  test('is gone once the order is refunded', async () => {
    const { id, code } = await paid()
    await play.refund(id, clerk.id)
    await play.settleAll()
    expect((await read(id)).body).toMatchObject({ status: 'refunded', pickup: { code: null } })
    expect(await find(code)).toMatchObject({ status: 409, problem: { code: 'order_state' } })
  })

  test('finds the order with what is handed over', async () => {
    const { id, code, version } = await paid({ remark: '下午来取' })
    const items = (await readAsStaff(id)).items
    const [first] = items
    await play.refund(id, clerk.id, { items: [{ order_item_id: first?.id ?? 0, count: 1 }] })
    await play.settleAll()
    const reply = await find(`${code.slice(0, 4)} ${code.slice(4, 8)}-${code.slice(8)}`, { store_id: store.id })
    expect(reply).toMatchObject({
      status: 200,
      body: {
        id,
        contact,
        remark: '下午来取',
        store: { id: store.id, name: store.name },
        refusal: null,
        ready_at: null,
      },
    })
    expect(reply.body.items.map(({ count, left_count }) => [count, left_count])).toEqual([
      [2, 1],
      [2, 2],
    ])
    expect(reply.body.version).toBeGreaterThan(version)
  })

  test('a wrong one, a used one and one of another store have their own answers', async () => {
    const { id, code, version } = await paid()
    const other = await newStore()
    expect(await find('000000000000')).toMatchObject({ status: 404, problem: { code: 'not_found' } })
    expect(await find('12')).toMatchObject({ status: 400 })
    expect(await find(code, { store_id: other.id })).toMatchObject({
      status: 409,
      problem: { code: 'other_store', store: { id: store.id, name: store.name } },
    })
    await collect(id, { code, version })
    expect(await find(code)).toMatchObject({
      status: 409,
      problem: { code: 'already_collected', collected_at: expect.stringMatching(/^\d{4}-/) },
    })
  })

  test('cannot be guessed: 30 wrong ones a minute of a member of staff, and right ones do not count', async () => {
    const { code } = await paid()
    const { token } = await newStaff(['cms.order.collect'])
    const wrong = () => find('000000000000', {}, token)
    for (let time = 0; time < 3; time++) expect((await find(code, {}, token)).status).toBe(200)
    for (let guess = 0; guess < 30; guess++) expect((await wrong()).status).toBe(404)
    const blocked = { status: 429, problem: { code: 'too_many_requests' } }
    expect(await wrong()).toMatchObject(blocked)
    expect(await find(code, {}, token)).toMatchObject(blocked)
    expect((await find(code)).status).toBe(200)
  })

  test('needs the permission to hand orders over', async () => {
    const { id, code, version } = await paid()
    const reader = await newStaff(['cms.order.list', 'cms.order.ship'])
    expect((await find(code, {}, reader.token)).status).toBe(403)
    expect((await ready(id, version, reader.token)).status).toBe(403)
    expect((await collect(id, { code, version }, reader.token)).status).toBe(403)
    expect((await find(code, {}, payer.token)).status).toBe(403)
  })
})

describe('handing over', () => {
  test('ships everything and completes the order, once', async () => {
    const { id, code, version } = await paid()
    const told = await ready(id, version)
    expect(told).toMatchObject({ status: 200, body: { pickup: { ready_by: { id: clerk.id }, collected_at: null } } })
    expect((await read(id)).body.pickup?.ready_at).toEqual(told.body.pickup?.ready_at)
    expect(await ready(id, told.body.version)).toMatchObject({ status: 409, problem: { code: 'order_state' } })

    const wrong = await collect(id, { code: '000000000000', version: told.body.version })
    expect(wrong).toMatchObject(faultAt('code', 'wrong'))
    const done = await collect(id, { code, version: told.body.version })
    expect(done.body).toMatchObject({
      status: 'completed',
      fulfilment: 'all',
      pickup: { collected_by: { id: clerk.id } },
      shipments: [{ method: 'pickup', carrier: null, items: [{ count: 2 }, { count: 2 }] }],
    })
    expect(done.body.timeline.map(({ kind, action }) => `${kind}.${action}`)).toEqual(
      expect.arrayContaining(['pickup.ready', 'pickup.collected', 'log.complete']),
    )
    const own = (await read(id)).body
    expect(own).toMatchObject({ status: 'completed', pickup: { code: null } })
    expect(own.pickup?.collected_at).not.toBeNull()
    expect(own.actions).toEqual(['after_sale', 'remove'])

    const again = await collect(id, { code, version: done.body.version })
    expect(again).toMatchObject({ status: 409, problem: { code: 'already_collected' } })
    const log = await (await database()).select().from(tables.order_log).where(eq(tables.order_log.order_id, id))
    expect(log.map(({ action }) => action)).toEqual(['place', 'pay', 'ship', 'complete'])
  })

  test('with an old version, or of an order that is not paid or not collected, is refused', async () => {
    const { id, code, version } = await paid()
    await ready(id, version)
    expect(await collect(id, { code, version })).toMatchObject({ status: 409, problem: { code: 'stale_version' } })
    const unpaid = await placed()
    const refused = { status: 409, problem: { code: 'order_state' } }
    expect(await collect(unpaid.id, { code, version: (await readAsStaff(unpaid.id)).version })).toMatchObject(refused)
    expect(await ready(unpaid.id, (await readAsStaff(unpaid.id)).version)).toMatchObject(refused)
    const sent = await play.paidOrder(payer)
    expect(await collect(sent.id, { code, version: (await readAsStaff(sent.id)).version })).toMatchObject(refused)
    expect(await ready(sent.id, (await readAsStaff(sent.id)).version)).toMatchObject(refused)
    expect((await readAsStaff(sent.id)).actions).toContainEqual({
      action: 'collect',
      allowed: false,
      reason: 'express',
    })
  })

  test('waits for an open return request', async () => {
    const { id, code } = await paid()
    const [line] = (await readAsStaff(id)).items
    const body = {
      order_id: id,
      kind: 'refund' as const,
      reason_code: 'changed_mind',
      items: [{ order_item_id: line?.id ?? 0, count: 1 }],
    }
    const opened = await api('POST /v1/after_sale', { token: payer.token, body })
    expect(opened.status).toBe(201)
    expect((await find(code)).body.refusal).toBe('after_sale_open')
    const open = { status: 409, problem: { code: 'after_sale_open' } }
    const { version } = await readAsStaff(id)
    expect(await collect(id, { code, version })).toMatchObject(open)
    expect(await ready(id, version)).toMatchObject(open)
    await api('POST /v1/after_sale/{id}/withdraw', { token: payer.token, params: { id: opened.body.id } })
    expect((await collect(id, { code, version: (await readAsStaff(id)).version })).body.status).toBe('completed')
  })

  test('gives what is left while other pieces are being refunded, and the order is completed later', async () => {
    const { id, code } = await paid()
    const [first] = (await readAsStaff(id)).items
    await play.refund(id, clerk.id, { items: [{ order_item_id: first?.id ?? 0, count: 2 }] })
    const done = await collect(id, { code, version: (await readAsStaff(id)).version })
    expect(done.body).toMatchObject({ status: 'paid', shipments: [{ items: [{ count: 2 }] }] })
    expect((await read(id)).body.pickup).toMatchObject({ code: null, collected_at: expect.any(String) })
    const [sent] = done.body.shipments
    const revoked = await api('POST /cms/order/{id}/shipment/{sid}/revoke', {
      token: clerk.token,
      params: { id, sid: sent?.id ?? 0 },
      body: { version: done.body.version },
    })
    expect(revoked).toMatchObject({ status: 409, problem: { code: 'order_state' } })
    await play.settleAll()
    expect((await readAsStaff(id)).status).toBe('shipped')
  })

  test('gives the rest, by the same code, if its refund fails after all', async () => {
    const { id, code } = await paid()
    const [first] = (await readAsStaff(id)).items
    const payment_no = await play.refund(id, clerk.id, { items: [{ order_item_id: first?.id ?? 0, count: 2 }] })
    await collect(id, { code, version: (await readAsStaff(id)).version })
    expect(await find(code)).toMatchObject({ status: 409, problem: { code: 'already_collected' } })
    // Nothing is reported meanwhile: without a carrier, the platform accepts one shipment, as a whole.
    await play.makeEverythingDue()
    expect(await reportDue(settingsFrom([]))).toMatchObject({ refused: 0 })
    expect((await readAsStaff(id)).report).toMatchObject({ status: 'waiting', errcode: null })

    await sendRefunds(payment_no)
    const [refund] = (await readAsStaff(id)).refunds
    await settleRefund(refund?.refund_no ?? '', 'CLOSED')
    await play.settleAll()
    const closed = await api('POST /cms/order/{id}/refund/{rid}/close', {
      token: clerk.token,
      params: { id, rid: refund?.id ?? 0 },
    })
    expect(closed.status).toBe(200)
    expect((await read(id)).body.pickup?.code).toBe(code)
    const found = (await find(code)).body
    expect(found.items.map(({ left_count }) => left_count)).toEqual([2, 0])
    const done = await collect(id, { code, version: found.version })
    expect(done.body).toMatchObject({ status: 'completed', shipments: [{ method: 'pickup' }, { method: 'pickup' }] })
    expect(await find(code)).toMatchObject({ status: 409, problem: { code: 'already_collected' } })
    await play.makeEverythingDue()
    expect(await reportDue(settingsFrom([]))).toMatchObject({ refused: 0 })
    expect((await readAsStaff(id)).report).toMatchObject({ status: 'uploaded', errcode: null })
  })

  test('is the only way to ship an order to collect', async () => {
    const { id } = await paid()
    const refused = { status: 409, problem: { code: 'order_state' } }
    expect(await play.ship(id, clerk.token)).toMatchObject(refused)
    expect((await readAsStaff(id)).actions).toContainEqual({ action: 'ship', allowed: false, reason: 'pickup' })
  })

  test('is reported to the platform as collected', async () => {
    const { id, code, version } = await paid()
    await collect(id, { code, version })
    await play.makeEverythingDue()
    await reportDue(settingsFrom([]))
    const order = await readAsStaff(id)
    expect(order.shipments[0]?.reported_at).not.toBeNull()
    const [payment] = await play.paymentsOf(id)
    const [trade] = await (await database())
      .select()
      .from(tables.sandbox_trade)
      .where(eq(tables.sandbox_trade.out_trade_no, payment?.payment_no ?? ''))
    expect(trade?.shipping).toMatchObject({ logistics_type: 4, finished: true })
  })
})

describe('the list of staff', () => {
  const list = async (query: object) =>
    (await api('GET /cms/order', { token: clerk.token, query: { q: `#${payer.id}`, size: 100, ...query } })).body.items

  test('finds orders to collect, by store, and those that were not collected for days', async () => {
    const other = await newStore()
    const { id, version } = await paid({ store_id: other.id })
    await ready(id, version)
    const sent = await play.paidOrder(payer)
    const idsOf = async (query: object) => (await list(query)).map((row) => row.id)
    expect(await idsOf({ store_id: other.id })).toEqual([id])
    expect((await list({ store_id: other.id }))[0]).toMatchObject({
      store: { id: other.id, name: other.name },
      ready_at: expect.any(String),
    })
    expect(await idsOf({ pickup: 'true' })).toContain(id)
    expect(await idsOf({ pickup: 'true' })).not.toContain(sent.id)
    expect(await idsOf({ pickup: 'false' })).toContain(sent.id)
    expect(await idsOf({ pickup: 'false' })).not.toContain(id)

    const db = await database()
    const ago = (days: number) => sql`now() - make_interval(days => ${days}::int, mins => 1)`
    const since = (days: number) =>
      db
        .update(tables.order_pickup)
        .set({ created_at: ago(days) })
        .where(eq(tables.order_pickup.order_id, id))
    await since(2)
    expect(await idsOf({ not_collected: 'true' })).not.toContain(id)
    expect(await idsOf({ not_collected: 'false' })).toContain(id)
    await since(3)
    // Counted from when it was ready, which was just now.
    expect(await idsOf({ not_collected: 'true' })).not.toContain(id)
    await db
      .update(tables.order_pickup)
      .set({ ready_at: ago(3) })
      .where(eq(tables.order_pickup.order_id, id))
    expect(await idsOf({ not_collected: 'true' })).toEqual([id])
    expect(await idsOf({ not_collected: 'false' })).not.toContain(id)
  })

  test('counts an order to collect neither as late, nor as forgotten once it was handed over', async () => {
    const { id, code, version } = await paid()
    const db = await database()
    const past = sql`now() - interval '5 days'`
    await db.update(tables.order).set({ paid_at: past }).where(eq(tables.order.id, id))
    await db.update(tables.order_pickup).set({ created_at: past }).where(eq(tables.order_pickup.order_id, id))
    const idsOf = async (query: object) => (await list(query)).map((row) => row.id)
    expect(await idsOf({ late: 'true' })).not.toContain(id)
    expect(await idsOf({ not_collected: 'true' })).toContain(id)
    const { token } = await newStaff(['cms.order.list'])
    const work = async () =>
      (await api('GET /cms/dashboard/work', { token })).body.find(({ key }) => key === 'not_collected')?.count ?? 0
    const before = await work()
    await collect(id, { code, version })
    expect(await idsOf({ not_collected: 'true' })).not.toContain(id)
    expect(await work()).toBe(before - 1)
  })
})
