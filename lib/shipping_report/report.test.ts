import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { singleton } from '@/db/singleton'
import * as tables from '@/db/tables'
import { settingsFrom } from '@/lib/kit/config/settings'
import { env } from '@/lib/kit/env'
import { sendRefunds } from '@/lib/payment/provider'
import { sandboxAccount } from '@/lib/platform/sandbox/account'
import { loginCode, settleRefund } from '@/lib/platform/sandbox/control'
import type { ProviderFault } from '@/lib/platform/sandbox/fetch'
import { faults, sandboxFetch } from '@/lib/platform/sandbox/fetch'
import { announceMove } from '@/lib/platform/sandbox/messages'
import { moveTrade } from '@/lib/platform/sandbox/shipping'
import { setRuntime } from '@/lib/platform/wechat/transport'
import { askFor } from '@/lib/server/testing/after_sale'
import { api } from '@/lib/server/testing/api'
import { database, newProduct, newStaff, unique } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'
import { compareUnshipped } from './check'
import { reportDue } from './send'

const defaults = settingsFrom([])

let payer: play.Payer
let keeper: { id: number; token: string }

beforeAll(async () => {
  play.usePlatform()
  // Also writes the base data, which includes the dictionaries of carriers and reasons.
  await migrateDatabase()
  payer = await play.newPayer()
  keeper = await newStaff([
    'cms.order.list',
    'cms.order.ship',
    'cms.order.refund',
    'cms.notice.list',
    'cms.dashboard.list',
  ])
})
beforeEach(async () => {
  play.usePlatform()
  // Reports of earlier tests must not be sent, or they would use up the faults of this test.
  const db = await database()
  await db.update(tables.shipping_report).set({ next_try_at: null })
})

/** Makes all waiting payments, refunds and shipping reports due, and runs the report job once. */
async function run(settings = defaults) {
  await play.makeEverythingDue()
  return reportDue(settings)
}

async function reportOf(order_id: number) {
  const db = await database()
  const [report] = await db.select().from(tables.shipping_report).where(eq(tables.shipping_report.order_id, order_id))
  return report
}

/** Returns the shipping state of an order on the simulated platform. */
async function platformOf(order: { payment_no: string }) {
  const db = await database()
  const [trade] = await db
    .select()
    .from(tables.sandbox_trade)
    .where(eq(tables.sandbox_trade.out_trade_no, order.payment_no))
  return trade?.shipping
}

const numbersOf = (shipping: Awaited<ReturnType<typeof platformOf>>) => shipping?.list.map((one) => one.tracking_no)

/**
 * Returns the ids of orders whose report waits too long or was refused; with `not_reported` `false`, the ids of all
 * other orders.
 */
async function notReported(not_reported = 'true') {
  const { body } = await api('GET /cms/order', { token: keeper.token, query: { not_reported, size: 100 } })
  return body.items.map(({ id }) => id)
}

/** Places and pays an order of two pieces of one SKU. */
const paid = () => play.paidOrder(payer, { count: 2 })

const shipAll = async (id: number, input: Parameters<typeof play.ship>[2] = {}) => {
  const shipped = await play.ship(id, keeper.token, input)
  expect(shipped.status, shipped.text).toBe(200)
  return shipped.body
}

/** Ships `count` pieces of an order with a single line. */
const shipPart = async (id: number, count: number) =>
  shipAll(id, { items: [{ order_item_id: (await play.lineOf(id)).id, count }] })

/** Refunds one piece that was not shipped. */
async function refundPiece(id: number) {
  await play.refund(id, keeper.id, { items: [{ order_item_id: (await play.lineOf(id)).id, count: 1 }] })
  await play.settleAll()
}

const read = async (id: number) => (await api('GET /cms/order/{id}', { token: keeper.token, params: { id } })).body

const noticesOf = async (subject: string) => {
  const db = await database()
  const rows = await db.select().from(tables.notice).where(eq(tables.notice.subject, subject))
  return rows.map(({ kind }) => kind)
}

