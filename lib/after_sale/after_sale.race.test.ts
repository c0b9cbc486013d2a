import { eq, inArray, sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { lapseDue } from '@/lib/server/jobs/after_sale'
import { act, askFor, type Case, caseFaults, decide, lapse } from '@/lib/server/testing/after_sale'
import { database, newStaff, setParameters, stockFaults } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { both, rounds } from '@/lib/server/testing/races'
import { migrateDatabase } from '@/lib/server/update-database'

const count = rounds(200)
const stock = 10
const parcel = { carrier: 'SF', tracking_no: 'SF1380000999888' }

let payers: play.Payer[]
let staff: Awaited<ReturnType<typeof newStaff>>
beforeAll(async () => {
  play.usePlatform()
  // The dictionaries of carriers and reasons.
  await migrateDatabase()
  await setParameters({ 'limit.writes_per_minute': 1_000_000, 'order.unpaid_max': 100_000 })
  payers = await Promise.all(Array.from({ length: 10 }, () => play.newPayer()))
  staff = await newStaff([
    'cms.order.list',
    'cms.order.ship',
    ...['list', 'decide', 'receive', 'arbitrate'].map((verb) => `cms.after_sale.${verb}`),
  ])
})

/** After every test all refunds are settled, and cases, pieces, money and stock agree. */
afterEach(async () => {
  await play.settleAll()
  expect(await play.moneyFaults()).toEqual([])
  expect(await play.lineFaults()).toEqual([])
  expect(await caseFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
  expect(await (await database()).select().from(tables.error_log)).toEqual([])
  const open = await (await database()).$count(tables.after_sale, inArray(tables.after_sale.status, ['refunding']))
  expect(open).toBe(0)
})

const sold = () => play.soldOrders(payers, { orders: count, count: 2, stock })
type Sold = play.SoldOrder

/** Does something for all orders, several at a time. */
async function forEach<Result>(orders: Sold[], work: (order: Sold) => Promise<Result>): Promise<Map<Sold, Result>> {
  const results = new Map<Sold, Result>()
  for (let from = 0; from < orders.length; from += payers.length) {
    const some = orders.slice(from, from + payers.length)
    await Promise.all(some.map(async (order) => results.set(order, await work(order))))
  }
  return results
}

const ask = (order: Sold, input: Parameters<typeof askFor>[3] = {}) =>
  askFor(order.payer.token, order.id, order.line, input)

const opened = (orders: Sold[], input: Parameters<typeof askFor>[3] = {}) =>
  forEach(orders, async (order) => (await ask(order, input)).body.id)

const caseOf = async (id: number) =>
  (await (await database()).select().from(tables.after_sale).where(eq(tables.after_sale.id, id)))[0]

const tally = (seen: Record<string, number>, outcome: string) => {
  seen[outcome] = (seen[outcome] ?? 0) + 1
}

test('of an approval and a withdrawal one happens', async () => {
  const cases = await opened(await sold())
  const seen: Record<string, number> = {}
  for (const [round, [{ payer }, id]] of [...cases].entries()) {
    const [approved, withdrawn] = await both(
      round,
      () => decide(staff.token, id, 'approve'),
      () => act(payer.token, id, 'withdraw'),
    )
    expect([approved.status, withdrawn.status].sort()).toEqual([200, 409])
    const row = await caseOf(id)
    expect(row?.status).toBe(approved.status === 200 ? 'refunding' : 'withdrawn')
    expect(row?.refund_id === null).toBe(withdrawn.status === 200)
    tally(seen, approved.status === 200 ? 'approved' : `withdrawn, ${approved.problem.code}`)
  }
  expect(Object.keys(seen).length).toBeGreaterThan(1)
})

test('of the approval of an overdue case and its withdrawal one happens', async () => {
  const cases = await opened(await sold())
  const seen: Record<string, number> = {}
  for (const [round, [{ payer }, id]] of [...cases].entries()) {
    await lapse(id)
    const [lapsed, withdrawn] = await both(
      round,
      () => lapseDue(),
      () => act(payer.token, id, 'withdraw'),
    )
    expect(lapsed).toEqual({ approved: withdrawn.status === 200 ? 0 : 1, expired: 0, reminded: 0 })
    expect(withdrawn.status === 200 || withdrawn.problem.code === 'order_state').toBe(true)
    tally(seen, withdrawn.status === 200 ? 'withdrawn' : 'approved')
  }
  expect(Object.keys(seen)).toHaveLength(2)
})

test('of the end of a case without a parcel and the parcel one happens', async () => {
  const orders = await sold()
  const goods = { kind: 'return_refund' } as const
  const cases = await forEach(orders, async (order) => {
    await play.ship(order.id, staff.token)
    const { body } = await ask(order, goods)
    await decide(staff.token, body.id, 'approve', { return_to: '杭州' })
    return body.id
  })
  const seen: Record<string, number> = {}
  for (const [round, [{ payer }, id]] of [...cases].entries()) {
    await lapse(id)
    const [lapsed, sent] = await both(
      round,
      () => lapseDue(),
      () => act(payer.token, id, 'return', parcel),
    )
    expect(lapsed).toEqual({ approved: 0, expired: sent.status === 200 ? 0 : 1, reminded: 0 })
    expect((await caseOf(id))?.status).toBe(sent.status === 200 ? 'returned' : 'expired')
    if (sent.status !== 200) expect(sent.problem.code).toBe('order_state')
    tally(seen, sent.status === 200 ? 'sent' : 'expired')
  }
  expect(Object.keys(seen)).toHaveLength(2)
})

test('of goods that are handed over, their parcel and the end of their case one happens', async () => {
  const cases = await forEach(await sold(), async (order) => {
    await play.ship(order.id, staff.token)
    const { body } = await ask(order, { kind: 'return_refund' })
    await decide(staff.token, body.id, 'approve', { return_to: '杭州' })
    return body.id
  })
  const seen: Record<string, number> = {}
  for (const [round, [{ payer }, id]] of [...cases].entries()) {
    const rivals = [
      () => act(payer.token, id, 'withdraw'),
      () => act(payer.token, id, 'return', parcel),
      () => decide(staff.token, id, 'reject', { note: '未寄回' }),
    ]
    const [received, other] = await both(
      round,
      () => decide(staff.token, id, 'receive', { restock: [] }),
      rivals[Math.floor(round / 2) % rivals.length] ?? (() => act(payer.token, id, 'withdraw')),
    )
    const row = await caseOf(id)
    // Of a parcel that was faster, the goods may still be accepted, with the version that it led to.
    const isBoth = received.status === 200 && other.status === 200
    expect(isBoth ? row?.return_tracking_no : null).toBe(isBoth ? parcel.tracking_no : null)
    expect(received.status === 200 || other.status === 200).toBe(true)
    expect(row?.status).toBe(received.status === 200 ? 'refunding' : other.body.status)
    expect(row?.refund_id === null).toBe(received.status !== 200)
    tally(seen, received.status === 200 ? 'received' : 'other')
  }
  expect(Object.keys(seen)).toHaveLength(2)
})

test('of four cases on one line at once one is opened, and of it and a dispute one', async () => {
  const orders = await sold()
  const seen: Record<string, number> = {}
  const rejected = new Map<Sold, number>()
  for (const order of orders) {
    const replies = await Promise.all(Array.from({ length: 4 }, () => ask(order)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    for (const { status, problem } of replies) if (status !== 201) expect(problem.code).toBe('after_sale_open')
    rejected.set(order, replies.find(({ status }) => status === 201)?.body.id ?? 0)
  }
  await forEach(orders, (order) => decide(staff.token, rejected.get(order) ?? 0, 'reject', { note: '不符' }))
  for (const [round, order] of orders.entries()) {
    const [disputed, asked] = await both(
      round,
      () => act(order.payer.token, rejected.get(order) ?? 0, 'dispute', { description: '再看' }),
      () => ask(order),
    )
    expect([disputed.status === 200, asked.status === 201].filter(Boolean)).toHaveLength(1)
    const lost = disputed.status === 200 ? asked : disputed
    expect(lost.problem.code).toBe('after_sale_open')
    tally(seen, disputed.status === 200 ? 'disputed' : 'asked')
  }
  expect(Object.keys(seen)).toHaveLength(2)
})

test('what a case takes first is not shipped, and what was shipped first can still be asked for', async () => {
  const orders = await sold()
  const seen: Record<string, number> = {}
  const asked = new Map<Sold, Case>()
  for (const [round, order] of orders.entries()) {
    const [reply, shipped] = await both(
      round,
      () => ask(order, { items: [{ order_item_id: order.line, count: 2 }] }),
      () => play.ship(order.id, staff.token),
    )
    expect(reply.status).toBe(201)
    if (shipped.status !== 200) expect(shipped.problem.code).toBe('after_sale_open')
    asked.set(order, reply.body)
    tally(seen, shipped.status === 200 ? 'shipped' : 'kept')
  }
  expect(Object.keys(seen)).toHaveLength(2)
  await forEach(orders, async (order) =>
    expect((await decide(staff.token, asked.get(order)?.id ?? 0, 'approve')).status).toBe(200),
  )
  await play.settleAll()
  // What was kept is in stock again, what was shipped is not.
  const ids = orders.map(({ sku_id }) => sku_id)
  const [left] = await (await database())
    .select({ sum: sql<number>`sum(stock)::int` })
    .from(tables.sku)
    .where(inArray(tables.sku.id, ids))
  expect(left?.sum).toBe(count * stock - 2 * (seen.shipped ?? 0))
})
