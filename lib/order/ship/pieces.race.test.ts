import { eq, inArray } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { connection } from '@/lib/kit/database'
import { readCmsOrder } from '@/lib/order/cms-queries'
import { applyRefund } from '@/lib/payment/refund'
import { send } from '@/lib/server/testing/api'
import { database, newStaff, setParameters, stockFaults } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { both, rounds } from '@/lib/server/testing/races'
import { migrateDatabase } from '@/lib/server/update-database'

const count = rounds(200)
const stock = 10

let payers: play.Payer[]
let staff: Awaited<ReturnType<typeof newStaff>>[]
beforeAll(async () => {
  play.usePlatform()
  // Also writes the base data, which includes the dictionaries of carriers and reasons.
  await migrateDatabase()
  await setParameters({ 'limit.writes_per_minute': 1_000_000, 'order.unpaid_max': 100_000 })
  payers = await Promise.all(Array.from({ length: 10 }, () => play.newPayer()))
  staff = await Promise.all(
    Array.from({ length: 4 }, () => newStaff(['cms.order.list', 'cms.order.ship', 'cms.order.refund'])),
  )
})

/** Settles all refunds after every test, and checks that pieces, money and stock are consistent. */
afterEach(async () => {
  await play.settleAll()
  expect(await play.moneyFaults()).toEqual([])
  expect(await play.lineFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
  expect(await (await database()).select().from(tables.error_log)).toEqual([])
})

const sold = () => play.soldOrders(payers, { orders: count, count: 3, stock })

type Sold = play.SoldOrder

/** Sends a write with the current version, and repeats it while other writes change the version first. */
async function persist(token: string, id: number, path: 'ship' | 'refund', body: object) {
  for (;;) {
    const { version } = await readCmsOrder(await database(), id)
    const reply = await send('POST', `/cms/order/${id}/${path}`, { token, body: { ...body, version } })
    if (reply.problem.code !== 'stale_version') return reply
  }
}

const refund = (token: string, { id, line }: Sold, count: number) =>
  persist(token, id, 'refund', { items: [{ order_item_id: line, count }], reason_code: 'changed_mind' })

const stocks = async (orders: Sold[]) => {
  const ids = orders.map(({ sku_id }) => sku_id)
  const rows = await (await database()).select().from(tables.sku).where(inArray(tables.sku.id, ids))
  return new Map(rows.map((row) => [row.id, row.stock]))
}

test('of four concurrent refunds of two of three pieces, one succeeds', async () => {
  const orders = await sold()
  for (const order of orders) {
    const replies = await Promise.all(staff.map(({ token }) => refund(token, order, 2)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    const refused = replies.filter(({ status }) => status === 400)
    for (const { problem } of refused)
      expect(problem.invalid_params).toMatchObject([
        { name: 'items.0.count', code: 'out_of_range', params: { maximum: 1 } },
      ])
  }
  await play.settleAll()
  expect(new Set((await stocks(orders)).values())).toEqual(new Set([stock - 1]))
})

test('shipping and refunding the same pieces concurrently never uses a piece twice', async () => {
  const orders = await sold()
  const seen: Record<string, number> = {}
  const shippedFirst = new Set<number>()
  for (const [at, order] of orders.entries()) {
    const [one, two] = at % 2 === 0 ? staff : staff.toReversed()
    if (!one || !two) throw new Error('no staff')
    const parcel = { method: 'express', carrier: 'SF', tracking_no: `SF${order.id}` }
    const [shipped, refunded] = await both(
      at,
      () => persist(one.token, order.id, 'ship', parcel),
      () => refund(two.token, order, 3),
    )
    expect(refunded.status).toBe(200)
    if (shipped.status === 200) shippedFirst.add(order.id)
    else expect(shipped.problem.code).toBe('order_state')
    const outcome = shipped.status === 200 ? 'shipped first' : 'refunded first'
    seen[outcome] = (seen[outcome] ?? 0) + 1
  }
  await play.settleAll()
  // Both orders of events must have occurred, or the test proves nothing.
  expect(Object.keys(seen)).toHaveLength(2)
  const left = await stocks(orders)
  for (const order of orders) {
    expect(left.get(order.sku_id)).toBe(shippedFirst.has(order.id) ? stock - 3 : stock)
    expect((await play.readOrder(order.payer, order.id)).status).toBe('refunded')
  }
})

test('a refund that the provider reports four times at once is applied once', async () => {
  const orders = await sold()
  const { transaction, db } = await connection()
  for (const order of orders) {
    await play.refund(order.id, staff[0]?.id ?? 0, { items: [{ order_item_id: order.line, count: 2 }] })
    const [opened] = await play.refundsOf(order.id)
    if (!opened) throw new Error('no refund')
    const report = { refund_id: `5030${opened.id}`, status: 'SUCCESS', amount: { refund: 200 } }
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () =>
        transaction((tx) => applyRefund(tx, { ...report, out_refund_no: opened.refund_no })),
      ),
    )
    expect(outcomes.sort()).toEqual(['applied', 'repeated', 'repeated', 'repeated'])
    expect(await db.$count(tables.stock_log, eq(tables.stock_log.refund_id, opened.id))).toBe(1)
  }
  expect(new Set((await stocks(orders)).values())).toEqual(new Set([stock - 1]))
})
