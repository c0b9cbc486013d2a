import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ActionRefusal, StaffAction } from '@/db/enums'
import * as tables from '@/db/tables'
import { sendRefunds } from '@/lib/payment/provider'
import { api } from '@/lib/server/testing/api'
import { database, newStaff, unique } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'

const all = ['list', 'update', 'note', 'ship', 'cancel', 'refund'].map((verb) => `cms.order.${verb}`)

let staff: Awaited<ReturnType<typeof newStaff>>
let payer: play.Payer
beforeAll(async () => {
  play.usePlatform()
  // Also writes the base data, which includes the dictionaries of carriers and reasons.
  await migrateDatabase()
  staff = await newStaff(all)
})
beforeEach(async () => {
  payer = await play.newPayer()
})

const read = async (id: number, token = staff.token) =>
  (await api('GET /cms/order/{id}', { token, params: { id } })).body

/** Returns, for each action, the reason why the action is not allowed; null: allowed. */
const reasons = async (id: number, token?: string) =>
  Object.fromEntries((await read(id, token)).actions.map(({ action, reason }) => [action, reason]))

test('every line has the number and the barcode that the SKU has today', async () => {
  const { id, order_no } = await play.placeOrder(payer)
  const { sku_id } = await play.lineOf(id)
  const codes = { sku_no: unique('TEA-'), barcode: unique('69') }
  await (await database()).update(tables.sku).set(codes).where(eq(tables.sku.id, sku_id))
  const own = { token: payer.token }
  const clerk = await newStaff(['cms.order.create', 'cms.order.print'])
  const items = [{ sku_id, count: 1 }]
  const answers = [
    (await api('GET /v1/order/{id}', { ...own, params: { id } })).body,
    (await api('GET /v1/order', own)).body.items[0],
    (await api('POST /v1/order/preview', { ...own, body: { items } })).body,
    (await api('POST /v1/order', { ...own, body: { items } })).body,
    await read(id),
    (await api('GET /cms/order', { token: staff.token, query: { q: order_no } })).body.items[0],
    (await api('GET /cms/order/print', { token: clerk.token, query: { ids: String(id) } })).body.items[0],
    (await api('POST /cms/order/preview', { token: clerk.token, body: { items } })).body,
  ]
  expect(answers.map((answer) => answer?.items)).toEqual(answers.map(() => [expect.objectContaining(codes)]))
})

describe('the actions of an order', () => {
  const expected = (given: Partial<Record<StaffAction, ActionRefusal>>) => ({
    note: null,
    reprice: null,
    readdress: null,
    ship: null,
    ready: 'forbidden',
    collect: 'forbidden',
    cancel: null,
    refund: null,
    ...given,
  })

  test('follow its status and its lines', async () => {
    const { id } = await play.placeOrder(payer, { count: 2 })
    expect(await reasons(id)).toEqual(expected({ ship: 'unpaid', refund: 'unpaid' }))
    await play.payOrder(payer, id)
    await play.deliver()
    expect(await reasons(id)).toEqual(expected({ reprice: 'paid' }))
    const line = await play.lineOf(id)
    await play.ship(id, staff.token, { items: [{ order_item_id: line.id, count: 1 }] })
    const part = { reprice: 'paid', readdress: 'part_shipped', cancel: 'part_shipped' } as const
    expect(await reasons(id)).toEqual(expected(part))
    await play.ship(id, staff.token)
    const ruledOut = ['reprice', 'readdress', 'ship', 'cancel'].map((action) => [action, 'shipped'])
    expect(await reasons(id)).toEqual(expected(Object.fromEntries(ruledOut)))
    await play.refund(id, staff.id)
    expect(await reasons(id)).toMatchObject({ refund: 'nothing_left' })
  })

  test('are refused with `nothing_left` while everything is being refunded', async () => {
    const { id } = await play.paidOrder(payer)
    await play.refund(id, staff.id)
    expect(await reasons(id)).toEqual(
      expected({ reprice: 'paid', ship: 'nothing_left', cancel: 'nothing_left', refund: 'nothing_left' }),
    )
  })

  test('of a cancelled order allow only adding a note', async () => {
    const { id } = await play.placeOrder(payer)
    await api('POST /v1/order/{id}/cancel', { token: payer.token, params: { id } })
    const ruledOut = ['reprice', 'readdress', 'ship', 'cancel', 'refund'].map((action) => [action, 'cancelled'])
    expect(await reasons(id)).toEqual(expected(Object.fromEntries(ruledOut)))
  })

  test('follow the permissions of the caller', async () => {
    const { id } = await play.paidOrder(payer)
    const reader = await newStaff(['cms.order.list'])
    expect(new Set(Object.values(await reasons(id, reader.token)))).toEqual(new Set(['forbidden']))
    // Canceling a paid order is a refund, which requires its own permission.
    const canceller = await newStaff(['cms.order.list', 'cms.order.cancel'])
    expect(await reasons(id, canceller.token)).toMatchObject({ cancel: 'forbidden' })
    const { id: unpaid } = await play.placeOrder(payer)
    expect(await reasons(unpaid, canceller.token)).toMatchObject({ cancel: null })
  })

  test('are in the response of a command, too', async () => {
    const { id } = await play.paidOrder(payer)
    const { body } = await play.ship(id, staff.token)
    expect(body.actions.find(({ action }) => action === 'ship')).toEqual({
      action: 'ship',
      allowed: false,
      reason: 'shipped',
    })
  })
})

test('an order has its customer, its payments, and its timeline, the newest last', async () => {
  const { id, payment_no } = await play.paidOrder(payer, { count: 2 })
  await api('PUT /v1/user', { token: payer.token, body: { nickname: '林晚' } })
  const line = await play.lineOf(id)
  await play.ship(id, staff.token, { tracking_no: 'SF77', items: [{ order_item_id: line.id, count: 1 }] })
  await play.refund(id, staff.id)
  await sendRefunds(payment_no)
  await play.deliver(play.inSeconds(60))
  const record = await read(id)
  expect(record.customer).toEqual({ id: payer.id, nickname: '林晚', username: null, mobile: null, avatar_url: null })
  expect(record.payments).toMatchObject([
    { payment_no, status: 'paid', settles: true, amount: record.paid_amount, transaction_id: expect.any(String) },
  ])
  const amount = record.paid_amount
  const keeper = { id: staff.id, name: expect.any(String) }
  const [refund] = record.refunds
  const expectedEntries = [
    { kind: 'log', action: 'place', actor: { id: payer.id, name: '林晚' } },
    { kind: 'payment', action: 'opened', amount, detail: payment_no, actor: { id: payer.id, name: '林晚' } },
    { kind: 'payment', action: 'paid', amount, detail: payment_no },
    { kind: 'log', action: 'pay', actor: null },
    { kind: 'log', action: 'ship', actor: keeper },
    { kind: 'shipment', action: 'shipped', actor: keeper, detail: 'SF SF77' },
    { kind: 'refund', action: 'opened', actor: keeper, amount, detail: refund?.refund_no },
    { kind: 'refund', action: 'succeeded', actor: null, amount },
    { kind: 'log', action: 'refund', actor: keeper },
  ]
  expect(record.timeline).toHaveLength(expectedEntries.length)
  for (const entry of expectedEntries) expect(record.timeline).toContainEqual(expect.objectContaining(entry))
  const times = record.timeline.map(({ at }) => at)
  expect(times).toEqual(times.toSorted())
})
