import { afterEach, beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { readCmsOrder } from '@/lib/order/cms-queries'
import { api, send } from '@/lib/server/testing/api'
import { database, newStaff, setParameters, stockFaults } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { both, rounds } from '@/lib/server/testing/races'
import { migrateDatabase } from '@/lib/server/update-database'

const count = rounds(100)

let payers: play.Payer[]
let staff: Awaited<ReturnType<typeof newStaff>>[]
beforeAll(async () => {
  play.usePlatform()
  // Also writes the base data, which includes the dictionaries of carriers and reasons.
  await migrateDatabase()
  await setParameters({ 'limit.writes_per_minute': 1_000_000, 'order.unpaid_max': 100_000 })
  payers = await Promise.all(Array.from({ length: 5 }, () => play.newPayer()))
  const codes = ['list', 'ship', 'refund', 'cancel'].map((verb) => `cms.order.${verb}`)
  staff = await Promise.all(Array.from({ length: 2 }, () => newStaff(codes)))
})

/** Settles all refunds after every test, and checks that pieces, money and stock are consistent. */
afterEach(async () => {
  await play.settleAll()
  expect(await play.moneyFaults()).toEqual([])
  expect(await play.lineFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
  expect(await (await database()).select().from(tables.error_log)).toEqual([])
})

const tokenOf = (at: number) => staff[at % staff.length]?.token ?? ''

/**
 * Refunds everything that is left of these orders, one order after another, like the bulk refund on the admin page of
 * orders.
 */
async function refundAll(token: string, ids: number[]) {
  const { body } = await api('GET /cms/order/refund/preview', { token, query: { ids: ids.join() } })
  const outcomes = new Map<number, string>()
  for (const { id, version, amount, items, freight_amount, reason } of body.items) {
    if (reason !== null) {
      outcomes.set(id, reason)
      continue
    }
    const input = { items, freight_amount, reason_code: 'other', expected_amount: amount, version }
    const { status, problem } = await api('POST /cms/order/{id}/refund', { token, params: { id }, body: input })
    outcomes.set(id, status === 200 ? 'refunded' : problem.code)
  }
  return outcomes
}

/** Refunds two pieces of each order, and sends the current version of the order. */
async function refundEach(token: string, orders: play.SoldOrder[]) {
  const statuses: number[] = []
  for (const { id, line } of orders) {
    const { version } = await readCmsOrder(await database(), id)
    const body = { items: [{ order_item_id: line, count: 2 }], reason_code: 'changed_mind', version }
    statuses.push((await send('POST', `/cms/order/${id}/refund`, { token, body })).status)
  }
  return statuses
}

test('of a refund of several orders and single refunds of them at once, nothing is paid back twice', async () => {
  const orders = await play.soldOrders(payers, { orders: count, count: 3, stock: 10 })
  const seen = new Set<string>()
  for (const [at, order] of orders.entries()) {
    const [all] = await both(
      at,
      () => refundAll(tokenOf(at), [order.id]),
      () => refundEach(tokenOf(at + 1), [order]),
    )
    const outcome = all.get(order.id)
    expect(['refunded', 'stale_version', 'nothing_left']).toContain(outcome)
    seen.add(outcome ?? 'none')
    const { promised_amount, paid_amount } = await readCmsOrder(await database(), order.id)
    expect(promised_amount).toBe(outcome === 'refunded' ? paid_amount : 200)
  }
  // A refund of several that is first must have occurred, or the test proves nothing.
  expect(seen).toContain('refunded')
})

test('of two refunds of the same orders at once, each order is refunded once, in full', async () => {
  const orders = await play.soldOrders(payers, { orders: count, count: 3, stock: 10 })
  const ids = orders.map(({ id }) => id)
  const [one, two] = await Promise.all([refundAll(tokenOf(0), ids), refundAll(tokenOf(1), ids.toReversed())])
  for (const { id, payer } of orders) {
    const outcomes = [one.get(id), two.get(id)]
    expect(outcomes.filter((outcome) => outcome === 'refunded')).toHaveLength(1)
    expect(await play.refundsOf(id)).toMatchObject([{ amount: 300 }])
    expect((await play.readOrder(payer, id)).paid_amount).toBe(300)
  }
})