describe('an order in one parcel', () => {
  test('is reported in one upload, with its carrier, number and contents', async () => {
    const order = await paid()
    const { shipments } = await shipAll(order.id)
    expect(await reportOf(order.id)).toMatchObject({ status: 'waiting', finished: false, tries: 0 })
    await run()
    const [parcel] = shipments
    expect(await platformOf(order)).toEqual({
      delivery_mode: 1,
      logistics_type: 1,
      list: [{ tracking_no: parcel?.tracking_no, express_company: 'SF', item_desc: expect.stringMatching(/ ×2$/) }],
      finished: true,
      reshipped: false,
    })
    const after = await read(order.id)
    expect(after.report).toMatchObject({ status: 'uploaded', next_try_at: null, errcode: null })
    expect(after.shipments[0]?.reported_at).not.toBeNull()
    expect(after.timeline.filter(({ kind }) => kind === 'report')).toMatchObject([
      { action: 'reported', actor: null, detail: `SF ${parcel?.tracking_no}` },
    ])
  })

  test.each(['010-88886666-801', '+85223456789', '0571-8888', '075512345678'])(
    'for %s is reported, with the last four digits of the number',
    async (mobile) => {
      const order = await paid()
      const db = await database()
      await db
        .update(tables.order)
        .set({ receiver: sql`receiver || jsonb_build_object('mobile', ${mobile}::text)` })
        .where(eq(tables.order.id, order.id))
      await shipAll(order.id)
      await run()
      expect(await reportOf(order.id)).toMatchObject({ status: 'uploaded', errcode: null })
    },
  )

  test('is not reported for a minute, in which it can be revoked', async () => {
    const order = await paid()
    await shipAll(order.id)
    const report = await reportOf(order.id)
    const [payment] = await play.paymentsOf(order.id)
    const waited = Number(report?.next_try_at) - Number(payment?.paid_at)
    expect(waited).toBeGreaterThanOrEqual(59_000)
    await reportDue(defaults)
    expect(await platformOf(order)).toBeNull()
  })

  test.each([
    ['local', 2],
    ['virtual', 3],
    ['pickup', 4],
  ] as const)('by %s has neither carrier nor number', async (method, logistics_type) => {
    const order = await paid()
    await shipAll(order.id, { method, carrier: undefined, tracking_no: undefined })
    await run()
    expect(await platformOf(order)).toMatchObject({
      delivery_mode: 1,
      logistics_type,
      list: [{ item_desc: expect.any(String) }],
      finished: true,
    })
    expect((await reportOf(order.id))?.status).toBe('uploaded')
  })

  test('is described by the goods in it', async () => {
    // Lines without a shipment: from here on, the ids of shipments and of lines differ.
    await paid()
    await paid()
    const { skus } = await newProduct({ name: '雨前绿茶', skus: [{}, {}] })
    const items = skus.map(({ id }) => ({ sku_id: id, count: 2 }))
    const placed = await api('POST /v1/order', { token: payer.token, body: { items } })
    const { payment_no } = await play.payOrder(payer, placed.body.id)
    await play.deliver()
    const order = { ...placed.body, payment_no }
    const [first] = order.items
    await play.ship(order.id, keeper.token, { items: [{ order_item_id: first?.id ?? 0, count: 1 }] })
    await play.ship(order.id, keeper.token)
    await run()
    const one = '雨前绿茶 ×1'
    expect((await platformOf(order))?.list.map(({ item_desc }) => item_desc)).toEqual([one, `${one}；雨前绿茶 ×2`])
  })

  test('is described in at most 120 characters', async () => {
    const { skus } = await newProduct({ name: '长'.repeat(60), skus: [{}, {}, {}] })
    const items = skus.map(({ id }) => ({ sku_id: id, count: 1 }))
    const placed = await api('POST /v1/order', { token: payer.token, body: { items } })
    const { payment_no } = await play.payOrder(payer, placed.body.id)
    await play.deliver()
    const order = { ...placed.body, payment_no }
    await shipAll(order.id)
    await run()
    expect((await platformOf(order))?.list[0]?.item_desc.length).toBeLessThanOrEqual(120)
    expect((await reportOf(order.id))?.status).toBe('uploaded')
  })
})

describe('an order in parts', () => {
  test('is reported parcel by parcel, and complete with the last', async () => {
    const order = await paid()
    const first = await shipPart(order.id, 1)
    await run()
    expect(await platformOf(order)).toMatchObject({ delivery_mode: 2, finished: false })
    expect(await reportOf(order.id)).toMatchObject({ status: 'waiting', next_try_at: null, finished: false })
    const second = await shipAll(order.id)
    await run()
    const shipping = await platformOf(order)
    expect(shipping).toMatchObject({ delivery_mode: 2, finished: true })
    expect(numbersOf(shipping)).toEqual(second.shipments.map(({ tracking_no }) => tracking_no))
    expect(second.shipments[0]?.id).toBe(first.shipments[0]?.id)
    expect(await reportOf(order.id)).toMatchObject({ status: 'uploaded', finished: true })
  })

  test('is reported in the order of shipping, if several parcels are due', async () => {
    const order = await play.paidOrder(payer, { count: 3 })
    await shipPart(order.id, 1)
    await shipPart(order.id, 1)
    const { shipments } = await shipAll(order.id)
    expect(await run()).toMatchObject({ reported: 3 })
    expect(numbersOf(await platformOf(order))).toEqual(shipments.map(({ tracking_no }) => tracking_no))
  })

  test('is completed when its last pieces are refunded instead', async () => {
    const order = await paid()
    await shipPart(order.id, 1)
    await run()
    await refundPiece(order.id)
    expect((await read(order.id)).status).toBe('shipped')
    await run()
    const shipping = await platformOf(order)
    expect([shipping?.finished, shipping?.list.length]).toEqual([true, 1])
    expect(await reportOf(order.id)).toMatchObject({ status: 'uploaded', finished: true })
  })

  test('raises an alarm if the platform refuses its completion', async () => {
    const order = await paid()
    await shipPart(order.id, 1)
    await run()
    await refundPiece(order.id)
    faults.next('errcode_10060003', { path: 'upload_shipping_info' })
    await run()
    expect((await reportOf(order.id))?.status).toBe('refused')
    expect(await noticesOf(order.payment_no)).toEqual(['shipping_refused'])
  })
})

