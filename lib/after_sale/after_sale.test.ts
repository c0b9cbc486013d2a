import { and, eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as tables from '@/db/tables'
import { settingsFrom } from '@/lib/kit/config/settings'
import { connection } from '@/lib/kit/database'
import { completeShipped } from '@/lib/order/ship/fulfil'
import { sendRefunds } from '@/lib/payment/provider'
import { loginCode, settleRefund } from '@/lib/platform/sandbox/control'
import { failRefunds } from '@/lib/platform/sandbox/refunds'
import { lapseDue } from '@/lib/server/jobs/after_sale'
import { act, askFor, caseFaults, decide, lapse } from '@/lib/server/testing/after_sale'
import { api, send } from '@/lib/server/testing/api'
import {
  database,
  newCustomer,
  newProduct,
  newStaff,
  setFreight,
  setParameters,
  stockFaults,
  unique,
} from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { formWith, picture } from '@/lib/server/testing/pictures'
import { migrateDatabase } from '@/lib/server/update-database'
import { disputeCase } from './commands'
import { readCase } from './queries'
import { openCase } from './request'

const codes = [
  ...['list', 'ship', 'refund', 'cancel'].map((verb) => `cms.order.${verb}`),
  ...['list', 'decide', 'receive', 'arbitrate'].map((verb) => `cms.after_sale.${verb}`),
]
const parcel = { carrier: 'SF', tracking_no: 'SF1380000999888' }
const note = '与描述不符'
const defaults = settingsFrom([])

let staff: Awaited<ReturnType<typeof newStaff>>
let payer: play.Payer
beforeAll(async () => {
  play.usePlatform()
  // Also writes the base data, which includes the dictionaries of carriers and reasons.
  await migrateDatabase()
  staff = await newStaff(codes)
})
beforeEach(async () => {
  payer = await play.newPayer()
})
afterEach(async () => {
  expect(await play.moneyFaults()).toEqual([])
  expect(await play.lineFaults()).toEqual([])
  expect(await caseFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
})

/**
 * Places and pays an order with a line for each count, at ¥10 a piece. Returns the ids of the order and of its first
 * two lines.
 */
async function sold(...counts: number[]) {
  const { skus } = await newProduct({ skus: counts.map(() => ({ stock: 100, price: 1000 })) })
  const items = skus.map(({ id }, at) => ({ sku_id: id, count: counts[at] }))
  const placed = await api('POST /v1/order', { token: payer.token, body: { items } })
  await play.payOrder(payer, placed.body.id)
  await play.deliver()
  const lines = placed.body.items.map(({ id }) => id)
  return { id: placed.body.id, first: lines[0] ?? 0, second: lines[1] ?? 0 }
}

const ask = (id: number, line: number, input: Parameters<typeof askFor>[3] = {}) => askFor(payer.token, id, line, input)
const goodsBack = (id: number, line: number, count = 1) =>
  ask(id, line, { kind: 'return_refund', items: [{ order_item_id: line, count }] })
/** Requests the refunds of an order at the provider, which the endpoints do after their response. */
const request = async (id: number) => {
  for (const { payment_no } of await play.paymentsOf(id)) await sendRefunds(payment_no)
}
const refunded = async (id: number) => {
  await request(id)
  await play.deliver(play.inSeconds(60))
}
const own = async (id: number) => (await api('GET /v1/after_sale/{id}', { token: payer.token, params: { id } })).body
const read = (id: number) => play.readOrder(payer, id)
const stockOf = async (order_id: number) => {
  const line = await play.lineOf(order_id)
  const [row] = await (await database()).select().from(tables.sku).where(eq(tables.sku.id, line.sku_id))
  return row?.stock
}

describe('the time to decide', () => {
  const decideBy = async (id: number) => new Date((await own(id)).decide_by).getTime()
  const hour = 3_600_000

  test('goes on while the shop is closed, unless the shop moves its deadlines', async () => {
    const { token } = await newStaff(['cms.config.list', 'cms.config.update'])
    const change = async (body: object) => expect((await api('PUT /cms/config', { token, body })).status).toBe(200)
    const { id, first, second } = await sold(1, 1)
    const { body } = await ask(id, first)
    const usual = await decideBy(body.id)
    expect(Math.abs(usual - Date.now() - 48 * hour)).toBeLessThan(60_000)

    const from = new Date(Date.now() + 10 * hour).toISOString()
    const closed = { from, until: new Date(Date.parse(from) + 100 * hour).toISOString(), message: '' }
    await change({ 'shop.closed': closed })
    expect(await decideBy(body.id)).toBe(usual)
    await change({ 'shop.closed_moves_deadlines': true })
    expect(await decideBy(body.id)).toBe(usual + 100 * hour)
    const later = await ask(id, second)
    expect(Math.abs((await decideBy(later.body.id)) - usual - 100 * hour)).toBeLessThan(60_000)
    // Opened again before the time: what is left of the deadline stays.
    await change({ 'shop.closed': { ...closed, until: new Date(Date.parse(from) + 20 * hour).toISOString() } })
    expect(await decideBy(body.id)).toBe(usual + 20 * hour)
    await change({ 'shop.closed': null, 'shop.closed_moves_deadlines': null })
    expect(await decideBy(body.id)).toBe(usual)
    const [row] = await (await database()).select().from(tables.after_sale).where(eq(tables.after_sale.id, body.id))
    expect(row?.next_try_at).toEqual(row?.decide_by)
    for (const one of [body.id, later.body.id]) await act(payer.token, one, 'withdraw')
  })
})

describe('a case without goods', () => {
  test('is approved, refunded and done, and its pieces return to stock', async () => {
    const { id, first } = await sold(2, 1)
    expect((await read(id)).actions).toContain('after_sale')
    const opened = await ask(id, first)
    expect(opened).toMatchObject({ status: 201, body: { status: 'requested', requested_amount: 1000 } })
    expect(opened.headers.get('location')).toBe(`/v1/after_sale/${opened.body.id}`)
    expect((await own(opened.body.id)).no).toMatch(/^\d{14}$/)
    const approved = await decide(staff.token, opened.body.id, 'approve')
    expect(approved).toMatchObject({
      status: 200,
      body: { status: 'refunding', approved_amount: 1000, order_status: 'paid' },
    })
    const logged = await (await database())
      .select({ name: tables.oper_log.target_name })
      .from(tables.oper_log)
      .where(and(eq(tables.oper_log.target_type, 'after_sale'), eq(tables.oper_log.target_id, String(opened.body.id))))
      .orderBy(tables.oper_log.id)
    expect(logged).toEqual([{ name: (await own(opened.body.id)).no }])
    await refunded(id)
    expect(await own(opened.body.id)).toMatchObject({
      status: 'done',
      refund: { amount: 1000, status: 'succeeded' },
      log: [{ action: 'request' }, { action: 'approve' }, { action: 'finish' }],
    })
    expect(await read(id)).toMatchObject({ status: 'paid', refunded_amount: 1000 })
    const { body } = await api('GET /cms/order/{id}', { token: staff.token, params: { id } })
    expect(body.items[0]).toMatchObject({ refunded_count: 1, kept_count: 1, open_case_id: null })
    expect(body.refunds[0]?.items).toMatchObject([{ count: 1, restock_count: 1 }])
    expect(body.timeline.filter(({ kind }) => kind === 'case').map(({ action }) => action)).toEqual([
      'request',
      'approve',
      'finish',
    ])
  })

  test('asks for the share of what was paid for its pieces, and the last piece for the rest', async () => {
    const { sku } = await newProduct({ skus: [{ stock: 100, price: 1000 }] })
    const { id, items } = await play.placeOrder(payer, { sku_id: sku.id, count: 3 })
    const db = await database()
    // Simulates a discount of 1000.
    const discount = { discount_amount: 1000 }
    await db
      .update(tables.order)
      .set({ ...discount, total_amount: 2000 })
      .where(eq(tables.order.id, id))
    await db.update(tables.order_item).set(discount).where(eq(tables.order_item.order_id, id))
    await play.payOrder(payer, id)
    await play.deliver()
    const amounts = []
    for (let piece = 0; piece < 3; piece++) {
      const { body } = await ask(id, items[0]?.id ?? 0)
      amounts.push([body.requested_amount, body.items[0]?.discount_amount])
      await decide(staff.token, body.id, 'approve')
      await refunded(id)
    }
    expect(amounts).toEqual([
      [667, 333],
      [667, 333],
      [666, 334],
    ])
    expect(await read(id)).toMatchObject({ status: 'refunded', refunded_amount: 2000 })
  })

  test('for everything that is left includes the freight, and staff may refund less', async () => {
    await setFreight(700)
    const { id, first, second } = await sold(2, 1)
    await setFreight(0)
    const items = [first, second].map((order_item_id, at) => ({ order_item_id, count: at === 0 ? 2 : 1 }))
    const opened = await ask(id, first, { items })
    expect(opened.body).toMatchObject({ requested_amount: 3700, freight_amount: 700 })
    const tooMuch = await decide(staff.token, opened.body.id, 'approve', { amount: 3701 })
    expect(tooMuch.problem.invalid_params).toMatchObject([{ name: 'amount', code: 'out_of_range' }])
    expect((await decide(staff.token, opened.body.id, 'approve', { amount: 1001 })).body).toMatchObject({
      approved_amount: 1001,
    })
    await refunded(id)
    expect(await read(id)).toMatchObject({ status: 'refunded', refunded_amount: 1001 })
    expect(await stockOf(id)).toBe(100)
  })

  test('can pay money alone: its piece stays unrefunded, and is shipped', async () => {
    const { id, first } = await sold(2)
    const opened = await ask(id, first)
    const approved = await decide(staff.token, opened.body.id, 'approve', { money_only: true, amount: 500 })
    expect(approved.body).toMatchObject({ status: 'refunding', approved_amount: 500 })
    await refunded(id)
    expect(await own(opened.body.id)).toMatchObject({ status: 'done', refund: { amount: 500 } })
    expect(await play.lineOf(id)).toMatchObject({ refunded_count: 0, kept_count: 0, refunded_amount: 500 })
    // Both pieces would be shipped unpaid.
    const rest = await ask(id, first, { items: [{ order_item_id: first, count: 2 }] })
    expect(rest.body.requested_amount).toBe(1500)
    const unpaid = await decide(staff.token, rest.body.id, 'approve', { money_only: true })
    expect(unpaid.problem.invalid_params).toMatchObject([{ name: 'amount', code: 'pieces_left' }])
    await act(payer.token, rest.body.id, 'withdraw')
    expect((await play.ship(id, staff.token)).status).toBe(200)
    const shipped = await ask(id, first, { items: [{ order_item_id: first, count: 2 }] })
    expect((await decide(staff.token, shipped.body.id, 'approve', { money_only: true })).status).toBe(200)
    await refunded(id)
    expect(await read(id)).toMatchObject({ status: 'refunded', refunded_amount: 2000 })
    expect(await play.lineOf(id)).toMatchObject({ refunded_count: 0, shipped_count: 2, refunded_amount: 2000 })
  })

  test('is paid with goods and freight apart, each within what was paid', async () => {
    await setFreight(700)
    const { id, first } = await sold(2)
    await setFreight(0)
    const opened = await ask(id, first, { items: [{ order_item_id: first, count: 2 }] })
    const approve = (amounts: object) => decide(staff.token, opened.body.id, 'approve', amounts)
    expect((await approve({ amount: 2001, freight_amount: 0 })).problem.invalid_params).toMatchObject([
      { name: 'amount', code: 'out_of_range' },
    ])
    expect((await approve({ amount: 2000, freight_amount: 701 })).problem.invalid_params).toMatchObject([
      { name: 'freight_amount', code: 'out_of_range' },
    ])
    expect((await approve({ amount: 1500, freight_amount: 200 })).body).toMatchObject({
      approved_amount: 1700,
      freight_left: 500,
      refund: { amount: 1700 },
    })
    await refunded(id)
    expect(await read(id)).toMatchObject({ status: 'refunded', refunded_amount: 1700 })
  })

  test('can follow a refund of all pieces for less than was paid, until the period is over', async () => {
    const { id, first } = await sold(2)
    const opened = await ask(id, first, { items: [{ order_item_id: first, count: 2 }] })
    await decide(staff.token, opened.body.id, 'approve', { amount: 1500 })
    await refunded(id)
    expect(await read(id)).toMatchObject({
      status: 'refunded',
      actions: ['after_sale', 'remove'],
      items: [{ refundable_count: 0, refundable_amount: 500, returnable_count: 0 }],
    })
    const rest = (input: object = {}) => ask(id, first, { items: [{ order_item_id: first, count: 0 }], ...input })
    expect((await rest({ kind: 'return_refund' })).problem.invalid_params).toMatchObject([
      { name: 'items.0.count', code: 'too_small' },
    ])
    const db = await database()
    const backdate = (days: number) =>
      db.execute(sql`update refund set succeeded_at = now() - make_interval(days => ${days}) from payment p
        where p.id = payment_id and p.order_id = ${id}`)
    await backdate(400)
    expect((await rest()).problem.code).toBe('order_state')
    expect((await read(id)).actions).toEqual(['remove'])
    await backdate(0)
    const again = await rest()
    expect(again).toMatchObject({ status: 201, body: { requested_amount: 500, items: [{ count: 0, amount: 500 }] } })
    expect((await rest()).problem.code).toBe('after_sale_open')
    expect((await decide(staff.token, again.body.id, 'approve')).body).toMatchObject({ approved_amount: 500 })
    await refunded(id)
    expect(await own(again.body.id)).toMatchObject({ status: 'done' })
    expect(await read(id)).toMatchObject({ status: 'refunded', refunded_amount: 2000, actions: ['remove'] })
    expect((await rest()).problem.code).toBe('order_state')
    expect(await stockOf(id)).toBe(100)
  })

  test('for more money cannot be granted after the money was paid back in another case', async () => {
    const { id, first, second } = await sold(1, 1)
    const both = (count: number) => [first, second].map((order_item_id) => ({ order_item_id, count }))
    const opened = await ask(id, first, { items: both(1) })
    await decide(staff.token, opened.body.id, 'approve', { amount: 1998 })
    await refunded(id)
    const rejected = await ask(id, first, { items: both(0) })
    expect(rejected.body.requested_amount).toBe(2)
    await decide(staff.token, rejected.body.id, 'reject', { note })
    // Fewer fen than lines.
    const paid = await ask(id, first, { items: both(0) })
    expect((await decide(staff.token, paid.body.id, 'approve', { amount: 1 })).status).toBe(200)
    await refunded(id)
    await act(payer.token, rejected.body.id, 'dispute', { description: note })
    const grant = (amount: number) => decide(staff.token, rejected.body.id, 'decide', { approve: true, amount, note })
    expect((await grant(2)).problem.code).toBe('order_state')
    expect((await own(rejected.body.id)).status).toBe('disputed')
  })

  test('for more money prevents closing the failed refund that it adds to', async () => {
    const { id, first } = await sold(1)
    const [{ payment_no } = { payment_no: '' }] = await play.paymentsOf(id)
    await failRefunds(payment_no, 'account_abnormal')
    await play.refund(id, staff.id, { items: [{ order_item_id: first, count: 1, amount: 600 }] })
    await request(id)
    const opened = await ask(id, first, { items: [{ order_item_id: first, count: 0 }] })
    expect(opened.body.requested_amount).toBe(400)
    const [failed] = await play.refundsOf(id)
    const close = () => send('POST', `/cms/order/${id}/refund/${failed?.id}/close`, { token: staff.token })
    expect((await close()).body).toMatchObject({ code: 'after_sale_open' })
    await act(payer.token, opened.body.id, 'withdraw')
    expect((await close()).status).toBe(200)
  })

  test('can be withdrawn, and requested again', async () => {
    const { id, first } = await sold(1)
    const opened = await ask(id, first)
    expect((await act(payer.token, opened.body.id, 'withdraw')).body.status).toBe('withdrawn')
    expect((await act(payer.token, opened.body.id, 'withdraw')).problem.code).toBe('order_state')
    expect((await ask(id, first)).status).toBe(201)
  })

  test('is decided again if its failed refund is closed, and moves to the new refund if it is retried', async () => {
    const { id, first } = await sold(1)
    const opened = await ask(id, first)
    await decide(staff.token, opened.body.id, 'approve')
    await request(id)
    const [failed] = await play.refundsOf(id)
    await settleRefund(failed?.refund_no ?? '', 'CLOSED')
    await play.deliver()
    expect(await own(opened.body.id)).toMatchObject({ status: 'refunding', refund: { status: 'abnormal' } })
    const remedy = (how: string, rid = 0) =>
      send('POST', `/cms/order/${id}/refund/${rid}/${how}`, { token: staff.token })
    expect((await remedy('close', failed?.id)).status).toBe(200)
    expect(await own(opened.body.id)).toMatchObject({ status: 'disputed', refund: null })
    expect((await decide(staff.token, opened.body.id, 'decide', { approve: true, note })).status).toBe(200)
    await request(id)
    const again = (await play.refundsOf(id)).at(-1)
    await settleRefund(again?.refund_no ?? '', 'CLOSED')
    await play.deliver()
    expect((await remedy('retry', again?.id)).status).toBe(200)
    await refunded(id)
    expect(await own(opened.body.id)).toMatchObject({ status: 'done', refund: { status: 'succeeded' } })
  })
})

describe('a case with goods', () => {
  test('is approved, sent, received and refunded, and the shop chooses the pieces that return to stock', async () => {
    const { id, first } = await sold(3)
    await play.ship(id, staff.token)
    const opened = await goodsBack(id, first, 2)
    expect(opened.body.requested_amount).toBe(2000)
    const listed = await api('GET /cms/after_sale', { token: staff.token, query: { order_id: id } })
    const [row] = listed.body.items
    expect(row).toMatchObject({ line_count: 1, piece_count: 2, items: [{ order_item_id: first, count: 2 }] })
    const nowhere = await decide(staff.token, opened.body.id, 'approve')
    expect(nowhere.problem.invalid_params).toMatchObject([{ name: 'return_to', code: 'required' }])
    await setParameters({ 'after_sale.return_address': '龙井路 1 号' })
    expect((await decide(staff.token, opened.body.id, 'approve', { amount: 1800 })).body).toMatchObject({
      status: 'returning',
      return_to: '龙井路 1 号',
      usual_return_to: '龙井路 1 号',
    })
    await setParameters({ 'after_sale.return_address': '' })
    const audits = await (await database())
      .select()
      .from(tables.oper_log)
      .where(eq(tables.oper_log.success, true))
      .orderBy(tables.oper_log.id)
    expect(audits.filter(({ target_type }) => target_type === 'after_sale').at(-1)).toMatchObject({
      action: 'decide',
      target_id: String(opened.body.id),
      before: { status: 'requested', return_to: null },
      after: { status: 'returning', approved_amount: 1800, return_to: '龙井路 1 号' },
    })
    expect((await act(payer.token, opened.body.id, 'return', { ...parcel, carrier: 'XX' })).status).toBe(400)
    expect((await act(payer.token, opened.body.id, 'return', parcel)).body.status).toBe('returned')
    const restock = [{ order_item_id: first, count: 1 }]
    expect((await decide(staff.token, opened.body.id, 'receive', { restock })).body).toMatchObject({
      status: 'refunding',
      approved_amount: 1800,
    })
    await refunded(id)
    expect(await own(opened.body.id)).toMatchObject({ status: 'done' })
    expect(await read(id)).toMatchObject({ status: 'shipped', refunded_amount: 1800 })
    expect(await stockOf(id)).toBe(98)
  })

  test('is paid with freight that the customer could not ask for, when the goods have arrived', async () => {
    await setFreight(700)
    await setParameters({ 'after_sale.return_address': '龙井路 1 号' })
    const { id, first, second } = await sold(1, 1)
    await play.ship(id, staff.token)
    const opened = await goodsBack(id, first)
    const early = await decide(staff.token, opened.body.id, 'approve', { freight_amount: 700 })
    expect(early.problem.invalid_params).toMatchObject([{ name: 'freight_amount', code: 'not_allowed' }])
    expect((await decide(staff.token, opened.body.id, 'approve')).body).toMatchObject({ freight_left: 700 })
    await setFreight(0)
    await setParameters({ 'after_sale.return_address': '' })
    const receive = (freight_amount: number) =>
      decide(staff.token, opened.body.id, 'receive', { restock: [], freight_amount })
    expect((await receive(701)).problem.invalid_params).toMatchObject([
      { name: 'freight_amount', code: 'out_of_range', params: { maximum: 700 } },
    ])
    const other = await ask(id, second)
    expect((await receive(700)).problem.code).toBe('after_sale_open')
    await act(payer.token, other.body.id, 'withdraw')
    expect((await receive(700)).body).toMatchObject({
      approved_amount: 1000,
      freight_left: 0,
      refund: { amount: 1700 },
    })
    const audits = await (await database())
      .select()
      .from(tables.oper_log)
      .where(eq(tables.oper_log.success, true))
      .orderBy(tables.oper_log.id)
    expect(audits.filter(({ target_type }) => target_type === 'after_sale').at(-1)).toMatchObject({
      before: { refund: null },
      after: { refund: { amount: 1700 } },
    })
    await refunded(id)
    expect(await own(opened.body.id)).toMatchObject({ status: 'done' })
    expect(await read(id)).toMatchObject({ status: 'shipped', refunded_amount: 1700 })
  })

  test('accepts only shipped pieces, also while others are left to ship', async () => {
    const { id, first } = await sold(3)
    await play.ship(id, staff.token, { items: [{ order_item_id: first, count: 1 }] })
    const unshipped = await goodsBack(id, first, 2)
    expect(unshipped.problem.invalid_params).toMatchObject([
      { name: 'items.0.count', code: 'not_shipped', params: { maximum: 1 } },
    ])
    const opened = await goodsBack(id, first)
    await decide(staff.token, opened.body.id, 'approve', { return_to: '杭州' })
    await act(payer.token, opened.body.id, 'return', parcel)
    await decide(staff.token, opened.body.id, 'receive', { restock: [] })
    await refunded(id)
    expect(await play.lineOf(id)).toMatchObject({ shipped_count: 1, refunded_count: 1, kept_count: 0 })
    expect((await play.ship(id, staff.token)).body).toMatchObject({ status: 'shipped' })
  })

  test('is refunded with the return postage, once, up to the shipping fee that is left', async () => {
    await setFreight(700)
    const { id, first } = await sold(1, 1)
    await setFreight(0)
    await play.ship(id, staff.token)
    const opened = await goodsBack(id, first)
    const early = await decide(staff.token, opened.body.id, 'approve', { return_to: '杭州', postage_amount: 100 })
    expect(early.problem.invalid_params).toMatchObject([{ name: 'postage_amount', code: 'unknown_field' }])
    await decide(staff.token, opened.body.id, 'approve', { return_to: '杭州' })
    const receive = (input: object) => decide(staff.token, opened.body.id, 'receive', { restock: [], ...input })
    const tooMuch = await receive({ freight_amount: 200, postage_amount: 501 })
    expect(tooMuch.problem.invalid_params).toMatchObject([
      { name: 'postage_amount', code: 'out_of_range', params: { maximum: 500 } },
    ])
    expect((await receive({ postage_amount: -1 })).problem.invalid_params).toMatchObject([{ name: 'postage_amount' }])
    expect(await own(opened.body.id)).toMatchObject({ postage_amount: 0, refund: null })
    const both = await Promise.all([receive({ postage_amount: 499 }), receive({ postage_amount: 499 })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await own(opened.body.id)).toMatchObject({
      approved_amount: 1000,
      postage_amount: 499,
      refund: { amount: 1499 },
    })
    expect((await play.readOrder(payer, id)).refunds).toMatchObject([
      {
        amount: 1499,
        freight_amount: 0,
        postage_amount: 499,
        items: [{ order_item_id: first, count: 1, amount: 1000 }],
      },
    ])
    await refunded(id)
    expect(await own(opened.body.id)).toMatchObject({ status: 'done', postage_amount: 499 })
    expect(await read(id)).toMatchObject({ refunded_amount: 1499 })
  })

  test('has no return postage without goods', async () => {
    const { id, first } = await sold(1)
    await play.ship(id, staff.token)
    const opened = await ask(id, first)
    await decide(staff.token, opened.body.id, 'reject', { note: '已签收' })
    await act(payer.token, opened.body.id, 'dispute', { description: '没有收到' })
    const given = { approve: true, note: '同意', postage_amount: 100 }
    const refused = await decide(staff.token, opened.body.id, 'decide', given)
    expect(refused.problem.invalid_params).toMatchObject([{ name: 'postage_amount', code: 'not_allowed' }])
  })

  test('is received without a parcel if the goods were handed over, with entries in its log and the audit log', async () => {
    const { id, first } = await sold(2)
    await play.ship(id, staff.token)
    const { body } = await goodsBack(id, first)
    await decide(staff.token, body.id, 'approve', { return_to: '杭州' })
    const seen = await api('GET /cms/after_sale/{id}', { token: staff.token, params: { id: body.id } })
    expect(seen.body.actions).toEqual(['receive', 'reject', 'return'])
    expect((await decide(staff.token, body.id, 'refuse', { note })).problem.code).toBe('order_state')
    const restock = [{ order_item_id: first, count: 1 }]
    expect((await decide(staff.token, body.id, 'receive', { restock })).body.status).toBe('refunding')
    expect((await act(payer.token, body.id, 'return', parcel)).problem.code).toBe('order_state')
    await refunded(id)
    expect(await own(body.id)).toMatchObject({
      status: 'done',
      return_tracking_no: null,
      log: [{}, {}, { action: 'receive', from_status: 'returning', to_status: 'refunding' }, {}],
    })
    expect(await stockOf(id)).toBe(99)
    const audits = await (await database())
      .select()
      .from(tables.oper_log)
      .where(and(eq(tables.oper_log.target_type, 'after_sale'), eq(tables.oper_log.target_id, String(body.id))))
      .orderBy(tables.oper_log.id)
    expect(audits.at(-1)).toMatchObject({
      action: 'receive',
      before: { status: 'returning' },
      after: { status: 'refunding' },
    })
  })

  test('can be rejected while its goods do not arrive, which the customer can dispute', async () => {
    const { id, first } = await sold(1)
    await play.ship(id, staff.token)
    const { body } = await goodsBack(id, first)
    await decide(staff.token, body.id, 'approve', { return_to: '杭州' })
    expect((await decide(staff.token, body.id, 'reject', { note })).body.status).toBe('rejected')
    expect((await act(payer.token, body.id, 'return', parcel)).problem.code).toBe('order_state')
    expect(await own(body.id)).toMatchObject({ actions: ['dispute'], closed_at: expect.any(String) })
    expect((await act(payer.token, body.id, 'dispute', { description: note })).body.status).toBe('disputed')
  })

  test('is disputed when the goods are refused, and a rejection after that is final', async () => {
    const { id, first } = await sold(1)
    await play.ship(id, staff.token)
    const { body } = await goodsBack(id, first)
    await decide(staff.token, body.id, 'approve', { return_to: '杭州' })
    await act(payer.token, body.id, 'return', parcel)
    expect((await decide(staff.token, body.id, 'refuse', { note })).body.status).toBe('disputed')
    const both = await decide(staff.token, body.id, 'decide', { approve: false, amount: 1, note })
    expect(both.problem.invalid_params).toMatchObject([{ name: 'amount', code: 'not_allowed' }])
    expect((await decide(staff.token, body.id, 'decide', { approve: false, note })).body.status).toBe('rejected')
    expect((await own(body.id)).actions).toEqual([])
    expect((await act(payer.token, body.id, 'dispute', { description: note })).problem.code).toBe('order_state')
  })
})

describe('the parcel of a case', () => {
  const typo = { carrier: 'SF', tracking_no: 'SF1380000999777' }
  const returning = async () => {
    const { id, first } = await sold(2, 1)
    await play.ship(id, staff.token)
    const { body } = await goodsBack(id, first)
    await decide(staff.token, body.id, 'approve', { return_to: '杭州' })
    return { id: body.id, order_id: id, first }
  }
  const rowOf = async (id: number) =>
    (await (await database()).select().from(tables.after_sale).where(eq(tables.after_sale.id, id)))[0]

  test('can be corrected by the customer until the goods are received, without extending the deadline', async () => {
    const { id, order_id } = await returning()
    expect((await act(payer.token, id, 'return', typo)).status).toBe(200)
    const { actions } = await own(id)
    expect(actions).toEqual(['return'])
    await lapse(id)
    expect(await lapseDue()).toMatchObject({ reminded: 1 })
    const before = await rowOf(id)
    expect((await act(payer.token, id, 'return', { ...parcel, carrier: 'XX' })).status).toBe(400)
    expect((await act(payer.token, id, 'return', typo)).problem.invalid_params).toMatchObject([
      { name: 'tracking_no', code: 'unchanged' },
    ])
    expect((await act(payer.token, id, 'return', { ...typo, carrier: 'ZTO' })).status).toBe(200)
    expect((await act(payer.token, id, 'return', parcel)).body).toMatchObject({
      status: 'returned',
      return_carrier: 'SF',
      return_tracking_no: parcel.tracking_no,
    })
    const { inspect_by, next_try_at } = (await rowOf(id)) ?? {}
    expect({ inspect_by, next_try_at }).toEqual({ inspect_by: before?.inspect_by, next_try_at: before?.next_try_at })
    const correction = { action: 'return', from_status: 'returned', to_status: 'returned' }
    expect((await own(id)).log.slice(2)).toMatchObject([{ from_status: 'returning' }, correction, correction])
    const { body } = await api('GET /cms/order/{id}', { token: staff.token, params: { id: order_id } })
    const told = body.timeline.filter(({ kind }) => kind === 'case').map(({ action }) => action)
    expect(told).toEqual(['request', 'approve_return', 'return', 'corrected', 'corrected'])
    await decide(staff.token, id, 'receive', { restock: [] })
    expect((await act(payer.token, id, 'return', typo)).problem.code).toBe('order_state')
    expect(await own(id)).toMatchObject({ actions: [], return_tracking_no: parcel.tracking_no })
    await request(order_id)
  })

  test('can be entered and corrected by staff, with rows of the audit log', async () => {
    const { id, order_id } = await returning()
    const invalid = await decide(staff.token, id, 'return', { ...typo, carrier: 'XX' })
    expect(invalid.problem.invalid_params).toMatchObject([{ name: 'carrier' }])
    const entered = await decide(staff.token, id, 'return', typo)
    expect(entered).toMatchObject({
      status: 200,
      body: { status: 'returned', return_tracking_no: typo.tracking_no, actions: ['receive', 'refuse', 'return'] },
    })
    expect((await rowOf(id))?.inspect_by).not.toBeNull()
    expect((await decide(staff.token, id, 'return', typo)).problem.invalid_params).toMatchObject([
      { name: 'tracking_no', code: 'unchanged' },
    ])
    const stale = await decide(staff.token, id, 'return', { ...parcel, version: entered.body.version - 1 })
    expect(stale.problem.code).toBe('stale_version')
    expect((await decide(staff.token, id, 'return', parcel)).status).toBe(200)
    const { log } = (await api('GET /cms/after_sale/{id}', { token: staff.token, params: { id } })).body
    expect(log.slice(2)).toMatchObject([
      { action: 'return', from_status: 'returning', actor: { id: staff.id }, restock: null },
      { action: 'return', from_status: 'returned', actor: { id: staff.id }, restock: null },
    ])
    const audits = await (await database())
      .select()
      .from(tables.oper_log)
      .where(and(eq(tables.oper_log.target_type, 'after_sale'), eq(tables.oper_log.target_id, String(id))))
      .orderBy(tables.oper_log.id)
    expect(audits.filter(({ action, success }) => action === 'return' && success)).toMatchObject([
      {
        before: { status: 'returning', return_carrier: null, return_tracking_no: null },
        after: { status: 'returned', return_carrier: 'SF', return_tracking_no: typo.tracking_no },
      },
      {
        before: { return_tracking_no: typo.tracking_no },
        after: { return_tracking_no: parcel.tracking_no },
      },
    ])
    // The customer can still correct the parcel after staff.
    expect((await act(payer.token, id, 'return', typo)).status).toBe(200)
    await decide(staff.token, id, 'refuse', { note })
    expect((await decide(staff.token, id, 'return', parcel)).problem.code).toBe('order_state')
    await request(order_id)
  })

  test('can be entered only while goods are expected', async () => {
    const { id, first } = await sold(1)
    const { body } = await ask(id, first)
    expect((await decide(staff.token, body.id, 'return', parcel)).problem.code).toBe('order_state')
    expect((await act(payer.token, body.id, 'return', parcel)).problem.code).toBe('order_state')
  })
})

describe('the log of a case', () => {
  const logOf = async (id: number) =>
    (await api('GET /cms/after_sale/{id}', { token: staff.token, params: { id } })).body.log.map(
      ({ action, restock }) => [action, restock],
    )

  test('has the pieces that return to stock', async () => {
    const { id, first, second } = await sold(3, 1)
    await play.ship(id, staff.token)
    const items = [first, second].map((order_item_id, at) => ({ order_item_id, count: at === 0 ? 2 : 1 }))
    const { body } = await ask(id, first, { kind: 'return_refund', items })
    await decide(staff.token, body.id, 'approve', { return_to: '杭州' })
    await act(payer.token, body.id, 'return', parcel)
    const restock = [{ order_item_id: first, count: 1 }]
    await decide(staff.token, body.id, 'receive', { restock })
    const steps = [
      ['request', null],
      ['approve_return', null],
      ['return', null],
      ['receive', restock],
    ]
    expect(await logOf(body.id)).toEqual(steps)
    await refunded(id)
    expect(await logOf(body.id)).toEqual([...steps, ['finish', null]])
    expect(await stockOf(id)).toBe(98)
  })

  test('has these pieces for the last refund, not for a closed one', async () => {
    const { id, first } = await sold(1)
    await play.ship(id, staff.token)
    const { body } = await goodsBack(id, first)
    await decide(staff.token, body.id, 'approve', { return_to: '杭州' })
    await decide(staff.token, body.id, 'receive', { restock: [{ order_item_id: first, count: 1 }] })
    await request(id)
    const [failed] = await play.refundsOf(id)
    await settleRefund(failed?.refund_no ?? '', 'CLOSED')
    await play.deliver()
    await send('POST', `/cms/order/${id}/refund/${failed?.id}/close`, { token: staff.token })
    expect((await logOf(body.id)).slice(2)).toEqual([
      ['receive', null],
      ['fail', null],
    ])
    await decide(staff.token, body.id, 'decide', { approve: true, restock: [], note })
    expect((await logOf(body.id)).slice(2)).toEqual([
      ['receive', null],
      ['fail', null],
      ['grant', []],
    ])
    await refunded(id)
  })
})

describe('a rejected case', () => {
  test('can be disputed once, within seven days, and is paid if the dispute is granted', async () => {
    const { id, first } = await sold(1)
    const { body } = await ask(id, first)
    expect((await decide(staff.token, body.id, 'reject', { note })).body.status).toBe('rejected')
    expect(await own(body.id)).toMatchObject({ actions: ['dispute'], log: [{}, { action: 'reject', note }] })
    expect((await act(payer.token, body.id, 'dispute', { description: note })).body.status).toBe('disputed')
    const restock = [{ order_item_id: first, count: 1 }]
    expect((await decide(staff.token, body.id, 'decide', { approve: true, restock, note })).status).toBe(200)
    await refunded(id)
    expect((await own(body.id)).status).toBe('done')
    expect(await stockOf(id)).toBe(100)
  })

  test('cannot be disputed after seven days, nor while another case is open', async () => {
    const { id, first } = await sold(2)
    const { body } = await ask(id, first)
    await decide(staff.token, body.id, 'reject', { note })
    const another = await ask(id, first)
    expect((await act(payer.token, body.id, 'dispute', { description: note })).problem.code).toBe('after_sale_open')
    await act(payer.token, another.body.id, 'withdraw')
    const { after_sale } = tables
    const late = { rejected_at: sql`now() - interval '7 days'` }
    await (await database()).update(after_sale).set(late).where(eq(after_sale.id, body.id))
    expect((await act(payer.token, body.id, 'dispute', { description: note })).problem.code).toBe('order_state')
  })
})

describe('while a case is open', () => {
  test('its line is neither shipped nor refunded, and the order does not complete', async () => {
    const { id, first, second } = await sold(1, 1)
    const { body } = await ask(id, first)
    expect((await play.ship(id, staff.token)).problem.code).toBe('after_sale_open')
    const { version } = (await api('GET /cms/order/{id}', { token: staff.token, params: { id } })).body
    const items = [{ order_item_id: first, count: 1 }]
    const refund = { items, reason_code: 'other', version }
    const refusal = await send('POST', `/cms/order/${id}/refund`, { token: staff.token, body: refund })
    expect(refusal.problem.code).toBe('after_sale_open')
    const cancel = { reason_code: 'other', version }
    const cancelled = await send('POST', `/cms/order/${id}/cancel`, { token: staff.token, body: cancel })
    expect(cancelled.problem.code).toBe('after_sale_open')
    const seen = await api('GET /cms/order', { token: staff.token, query: { tab: 'after_sale' } })
    expect(seen.body.items.find((one) => one.id === id)).toMatchObject({ is_held_back: true })
    const counted = (await api('GET /cms/order/count', { token: staff.token })).body.after_sale
    const shipped = await play.ship(id, staff.token, { items: [{ order_item_id: second, count: 1 }] })
    expect(shipped.status).toBe(200)
    await act(payer.token, body.id, 'withdraw')
    expect((await api('GET /cms/order/count', { token: staff.token })).body.after_sale).toBe(counted - 1)
    const free = await api('GET /cms/order', { token: staff.token, query: { tab: 'part_shipped' } })
    expect(free.body.items.find((one) => one.id === id)).toMatchObject({ is_held_back: false })
    await play.ship(id, staff.token)
    const late = await ask(id, first)
    await (await database())
      .update(tables.order)
      .set({ shipped_at: sql`now() - interval '30 days'` })
      .where(eq(tables.order.id, id))
    const { transaction } = await connection()
    await transaction((tx) => completeShipped(tx, 10))
    expect((await read(id)).status).toBe('shipped')
    await act(payer.token, late.body.id, 'withdraw')
    await transaction((tx) => completeShipped(tx, 10))
    expect((await read(id)).status).toBe('completed')
  })

  test('a parcel with its pieces cannot be revoked', async () => {
    const { id, first } = await sold(2)
    const part = await play.ship(id, staff.token, { items: [{ order_item_id: first, count: 1 }] })
    await goodsBack(id, first)
    const path = `/cms/order/${id}/shipment/${part.body.shipments[0]?.id}/revoke`
    const revoked = await send('POST', path, { token: staff.token, body: { version: part.body.version } })
    expect(revoked.problem.code).toBe('after_sale_open')
  })

  test('the account cannot be closed; closing it later erases the description of the case', async () => {
    const { id, first } = await sold(1)
    await play.ship(id, staff.token)
    const { body } = await ask(id, first, { description: '只有本人知道' })
    const close = async () => {
      const { code } = await loginCode({ openid: payer.openid })
      return send('DELETE', '/v1/user', { token: payer.token, body: { code } })
    }
    expect((await close()).problem.code).toBe('in_use')
    await act(payer.token, body.id, 'withdraw')
    expect((await close()).status).toBe(204)
    const { after_sale } = tables
    const rows = await (await database()).select().from(after_sale).where(eq(after_sale.id, body.id))
    expect(rows).toMatchObject([{ description: '', status: 'withdrawn' }])
  })
})

describe('a preview', () => {
  const preview = (token: string, order_id: number, items: [order_item_id: number, count: number][]) =>
    send<{ requested_amount: number; freight_amount: number }>('POST', '/v1/after_sale/preview', {
      token,
      body: { order_id, kind: 'refund', items: items.map(([order_item_id, count]) => ({ order_item_id, count })) },
    })

  test('has the amounts of the case, and opens no case', async () => {
    await setFreight(500)
    const { id, first, second } = await sold(2, 1)
    await setFreight(0)
    const all: Parameters<typeof preview>[2] = [
      [first, 2],
      [second, 1],
    ]
    expect((await preview(payer.token, id, [[first, 1]])).body).toMatchObject({
      requested_amount: 1000,
      freight_amount: 0,
    })
    const whole = await preview(payer.token, id, all)
    expect(whole.body).toMatchObject({ requested_amount: 3500, freight_amount: 500 })
    const items = all.map(([order_item_id, count]) => ({ order_item_id, count }))
    const opened = await ask(id, first, { items })
    expect([opened.status, opened.body.requested_amount]).toEqual([201, whole.body.requested_amount])
  })

  test('is refused in the same cases as a request', async () => {
    const { id, first } = await sold(2)
    expect((await preview(payer.token, id, [[first, 3]])).problem.invalid_params).toMatchObject([
      { name: 'items.0.count', code: 'out_of_range' },
    ])
    const stranger = await play.newPayer()
    expect((await preview(stranger.token, id, [[first, 1]])).problem.invalid_params).toMatchObject([
      { name: 'order_id', code: 'not_found' },
    ])
    await ask(id, first)
    expect((await preview(payer.token, id, [[first, 1]])).problem.code).toBe('after_sale_open')
    const unpaid = await play.placeOrder(payer)
    expect((await preview(payer.token, unpaid.id, [[unpaid.items[0]?.id ?? 0, 1]])).problem.code).toBe('order_state')
  })
})

test('a customer cannot use a reason of the shop', async () => {
  const { id, first } = await sold(1)
  const { problem } = await ask(id, first, { reason_code: 'out_of_stock' })
  expect(problem.invalid_params).toMatchObject([{ name: 'reason_code' }])
})

describe('a request is refused', () => {
  const fault = (reply: Awaited<ReturnType<typeof ask>>) => reply.problem.invalid_params

  test('for more than was bought, for a line of another order, and for a line twice', async () => {
    const { id, first } = await sold(2)
    const other = await sold(1)
    expect(fault(await ask(id, first, { items: [{ order_item_id: first, count: 3 }] }))).toMatchObject([
      { name: 'items.0.count', code: 'out_of_range', params: { maximum: 2 } },
    ])
    expect(fault(await ask(id, other.first))).toMatchObject([{ name: 'items.0.order_item_id', code: 'not_found' }])
    const twice = [first, first].map((order_item_id) => ({ order_item_id, count: 1 }))
    expect(fault(await ask(id, first, { items: twice }))).toMatchObject([
      { name: 'items.1.order_item_id', code: 'duplicate' },
    ])
    expect(fault(await goodsBack(id, first))).toMatchObject([{ name: 'items.0.count', code: 'not_shipped' }])
    expect(fault(await ask(id, first, { reason_code: 'no such' }))).toMatchObject([{ name: 'reason_code' }])
    const stranger = await play.newPayer()
    expect(fault(await askFor(stranger.token, id, first))).toMatchObject([{ name: 'order_id', code: 'not_found' }])
  })

  test('for a line that is in an open case, and for an order that is not paid', async () => {
    const { id, first } = await sold(2)
    await ask(id, first)
    expect((await ask(id, first)).problem.code).toBe('after_sale_open')
    const unpaid = await play.placeOrder(payer)
    expect((await ask(unpaid.id, unpaid.items[0]?.id ?? 0)).problem.code).toBe('order_state')
    expect((await read(unpaid.id)).actions).not.toContain('after_sale')
  })

  test('after the period for requests, which is longer for faults of the goods', async () => {
    const { id, first } = await sold(2)
    await play.ship(id, staff.token)
    await api('POST /v1/order/{id}/confirm', { token: payer.token, params: { id } })
    const completed = async (days: number) =>
      (await database())
        .update(tables.order)
        .set({ completed_at: sql`now() - make_interval(days => ${days})` })
        .where(eq(tables.order.id, id))
    await completed(8)
    expect((await ask(id, first)).problem.code).toBe('order_state')
    expect((await read(id)).actions).toContain('after_sale')
    const faulty = await ask(id, first, { reason_code: 'quality' })
    expect(faulty.status).toBe(201)
    await act(payer.token, faulty.body.id, 'withdraw')
    await completed(16)
    expect((await ask(id, first, { reason_code: 'quality' })).problem.code).toBe('order_state')
    expect((await read(id)).actions).not.toContain('after_sale')
  })
})

test('the periods for requests and disputes end by the clock of the database, not of this server', async () => {
  const { id, first, second } = await sold(1, 1)
  const rejected = await ask(id, first)
  await decide(staff.token, rejected.body.id, 'reject', { note })
  await play.ship(id, staff.token)
  await api('POST /v1/order/{id}/confirm', { token: payer.token, params: { id } })
  const { db, transaction } = await connection()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 86_400_000 })
  try {
    expect((await readCase(db, payer.id, rejected.body.id)).actions).toEqual(['dispute'])
    await transaction((tx) => disputeCase(tx, payer.id, rejected.body.id, { description: note }, defaults))
    const items = [{ order_item_id: second, count: 1 }]
    const input = { order_id: id, kind: 'refund', reason_code: 'other', items } as const
    await transaction((tx) => openCase(tx, payer.id, input, defaults))
  } finally {
    vi.useRealTimers()
  }
})

test('a decision with an outdated version is refused with the user that changed the case', async () => {
  const { id, first } = await sold(1)
  const { body } = await ask(id, first)
  await decide(staff.token, body.id, 'reject', { note })
  const stale = await decide(staff.token, body.id, 'approve', { version: 1 })
  expect(stale).toMatchObject({
    status: 409,
    problem: { code: 'stale_version', version: 2, updated_by: { id: staff.id, username: staff.username } },
  })
  expect((await decide(staff.token, body.id, 'approve')).problem.code).toBe('order_state')
})

test('the database refuses a second open case on a line', async () => {
  const { id, first } = await sold(2)
  const one = await ask(id, first)
  await act(payer.token, one.body.id, 'withdraw')
  await ask(id, first)
  const db = await database()
  const reopened = db
    .update(tables.after_sale_item)
    .set({ open: true })
    .where(eq(tables.after_sale_item.after_sale_id, one.body.id))
  await expect(reopened).rejects.toMatchObject({ cause: { constraint: 'after_sale_item_one_open' } })
})

describe('pictures', () => {
  const upload = async (token: string) =>
    (
      await send<{ id: number; url: string }>('POST', '/v1/file', {
        token,
        raw: formWith(new Uint8Array(await picture({ width: 300 }))),
      })
    ).body

  test('must be those of the customer, are kept with the case, and have signed addresses', async () => {
    const { id, first } = await sold(2)
    const [one, two] = [await upload(payer.token), await upload(payer.token)]
    const stranger = await newCustomer()
    const theirs = await upload(stranger.token)
    expect((await ask(id, first, { image_ids: [one.id, theirs.id] })).problem.invalid_params).toMatchObject([
      { name: 'image_ids.1', code: 'not_found' },
    ])
    expect((await ask(id, first, { image_ids: [one.id, one.id] })).problem.invalid_params).toMatchObject([
      { name: 'image_ids.1', code: 'duplicate' },
    ])
    const { body } = await ask(id, first, { image_ids: [one.id, two.id] })
    const { images } = await own(body.id)
    expect(images).toHaveLength(2)
    expect((await send('GET', new URL(images[0] ?? '').pathname)).status).toBe(404)
    await decide(staff.token, body.id, 'reject', { note })
    const due = await (await database()).select().from(tables.file_object).where(eq(tables.file_object.id, one.id))
    expect(due[0]?.remove_at).not.toBeNull()
    expect((await ask(id, first, { image_ids: [one.id] })).problem.invalid_params).toMatchObject([
      { name: 'image_ids.0', code: 'not_found' },
    ])
    const three = await upload(payer.token)
    await act(payer.token, body.id, 'dispute', { description: note, image_ids: [three.id] })
    expect(await own(body.id)).toMatchObject({
      images: [{}, {}].map(() => expect.any(String)),
      dispute_images: [expect.any(String)],
    })
    const kept = await (await database()).select().from(tables.file_object).where(eq(tables.file_object.id, one.id))
    expect(kept[0]?.remove_at).toBeNull()
    const avatar = await send('PUT', '/v1/user', { token: payer.token, body: { avatar_id: one.id } })
    expect(avatar.status).toBe(400)
  })
})

describe('a passed deadline', () => {
  const notices = async () => (await database()).select().from(tables.notice).where(eq(tables.notice.source, 'system'))
  const noticesAbout = async (no: string) => (await notices()).filter(({ subject }) => subject === no)

  test('approves a case without goods that is not shipped', async () => {
    const { id, first } = await sold(1)
    const { body } = await ask(id, first)
    expect(await lapseDue()).toMatchObject({ approved: 0 })
    await lapse(body.id)
    expect(await lapseDue()).toMatchObject({ approved: 1, reminded: 0 })
    await refunded(id)
    expect(await own(body.id)).toMatchObject({ status: 'done' })
    expect((await read(id)).status).toBe('refunded')
  })

  test('reminds staff once of a case to decide or to inspect, and ends a case without a parcel', async () => {
    const { id, first, second } = await sold(1, 1)
    await play.ship(id, staff.token)
    const shipped = await ask(id, first)
    await lapse(shipped.body.id)
    expect(await lapseDue()).toMatchObject({ approved: 0, reminded: 1 })
    const { no } = await own(shipped.body.id)
    expect(await noticesAbout(no)).toMatchObject([
      { kind: 'after_sale_undecided', link: `/admin/after_sale/${shipped.body.id}` },
    ])
    await (await database()).update(tables.notice).set({ status: 'offline' }).where(eq(tables.notice.subject, no))
    expect(await lapseDue()).toMatchObject({ reminded: 0 })
    expect(await noticesAbout(no)).toHaveLength(1)
    const back = await goodsBack(id, second)
    await decide(staff.token, back.body.id, 'approve', { return_to: '杭州' })
    await lapse(back.body.id)
    expect(await lapseDue()).toMatchObject({ expired: 1 })
    expect((await own(back.body.id)).status).toBe('expired')
    const again = await goodsBack(id, second)
    await decide(staff.token, again.body.id, 'approve', { return_to: '杭州' })
    await act(payer.token, again.body.id, 'return', parcel)
    await lapse(again.body.id)
    expect(await lapseDue()).toMatchObject({ reminded: 1, expired: 0 })
    expect(await noticesAbout((await own(again.body.id)).no)).toMatchObject([{ kind: 'after_sale_uninspected' }])
  })

  test('does not approve more money for pieces that staff have refunded for less', async () => {
    const { id, first } = await sold(1)
    const opened = await ask(id, first)
    await decide(staff.token, opened.body.id, 'approve', { amount: 600 })
    await refunded(id)
    const rest = await ask(id, first, { items: [{ order_item_id: first, count: 0 }] })
    await lapse(rest.body.id)
    expect(await lapseDue()).toMatchObject({ approved: 0, reminded: 1 })
    expect(await own(rest.body.id)).toMatchObject({ status: 'requested' })
  })

  test('reminds staff of a case that cannot be refunded automatically', async () => {
    const { id, first } = await sold(1)
    const { body } = await ask(id, first)
    await (await database())
      .update(tables.payment)
      .set({ paid_at: sql`now() - interval '2 years'` })
      .where(eq(tables.payment.order_id, id))
    await lapse(body.id)
    expect(await lapseDue()).toMatchObject({ approved: 0, reminded: 1 })
    expect(await own(body.id)).toMatchObject({ status: 'requested' })
  })
})

test('cases can be searched, counted and listed by status, and the dashboard counts the waiting ones', async () => {
  const { id, first } = await sold(1)
  const { body } = await ask(id, first)
  const { no, order_no } = await own(body.id)
  const listed = async (query: string) =>
    (await send<{ items: { id: number }[] }>('GET', `/cms/after_sale?${query}`, { token: staff.token })).body.items
  for (const query of [`q=${no}`, `q=${order_no}`, `order_id=${id}`, 'tab=requested', 'tab=waiting', ''])
    expect((await listed(query))[0]?.id).toBe(body.id)
  const name = unique('收货人')
  const [mobile, detail] = [`139${String(id).padStart(8, '0')}`, unique('文三路')]
  const receiver = sql`receiver || ${JSON.stringify({ name, mobile, detail })}::jsonb`
  await (await database()).update(tables.order).set({ receiver }).where(eq(tables.order.id, id))
  for (const q of [name, detail, mobile, `${mobile.slice(0, 3)} ${mobile.slice(3)}`, order_no.slice(-8)])
    for (const tab of ['', '&tab=requested', '&tab=waiting'])
      expect((await listed(`q=${encodeURIComponent(q)}${tab}`)).map((one) => one.id)).toEqual([body.id])
  expect(await listed(`q=${encodeURIComponent(`${name}x`)}`)).toEqual([])
  expect(await listed(`q=${encodeURIComponent(name)}&tab=rejected`)).toEqual([])
  const mine = await api('GET /v1/after_sale', { token: payer.token })
  expect(mine.body).toMatchObject({ items: [{ id: body.id }], total: 1, next_cursor: null })
  const { body: counts } = await api('GET /cms/after_sale/count', { token: staff.token })
  const waiting = counts.requested + counts.returned + counts.disputed
  expect(counts.waiting).toBe(waiting)
  const { body: work } = await api('GET /cms/dashboard/work', { token: staff.token })
  expect(work.find(({ key }) => key === 'cases_waiting')?.count).toBe(waiting)
  const { body: seen } = await api('GET /cms/after_sale/{id}', { token: staff.token, params: { id: body.id } })
  expect(seen).toMatchObject({ actions: ['approve', 'reject'], version: 1, customer: { id: payer.id } })
})
