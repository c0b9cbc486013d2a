import { eq, isNotNull, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { connection } from '@/lib/kit/database'
import { completeShipped } from '@/lib/order/ship/fulfil'
import { sandboxAccount } from '@/lib/platform/sandbox/account'
import { faults } from '@/lib/platform/sandbox/fetch'
import { announceParcel, messageOf, sealMessage } from '@/lib/platform/sandbox/messages'
import { runtime, setRuntime } from '@/lib/platform/wechat/transport'
import { api, dispatch } from '@/lib/server/testing/api'
import { database, newStaff, unique } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'
import { askDue } from './ask'

let payer: play.Payer
let keeper: { id: number; token: string }

beforeAll(async () => {
  play.usePlatform()
  await migrateDatabase()
  payer = await play.newPayer()
  keeper = await newStaff(['cms.order.list', 'cms.order.ship', 'cms.dashboard.list'])
})
beforeEach(async () => {
  play.usePlatform()
  // Parcels of earlier tests must not use up the faults of this one.
  await (await database()).update(tables.shipment).set({ track_at: null })
})

/** Places, pays and ships an order. */
async function shipped(input: Parameters<typeof play.ship>[2] = {}) {
  const order = await play.paidOrder(payer)
  const { status, text } = await play.ship(order.id, keeper.token, input)
  expect(status, text).toBe(200)
  return order
}

/** Makes all open parcels due and runs the job once. */
async function ask() {
  const db = await database()
  await db
    .update(tables.shipment)
    .set({ track_at: sql`now() - interval '1 second'` })
    .where(isNotNull(tables.shipment.track_at))
  return askDue()
}

async function parcelOf(order_id: number) {
  const db = await database()
  const [row] = await db.select().from(tables.shipment).where(eq(tables.shipment.order_id, order_id))
  if (!row) throw new Error('no parcel')
  return row
}

const change = async (order_id: number, set: Partial<typeof tables.shipment.$inferInsert>) =>
  (await database()).update(tables.shipment).set(set).where(eq(tables.shipment.order_id, order_id))

/** With a token of the platform. */
async function tracked() {
  const order = await shipped()
  await ask()
  expect(await parcelOf(order.id)).toMatchObject({ waybill_token: expect.any(String) })
  return order
}

/** As the platform would report it of the parcel. Returns the shop's answer. */
async function tell(
  parcel: { carrier: string | null; tracking_no: string | null },
  actions: [at: Date, type: number, text: string][],
) {
  const Actions = actions.map(([at, ActionType, ActionMsg]) => ({
    ActionTime: Math.floor(at.getTime() / 1_000),
    ActionType,
    ActionMsg,
  }))
  const about = {
    DeliveryID: parcel.carrier,
    WayBillId: parcel.tracking_no,
    OrderId: 'x',
    Version: 9,
    Count: Actions.length,
  }
  const message = messageOf('add_express_path', { ...about, Actions }, new Date())
  const { path, body } = sealMessage(await sandboxAccount(), message, new Date())
  const headers = { 'content-type': 'application/json', 'x-peer-address': '203.0.113.9' }
  return dispatch(new Request(new URL(path, 'http://localhost:3000'), { method: 'POST', headers, body }))
}

/** Minutes until the platform is asked about the parcel of each order. */
const minutesOf = async (orders: { id: number }[]) => {
  const minutes: number[] = []
  for (const { id } of orders) {
    const { track_at, tracking_errcode } = await parcelOf(id)
    expect(tracking_errcode).toBeNull()
    minutes.push(Math.round((Number(track_at) - Date.now()) / 60_000))
  }
  return minutes
}

const ago = (hours: number) => new Date(Math.floor(Date.now() / 1_000 - hours * 3_600) * 1_000)

const shown = async (id: number) => (await play.readOrder(payer, id)).shipments[0]
const traceOf = async (id: number) =>
  (await api('GET /v1/order/{id}/trace', { token: payer.token, params: { id } })).body

describe('a parcel', () => {
  test('gets a token a minute after shipping, and its state from the platform', async () => {
    const order = await shipped()
    expect(await askDue()).toEqual({ asked: 0, refused: 0, failed: 0 })
    expect(await shown(order.id)).toMatchObject({ tracking: null, waybill_token: null })
    await ask()
    const { waybill_token } = await parcelOf(order.id)
    expect(await shown(order.id)).toMatchObject({ tracking: null, waybill_token })
    await (await database())
      .update(tables.sandbox_parcel)
      .set({ status: 2 })
      .where(eq(tables.sandbox_parcel.token, waybill_token ?? ''))
    await ask()
    await ask()
    expect(await shown(order.id)).toMatchObject({ tracking: { state: 'on_the_way', text: '' } })
    expect(await traceOf(order.id)).toMatchObject([{ state: 'on_the_way' }])
  })

  test('has the state of the latest news, whatever arrives when, and however often', async () => {
    const order = await tracked()
    const parcel = await parcelOf(order.id)
    const [collected, moved, out, named] = [ago(3), ago(2), ago(1), ago(0.5)]
    await tell(parcel, [
      [moved, 200001, '运输中'],
      [out, 300002, '派送中'],
    ])
    const late: Parameters<typeof tell>[1] = [
      [collected, 100001, '已揽收'],
      [named, 100003, '已分配小哥'],
    ]
    await tell(parcel, late)
    const read = () => api('GET /cms/order/{id}', { token: keeper.token, params: { id: order.id } })
    const { updated_at } = (await read()).body
    await tell(parcel, late)
    expect((await read()).body).toMatchObject({ updated_at })
    expect(await shown(order.id)).toMatchObject({
      tracking: { state: 'out', at: named.toISOString(), text: '已分配小哥' },
    })
    expect((await traceOf(order.id)).map(({ state }) => state)).toEqual([null, 'out', 'on_the_way', 'collected'])
  })

  test('is not asked about once it was delivered', async () => {
    const order = await tracked()
    const { waybill_token } = await parcelOf(order.id)
    expect(await announceParcel(waybill_token ?? '', 'deliver')).toMatchObject({ status: 200 })
    expect(await parcelOf(order.id)).toMatchObject({ tracking: 'delivered', track_at: null })
    expect(await ask()).toMatchObject({ asked: 0 })
  })

  test('of another shop, or with nonsense, changes nothing', async () => {
    const order = await tracked()
    const parcel = await parcelOf(order.id)
    expect((await tell({ carrier: 'ZTO', tracking_no: parcel.tracking_no }, [[ago(1), 300003, '']])).status).toBe(200)
    expect((await tell({ carrier: 'SF', tracking_no: unique('SF') }, [[ago(1), 300003, '']])).status).toBe(200)
    expect(await parcelOf(order.id)).toMatchObject({ tracking: 'none', tracking_at: null })
    await tell(parcel, [[ago(1), 999999, `a\u0000${'长'.repeat(400)}`]])
    const [news] = await traceOf(order.id)
    expect(news).toMatchObject({ state: null })
    expect(news?.text).toHaveLength(200)
    expect(await shown(order.id)).toMatchObject({ tracking: { state: 'none' } })
  })

  test('that is revoked or corrected has no old news', async () => {
    const order = await tracked()
    const parcel = await parcelOf(order.id)
    await tell(parcel, [[ago(1), 300004, '无人']])
    const { body } = await api('GET /cms/order/{id}', { token: keeper.token, params: { id: order.id } })
    const changed = { carrier: 'ZTO', tracking_no: unique('Z'), version: body.version }
    const params = { id: order.id, sid: parcel.id }
    await api('POST /cms/order/{id}/shipment/{sid}/correct', { token: keeper.token, params, body: changed })
    expect(await traceOf(order.id)).toEqual([])
    expect(await shown(order.id)).toMatchObject({ tracking: null, waybill_token: null })
    await tell(parcel, [[ago(1), 300003, '']])
    expect(await shown(order.id)).toMatchObject({ tracking: null })
    const { version } = (await api('GET /cms/order/{id}', { token: keeper.token, params: { id: order.id } })).body
    await api('POST /cms/order/{id}/shipment/{sid}/revoke', { token: keeper.token, params, body: { version } })
    expect(await parcelOf(order.id)).toMatchObject({ track_at: null })
  })

  test('without a number is not asked about', async () => {
    const order = await shipped({ method: 'local', carrier: undefined, tracking_no: undefined })
    expect(await parcelOf(order.id)).toMatchObject({ track_at: null })
  })

  test('of a completed order is not asked about any more', async () => {
    const order = await tracked()
    await api('POST /v1/order/{id}/confirm', { token: payer.token, params: { id: order.id }, body: {} })
    expect(await ask()).toMatchObject({ asked: 0 })
    expect(await parcelOf(order.id)).toMatchObject({ track_at: null })
  })

  test('moves the change of its order', async () => {
    const order = await tracked()
    const read = async () => (await api('GET /cms/order/{id}', { token: keeper.token, params: { id: order.id } })).body
    const before = await read()
    await tell(await parcelOf(order.id), [[ago(1), 100001, '已揽收']])
    const after = await read()
    expect(after.updated_at > before.updated_at).toBe(true)
    expect(after.shipments[0]?.tracking).toMatchObject({ state: 'collected', text: '已揽收' })
    expect((await api('GET /cms/order/{id}/trace', { token: keeper.token, params: { id: order.id } })).body).toEqual(
      await traceOf(order.id),
    )
  })
})

describe('the platform', () => {
  test('refuses: staff see why, nothing is repeated, and a correction asks again', async () => {
    const order = await shipped()
    faults.next('errcode_9300501', { path: 'trace_waybill' })
    expect(await ask()).toMatchObject({ refused: 1 })
    expect(await ask()).toEqual({ asked: 0, refused: 0, failed: 0 })
    const { body } = await api('GET /cms/order/{id}', { token: keeper.token, params: { id: order.id } })
    expect(body.shipments[0]?.untracked).toMatchObject({ errcode: 9300501 })
    const corrected = await api('POST /cms/order/{id}/report/phone', {
      token: keeper.token,
      params: { id: order.id },
      body: { mobile: '13900139000', version: body.version },
    })
    expect(corrected.status, corrected.text).toBe(200)
    expect(corrected.body.shipments[0]?.untracked).toBeNull()
    expect(await ask()).toMatchObject({ asked: 1 })
  })

  test.each([
    ['away', ['html', 'html', 'html']],
    ['busy', ['errcode_44990']],
  ] as const)('is %s: all are asked about again in ten minutes, and nothing is lost', async (_, planned) => {
    const orders = [await tracked(), await tracked()]
    for (const fault of planned) faults.next(fault, { path: 'query_trace' })
    expect(await ask()).toEqual({ asked: 0, refused: 0, failed: 2 })
    expect(await minutesOf(orders)).toEqual([60, 10])
    expect(await ask()).toMatchObject({ asked: 2 })
  })

  test('answers nonsense about one parcel: the others are asked about soon', async () => {
    const orders = [await shipped(), await shipped()]
    const { fetch } = runtime()
    setRuntime({
      fetch: async (url, init) => {
        const answer = await fetch(url, init)
        return url.includes('trace_waybill') ? Response.json({ errcode: 0, waybill_token: '\u0000' }) : answer
      },
    })
    expect(await ask()).toEqual({ asked: 0, refused: 0, failed: 2 })
    expect(await minutesOf(orders)).toEqual([60, 10])
  })

  test('has reached the limit of the day: all wait for the next', async () => {
    const orders = [await shipped(), await shipped(), await shipped()]
    faults.next('errcode_45009', { path: 'trace_waybill' })
    expect(await ask()).toEqual({ asked: 0, refused: 0, failed: 3 })
    for (const { id } of orders) {
      const { track_at } = await parcelOf(id)
      expect(track_at?.toISOString()).toMatch(/T16:00:00\.000Z$/)
    }
  })

  test('answers an old parcel after it was corrected: the answer is dropped', async () => {
    const order = await shipped()
    const { id } = await parcelOf(order.id)
    const { fetch } = runtime()
    setRuntime({
      fetch: async (url, init) => {
        if (url.includes('trace_waybill')) await change(order.id, { tracking_no: unique('NEW') })
        return fetch(url, init)
      },
    })
    await ask()
    expect(await parcelOf(order.id)).toMatchObject({ id, waybill_token: null })
  })

  test('is asked by two jobs at once only once', async () => {
    for (const _ of [1, 2, 3]) await shipped()
    const db = await database()
    await db
      .update(tables.shipment)
      .set({ track_at: sql`now() - interval '1 second'` })
      .where(isNotNull(tables.shipment.track_at))
    const runs = await Promise.all([askDue(), askDue()])
    expect(runs[0].asked + runs[1].asked).toBe(3)
  })
})

test('an order completes by itself days after it was delivered, if that is known', async () => {
  const { transaction } = await connection()
  const known = await tracked()
  const unknown = await shipped()
  const db = await database()
  for (const { id } of [known, unknown])
    await db
      .update(tables.order)
      .set({ shipped_at: ago(24 * 20) })
      .where(eq(tables.order.id, id))
  await change(known.id, { tracking: 'delivered', tracking_at: ago(24 * 9) })
  await transaction((tx) => completeShipped(tx, 10))
  expect(await play.readOrder(payer, known.id)).toMatchObject({ status: 'shipped' })
  expect(await play.readOrder(payer, unknown.id)).toMatchObject({ status: 'completed' })
  await change(known.id, { tracking_at: ago(24 * 10 + 1) })
  await transaction((tx) => completeShipped(tx, 10))
  expect(await play.readOrder(payer, known.id)).toMatchObject({ status: 'completed' })
})

test('staff find the orders of parcels that do not move, as many as the start page counts', async () => {
  const lost = await tracked()
  const still = await tracked()
  const failed = await tracked()
  await change(lost.id, { shipped_at: ago(49) })
  await change(still.id, { tracking: 'on_the_way', tracking_at: ago(73) })
  await change(failed.id, { tracking: 'failed', tracking_at: ago(1) })
  const work = (await api('GET /cms/dashboard/work', { token: keeper.token })).body
  for (const [parcel, { id }] of [
    ['not_collected', lost],
    ['stuck', still],
    ['failed', failed],
  ] as const) {
    const { body } = await api('GET /cms/order', { token: keeper.token, query: { parcel } })
    expect(body.items.map((one) => one.id)).toEqual([id])
    expect(work.find(({ key }) => key === `parcels_${parcel}`)).toMatchObject({ count: 1 })
  }
  await change(still.id, { tracking_at: ago(71) })
  expect((await api('GET /cms/order', { token: keeper.token, query: { parcel: 'stuck' } })).body.items).toEqual([])
})

test('another customer reads no news', async () => {
  const order = await tracked()
  const other = await play.newPayer()
  const { status } = await api('GET /v1/order/{id}/trace', { token: other.token, params: { id: order.id } })
  expect(status).toBe(404)
})