test('a report is complete if the platform knows of the refund of everything before the shop does', async () => {
  const order = await paid()
  await shipPart(order.id, 1)
  const items = [{ order_item_id: (await play.lineOf(order.id)).id, count: 2 }]
  await sendRefunds(await play.refund(order.id, keeper.id, { items }))
  const [refund] = await play.refundsOf(order.id)
  await settleRefund(refund?.refund_no ?? '', 'SUCCESS')
  expect(await run()).toMatchObject({ refused: 0 })
  expect((await read(order.id)).status).toBe('paid')
  expect(await reportOf(order.id)).toMatchObject({ status: 'uploaded', finished: true })
  await play.settleAll()
  await run()
  const { status, report, shipments } = await read(order.id)
  expect([status, report?.status, shipments.every(({ reported_at }) => reported_at)]).toEqual([
    'refunded',
    'uploaded',
    true,
  ])
})

test('an order that is refunded before it is shipped is not reported', async () => {
  const order = await paid()
  await play.refund(order.id, keeper.id)
  await play.settleAll()
  expect(await reportOf(order.id)).toBeUndefined()
})

describe('a parcel that was reported', () => {
  test('cannot be revoked; an unreported parcel can be revoked, and is never reported', async () => {
    const order = await play.paidOrder(payer, { count: 3 })
    await shipPart(order.id, 1)
    await run()
    const { shipments, version } = await shipPart(order.id, 1)
    const revoke = (sid: number) =>
      api('POST /cms/order/{id}/shipment/{sid}/revoke', {
        token: keeper.token,
        params: { id: order.id, sid },
        body: { version },
      })
    const [first, second] = shipments
    expect((await revoke(first?.id ?? 0)).problem).toMatchObject({ status: 409, code: 'order_state' })
    expect((await revoke(second?.id ?? 0)).status).toBe(200)
    await run()
    expect(numbersOf(await platformOf(order))).toEqual([first?.tracking_no])
  })

  test('is corrected on the platform once', async () => {
    const order = await paid()
    const first = await shipPart(order.id, 1)
    const { shipments } = await shipAll(order.id)
    await run()
    const correct = async (at: number, tracking_no: string) =>
      api('POST /cms/order/{id}/shipment/{sid}/correct', {
        token: keeper.token,
        params: { id: order.id, sid: shipments[at]?.id ?? 0 },
        body: { carrier: 'ZTO', tracking_no, version: (await read(order.id)).version },
      })
    const right = unique('ZTO')
    expect((await correct(0, right)).status).toBe(200)
    expect((await reportOf(order.id))?.status).toBe('waiting')
    await run()
    expect(numbersOf(await platformOf(order))).toEqual([right, shipments[1]?.tracking_no])
    expect((await read(order.id)).report).toMatchObject({ status: 'uploaded', corrected_at: expect.any(String) })
    expect((await correct(1, unique('ZTO'))).problem).toMatchObject({ status: 409, code: 'limit_reached' })
    expect(first.shipments).toHaveLength(1)
  })

  test('is corrected on the platform together with the last parcel', async () => {
    const order = await paid()
    const { shipments, version } = await shipPart(order.id, 1)
    await run()
    const right = unique('ZTO')
    const params = { id: order.id, sid: shipments[0]?.id ?? 0 }
    const body = { carrier: 'ZTO', tracking_no: right, version }
    await api('POST /cms/order/{id}/shipment/{sid}/correct', { token: keeper.token, params, body })
    const whole = await shipAll(order.id)
    await run()
    expect(numbersOf(await platformOf(order))).toEqual([right, whole.shipments[1]?.tracking_no])
    expect((await reportOf(order.id))?.status).toBe('uploaded')
  })

  test('can be corrected before the report without using up the correction on the platform', async () => {
    const order = await paid()
    const { shipments, version } = await shipAll(order.id)
    const right = unique('ZTO')
    const params = { id: order.id, sid: shipments[0]?.id ?? 0 }
    const body = { carrier: 'ZTO', tracking_no: right, version }
    await api('POST /cms/order/{id}/shipment/{sid}/correct', { token: keeper.token, params, body })
    await run()
    expect(await platformOf(order)).toMatchObject({ finished: true, reshipped: false })
    expect(numbersOf(await platformOf(order))).toEqual([right])
    expect((await reportOf(order.id))?.corrected_at).toBeNull()
  })

  /**
   * Ships an order completely or partly (`parts`), reports the parcel with a fault, corrects the tracking number, and
   * reports again. Returns the new tracking number.
   */
  async function correctAfter(fault: ProviderFault, times: number, order: { id: number }, parts: boolean) {
    const { shipments, version } = parts ? await shipPart(order.id, 1) : await shipAll(order.id)
    for (let at = 0; at < times; at++) faults.next(fault, { path: 'upload_shipping_info' })
    await run()
    expect(faults.pending).toBe(0)
    const right = unique('ZTO')
    const params = { id: order.id, sid: shipments[0]?.id ?? 0 }
    const body = { carrier: 'ZTO', tracking_no: right, version }
    const { status } = await api('POST /cms/order/{id}/shipment/{sid}/correct', { token: keeper.token, params, body })
    expect(status).toBe(200)
    await run()
    return right
  }

  test('after a lost response, is corrected instead of reported as a second parcel', async () => {
    const order = await paid()
    const right = await correctAfter('answer_lost', 3, order, false)
    const shipping = await platformOf(order)
    expect([numbersOf(shipping), shipping?.reshipped]).toEqual([[right], true])
    expect(await reportOf(order.id)).toMatchObject({ status: 'uploaded', corrected_at: expect.any(Date) })

    const other = await paid()
    const first = await correctAfter('answer_lost', 3, other, true)
    const { shipments } = await shipAll(other.id)
    await run()
    expect(numbersOf(await platformOf(other))).toEqual([first, shipments[1]?.tracking_no])
    expect((await reportOf(other.id))?.status).toBe('uploaded')
  })

  test('after a lost response, is corrected also if the platform answers that it is shipped already', async () => {
    const order = await paid()
    const { shipments } = await shipAll(order.id)
    for (let at = 0; at < 3; at++) faults.next('answer_lost', { path: 'upload_shipping_info' })
    await run()
    const params = { id: order.id, sid: shipments[0]?.id ?? 0 }
    const body = { carrier: 'ZTO', tracking_no: unique('ZTO'), version: (await read(order.id)).version }
    await api('POST /cms/order/{id}/shipment/{sid}/correct', { token: keeper.token, params, body })
    expect(numbersOf(await platformOf(order))).toEqual([shipments[0]?.tracking_no])
    faults.next('errcode_10060002', { path: 'upload_shipping_info' })
    await run()
    expect(numbersOf(await platformOf(order))).toEqual([body.tracking_no])
    expect(await reportOf(order.id)).toMatchObject({ status: 'uploaded', corrected_at: expect.any(Date) })
  })

  test('cannot be corrected while the platform may have accepted the correction of another parcel', async () => {
    const order = await paid()
    await shipPart(order.id, 1)
    const { shipments } = await shipAll(order.id)
    await run()
    const correct = async (at: number, tracking_no: string) =>
      api('POST /cms/order/{id}/shipment/{sid}/correct', {
        token: keeper.token,
        params: { id: order.id, sid: shipments[at]?.id ?? 0 },
        body: { carrier: 'ZTO', tracking_no, version: (await read(order.id)).version },
      })
    const right = unique('ZTO')
    await correct(0, right)
    for (let at = 0; at < 3; at++) faults.next('answer_lost', { path: 'upload_shipping_info' })
    await run()
    expect(numbersOf(await platformOf(order))).toEqual([right, shipments[1]?.tracking_no])
    expect((await correct(1, unique('ZTO'))).problem).toMatchObject({ status: 409, code: 'limit_reached' })
    await run()
    expect(await reportOf(order.id)).toMatchObject({ status: 'uploaded', errcode: null })

    const other = await paid()
    await shipAll(other.id)
    await run()
    const { shipments: parcels, version } = await read(other.id)
    const body = { carrier: 'ZTO', tracking_no: unique('ZTO'), version }
    const params = { id: other.id, sid: parcels[0]?.id ?? 0 }
    await api('POST /cms/order/{id}/shipment/{sid}/correct', { token: keeper.token, params, body })
    faults.next('errcode_10060012', { path: 'upload_shipping_info' })
    await run()
    expect(await reportOf(other.id)).toMatchObject({ status: 'waiting', corrected_at: null })
    await run()
    expect(numbersOf(await platformOf(other))).toEqual([body.tracking_no])
    expect(await reportOf(other.id)).toMatchObject({ status: 'uploaded', corrected_at: expect.any(Date) })
  })

  test('after a lost response, is completed when the last pieces are refunded instead', async () => {
    const order = await paid()
    const { shipments } = await shipPart(order.id, 1)
    for (let at = 0; at < 3; at++) faults.next('answer_lost', { path: 'upload_shipping_info' })
    await run()
    expect(await platformOf(order)).toMatchObject({ delivery_mode: 2, finished: false })
    await refundPiece(order.id)
    await run()
    const shipping = await platformOf(order)
    expect([shipping?.finished, numbersOf(shipping)]).toEqual([true, [shipments[0]?.tracking_no]])
    expect(await reportOf(order.id)).toMatchObject({ status: 'uploaded', finished: true })
  })

  test('after a refusal of the platform, is reported with the corrected number, as a first report', async () => {
    const order = await paid()
    const right = await correctAfter('errcode_268485194', 1, order, false)
    const shipping = await platformOf(order)
    expect([numbersOf(shipping), shipping?.reshipped]).toEqual([[right], false])
    expect(await reportOf(order.id)).toMatchObject({ status: 'uploaded', corrected_at: null })
  })

  /**
   * Creates an order whose parcel was reported, and corrects the tracking number of the parcel without reporting the
   * correction.
   */
  async function corrected() {
    const order = await paid()
    const { shipments, version } = await shipAll(order.id)
    await run()
    const params = { id: order.id, sid: shipments[0]?.id ?? 0 }
    const body = { carrier: 'ZTO', tracking_no: unique('ZTO'), version }
    await api('POST /cms/order/{id}/shipment/{sid}/correct', { token: keeper.token, params, body })
    return order
  }

  test('raises an alarm if the platform refuses its correction', async () => {
    const order = await corrected()
    faults.next('errcode_10060003', { path: 'upload_shipping_info' })
    await run()
    expect(await reportOf(order.id)).toMatchObject({ status: 'refused', errcode: 10060003 })
    expect(await noticesOf(order.payment_no)).toEqual(['shipping_refused'])
  })

  test('raises no alarm if the goods were received or refunded before the correction was reported', async () => {
    const received = await corrected()
    await moveTrade(received.payment_no, 3)
    const refunded = await corrected()
    await play.refund(refunded.id, keeper.id)
    await play.settleAll()
    await run()
    for (const order of [received, refunded]) {
      expect(await reportOf(order.id)).toMatchObject({ status: 'uploaded', next_try_at: null, errcode: null })
      expect(await noticesOf(order.payment_no)).toEqual([])
    }
  })
})

describe('a response of the platform', () => {
  /** Creates a shipped order and tries `times` times to report the shipping; each attempt meets this fault. */
  async function meet(fault: ProviderFault, times = 1) {
    const order = await paid()
    await shipAll(order.id)
    for (let at = 0; at < times; at++) faults.next(fault, { path: 'upload_shipping_info' })
    await run()
    return order
  }

  test('"nothing new" is a success', async () => {
    const order = await meet('errcode_10060023')
    expect(await reportOf(order.id)).toMatchObject({ status: 'uploaded', finished: true })
  })

  test.each(['errcode_10060012', 'errcode_10060019', 'errcode_44990'] as const)('%s: repeated later', async (fault) => {
    const order = await meet(fault)
    expect(await reportOf(order.id)).toMatchObject({ status: 'waiting', tries: 1, errcode: Number(fault.slice(8)) })
    await run()
    expect(await reportOf(order.id)).toMatchObject({ status: 'uploaded', tries: 0, errcode: null, errmsg: null })
  })

  test.each(['timeout', 'connection_refused', 'html', 'html_ok', 'server_error', 'login_busy'] as const)(
    '%s: repeated three times at once, and again later',
    async (fault) => {
      const order = await meet(fault, 3)
      expect(faults.pending).toBe(0)
      expect(await reportOf(order.id)).toMatchObject({ status: 'waiting', tries: 1, errcode: null })
      await run()
      expect((await reportOf(order.id))?.status).toBe('uploaded')
    },
  )

  test('that is lost: the report is sent again, and contains nothing new for the platform', async () => {
    const order = await meet('answer_lost')
    expect(await reportOf(order.id)).toMatchObject({ status: 'uploaded' })
    expect((await platformOf(order))?.list).toHaveLength(1)
  })

  test('an unknown payment: repeated with growing pauses, then an alarm', async () => {
    const order = await paid()
    await shipAll(order.id)
    const waits: number[] = []
    for (let at = 0; at < 6; at++) {
      faults.next('errcode_10060001', { path: 'upload_shipping_info' })
      await run()
      const report = await reportOf(order.id)
      expect(report?.status).toBe('waiting')
      waits.push(Math.round((Number(report?.next_try_at) - Date.now()) / 1_000))
    }
    expect(waits.map((wait) => Math.round(wait / 10) * 10)).toEqual([10, 30, 60, 300, 1_800, 7_200])
    faults.next('errcode_10060001', { path: 'upload_shipping_info' })
    await run()
    expect((await reportOf(order.id))?.status).toBe('refused')
    expect(await noticesOf(order.payment_no)).toEqual(['shipping_refused'])
  })

  test.each(['errcode_10060002', 'errcode_10060003', 'errcode_10060004'] as const)(
    '%s, with everything shipped on the platform: counts as reported',
    async (fault) => {
      const order = await paid()
      await shipAll(order.id)
      const db = await database()
      const shipping = { delivery_mode: 1 as const, logistics_type: 1, list: [], finished: true, reshipped: false }
      await db
        .update(tables.sandbox_trade)
        .set({ shipping })
        .where(eq(tables.sandbox_trade.out_trade_no, order.payment_no))
      faults.next(fault, { path: 'upload_shipping_info' })
      await run()
      expect(await reportOf(order.id)).toMatchObject({ status: 'uploaded', finished: true, order_state: 2 })
      expect(await noticesOf(order.payment_no)).toEqual([])
    },
  )

  test.each(['errcode_10060002', 'errcode_10060003', 'errcode_10060004'] as const)(
    '%s, with nothing shipped on the platform: an alarm',
    async (fault) => {
      const order = await meet(fault)
      expect(await reportOf(order.id)).toMatchObject({ status: 'refused', errcode: Number(fault.slice(8)) })
      expect(await noticesOf(order.payment_no)).toEqual(['shipping_refused'])
    },
  )

  test('a contradiction, with a failing query of the state: repeated later', async () => {
    const order = await paid()
    await shipAll(order.id)
    faults.next('errcode_10060002', { path: 'upload_shipping_info' })
    for (let at = 0; at < 3; at++) faults.next('html_ok', { path: 'get_order' })
    await run()
    expect(await reportOf(order.id)).toMatchObject({ status: 'waiting', tries: 1 })
  })

  test.each(['errcode_10060031', 'errcode_47001', 'errcode_10060014', 'errcode_268485194', 'errcode_99999'] as const)(
    '%s: an alarm, an entry of the error log, and work for staff',
    async (fault) => {
      const order = await meet(fault)
      const errcode = Number(fault.slice(8))
      expect((await read(order.id)).report).toMatchObject({ status: 'refused', errcode, next_try_at: null })
      expect(await noticesOf(order.payment_no)).toEqual(['shipping_refused'])
      expect(await play.errorsLike(`%refused with errcode ${errcode}%`)).toHaveLength(1)
      expect(await notReported()).toContain(order.id)
    },
  )

  test('an invalid access token: repeated with a new token', async () => {
    const order = await meet('access_token_invalid')
    expect((await reportOf(order.id))?.status).toBe('uploaded')
  })

  test.each(['errcode_48001', 'errcode_61007'] as const)(
    '%s: one alarm for all reports, repeated in hours',
    async (fault) => {
      const db = await database()
      await db.delete(tables.notice).where(eq(tables.notice.subject, 'wechat'))
      const order = await meet(fault)
      const report = await reportOf(order.id)
      expect(report?.status).toBe('waiting')
      expect(Number(report?.next_try_at) - Date.now()).toBeGreaterThan(7_000_000)
      // Only one of two reports would get the second fault.
      await db.update(tables.shipping_report).set({ next_try_at: null })
      await meet(fault)
      expect(await noticesOf('wechat')).toEqual(['shipping_off'])
    },
  )

  test('a failure for hours: an alarm, and attempts continue', async () => {
    const order = await paid()
    await shipAll(order.id)
    for (let at = 0; at < 6; at++) {
      faults.next('errcode_10060019', { path: 'upload_shipping_info' })
      await run()
    }
    expect(await noticesOf(order.payment_no)).toEqual(['shipping_refused'])
    expect(await notReported()).toContain(order.id)
    expect(await notReported('false')).not.toContain(order.id)
    await run()
    expect((await reportOf(order.id))?.status).toBe('uploaded')
    expect(await notReported()).not.toContain(order.id)
    expect(await notReported('false')).toContain(order.id)
  })
})

test('staff can resend a refused report, and only a refused one', async () => {
  const order = await paid()
  await shipAll(order.id)
  faults.next('errcode_10060031', { path: 'upload_shipping_info' })
  await run()
  const again = () => api('POST /cms/order/{id}/report', { token: keeper.token, params: { id: order.id } })
  const work = async () => {
    const { body } = await api('GET /cms/dashboard/work', { token: keeper.token })
    return body.find(({ key }) => key === 'not_reported')?.count ?? 0
  }
  const before = await work()
  expect((await again()).body.report?.status).toBe('waiting')
  expect(await work()).toBe(before - 1)
  await run()
  // The request also sends the report in the background, so it may still be running.
  await expect.poll(async () => (await reportOf(order.id))?.status).toBe('uploaded')
  expect((await again()).problem).toMatchObject({ status: 409, code: 'order_state' })
})

test('staff can correct the phone number of a refused report, which is sent again with it', async () => {
  const phones: unknown[] = []
  setRuntime({
    fetch: async (url, init) => {
      const { shipping_list } = String(url).includes('upload_shipping_info') ? JSON.parse(String(init?.body)) : {}
      if (shipping_list) phones.push(shipping_list[0].contact)
      return sandboxFetch(url, init)
    },
    pause: async () => {},
  })
  const order = await paid()
  await shipAll(order.id)
  faults.next('errcode_10060005', { path: 'upload_shipping_info' })
  const correct = async (mobile: string, token = keeper.token) => {
    const { version } = await read(order.id)
    return api('POST /cms/order/{id}/report/phone', { token, params: { id: order.id }, body: { mobile, version } })
  }
  expect((await correct('13800001235')).problem.code).toBe('order_state')
  await run()
  expect(await reportOf(order.id)).toMatchObject({ status: 'refused', errcode: 10060005 })
  const { receiver } = await read(order.id)
  expect((await correct(receiver.mobile)).problem.invalid_params).toMatchObject([{ name: 'mobile', code: 'unchanged' }])
  expect((await reportOf(order.id))?.status).toBe('refused')
  const other = await newStaff(['cms.order.list', 'cms.order.update'])
  expect((await correct('13800001235', other.token)).status).toBe(403)
  expect((await correct('138 0000 1235')).body).toMatchObject({
    receiver: { ...receiver, mobile: '13800001235' },
    report: { status: 'waiting' },
  })
  await run()
  await expect.poll(async () => (await reportOf(order.id))?.status).toBe('uploaded')
  expect(phones.at(-1)).toEqual({ receiver_contact: '138****1235' })
  expect(phones.at(0)).not.toEqual(phones.at(-1))
  const { timeline } = await read(order.id)
  expect(timeline.some(({ action, actor }) => action === 'readdress' && actor?.id === keeper.id)).toBe(true)
  const audits = await (await database())
    .select()
    .from(tables.oper_log)
    .where(and(eq(tables.oper_log.target_id, String(order.id)), eq(tables.oper_log.action, 'report')))
  const succeeded = audits.filter(({ success }) => success)
  expect(succeeded).toMatchObject([{ target_type: 'order', user_id: keeper.id }])
})

test('the phone number of a report is corrected only for a carrier that needs it', async () => {
  const order = await paid()
  await shipAll(order.id, { carrier: 'ZTO' })
  faults.next('errcode_10060005', { path: 'upload_shipping_info' })
  await run()
  const { version } = await read(order.id)
  const body = { mobile: '13800001235', version }
  const refused = await api('POST /cms/order/{id}/report/phone', {
    token: keeper.token,
    params: { id: order.id },
    body,
  })
  expect(refused.problem.code).toBe('order_state')
  expect((await reportOf(order.id))?.status).toBe('refused')
})

test('a report with an unexpected failure does not stop the others', async () => {
  const [broken, fine] = [await paid(), await paid()]
  for (const { id } of [broken, fine]) await shipAll(id)
  const db = await database()
  await db.update(tables.payment).set({ transaction_id: null }).where(eq(tables.payment.payment_no, broken.payment_no))
  await expect(run()).rejects.toThrow('has no number')
  expect((await reportOf(fine.id))?.status).toBe('uploaded')
})

describe('the setting', () => {
  test('off: nothing is reported; after it is on, the next parcel reports all', async () => {
    const order = await paid()
    await shipPart(order.id, 1)
    await run({ ...defaults, 'wechat.shipping': 'off' })
    expect(await reportOf(order.id)).toMatchObject({ status: 'not_needed', next_try_at: null })
    expect(await platformOf(order)).toBeNull()
    await shipAll(order.id)
    await run({ ...defaults, 'wechat.shipping': 'on' })
    expect((await platformOf(order))?.list).toHaveLength(2)
  })

  test('auto: the platform is queried, and queried again after a failure', async () => {
    const order = await paid()
    await shipAll(order.id)
    const known = singleton(`trade-managed.${env().BASE_URL}/sandbox/api.${(await sandboxAccount()).appid}`, () => ({
      managed: true,
      until: 0,
    }))
    known.until = 0
    faults.next('errcode_10060019', { path: 'is_trade_managed' })
    await expect(run()).rejects.toMatchObject({ code: 'provider_error' })
    expect((await reportOf(order.id))?.status).toBe('waiting')
    await run()
    expect((await reportOf(order.id))?.status).toBe('uploaded')
  })
})

describe('comparing with the platform', () => {
  test('reports an order again that the platform lists as unshipped', async () => {
    const order = await paid()
    await shipAll(order.id)
    await run()
    const db = await database()
    await db
      .update(tables.sandbox_trade)
      .set({ shipping: null, paid_at: sql`now() - interval '3 hours'` })
      .where(eq(tables.sandbox_trade.out_trade_no, order.payment_no))
    expect(await compareUnshipped(defaults)).toBe(1)
    expect((await reportOf(order.id))?.status).toBe('waiting')
    await run()
    expect(await platformOf(order)).toMatchObject({ finished: true })
    expect(await compareUnshipped(defaults)).toBe(0)
  })

  test('ignores an order that was not shipped here either', async () => {
    const order = await paid()
    const db = await database()
    await db
      .update(tables.sandbox_trade)
      .set({ paid_at: sql`now() - interval '3 hours'` })
      .where(eq(tables.sandbox_trade.out_trade_no, order.payment_no))
    expect(await compareUnshipped(defaults)).toBe(0)
    expect(await reportOf(order.id)).toBeUndefined()
  })
})

describe('confirming receipt by the platform', () => {
  const confirm = (id: number, token = payer.token) =>
    api('POST /v1/order/{id}/confirm', { token, params: { id }, body: { via: 'wechat' } })

  test('completes the order once the receipt is confirmed on the platform, and not before', async () => {
    const order = await paid()
    await shipAll(order.id)
    await run()
    expect((await confirm(order.id)).problem).toMatchObject({ status: 409, code: 'receipt_unconfirmed' })
    expect((await play.readOrder(payer, order.id)).status).toBe('shipped')
    await moveTrade(order.payment_no, 3)
    expect((await confirm(order.id)).body.status).toBe('completed')
  })

  test('is refused for an unshipped order, another customer, or a platform that does not respond', async () => {
    const order = await paid()
    expect((await confirm(order.id)).problem.code).toBe('receipt_unconfirmed')
    const other = await play.newPayer()
    expect((await confirm(order.id, other.token)).problem.code).toBe('not_found')
    for (let at = 0; at < 3; at++) faults.next('timeout', { path: 'get_order' })
    expect((await confirm(order.id)).problem.code).toBe('provider_error')
  })

  test('is optional, and other values are refused', async () => {
    const order = await paid()
    await shipAll(order.id)
    const { body } = await api('POST /v1/order/{id}/confirm', { token: payer.token, params: { id: order.id } })
    expect(body.status).toBe('completed')
    const wrong = await api('POST /v1/order/{id}/confirm', {
      token: payer.token,
      params: { id: order.id },
      body: { via: 'pigeon' },
    })
    expect(wrong.problem.code).toBe('invalid_request')
  })
})

test('an order is found by the number of its payment, by its owner only', async () => {
  const order = await paid()
  const find = (token: string, payment_no = order.payment_no) =>
    api('GET /v1/order/by_payment/{payment_no}', { token, params: { payment_no } })
  expect((await find(payer.token)).body.id).toBe(order.id)
  const other = await play.newPayer()
  const strange = await find(other.token)
  expect(strange.problem).toMatchObject({ status: 404, code: 'not_found' })
  expect({ ...(await find(other.token, 'P00')).problem, request_id: '' }).toEqual({
    ...strange.problem,
    request_id: '',
  })
})

test('the payer of a closed account is erased after the report, and not before', async () => {
  const leaver = await play.newPayer()
  const order = await play.paidOrder(leaver)
  await shipAll(order.id)
  const payerOf = async () => (await play.paymentsOf(order.id))[0]?.payer
  const { code } = await loginCode({ openid: leaver.openid })
  const closed = await api('DELETE /v1/user', { token: leaver.token, body: { code } })
  expect(closed.status, closed.text).toBe(204)
  expect(await payerOf()).toBe(leaver.openid)
  await run()
  expect((await reportOf(order.id))?.status).toBe('uploaded')
  expect(await payerOf()).not.toBe(leaver.openid)
})

test('an order with an open case is not completed by the platform', async () => {
  const order = await paid()
  await shipAll(order.id)
  await run()
  const line = await play.lineOf(order.id)
  expect((await askFor(payer.token, order.id, line.id)).status).toBe(201)
  await announceMove(order.payment_no, 3)
  expect((await play.readOrder(payer, order.id)).status).toBe('shipped')
})
