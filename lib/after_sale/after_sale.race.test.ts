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
  // Also writes the base data, which includes the dictionaries of carriers and reasons.
  await migrateDatabase()
  await setParameters({ 'limit.writes_per_minute': 1_000_000, 'order.unpaid_max': 100_000 })
  payers = await Promise.all(Array.from({ length: 10 }, () => play.newPayer()))
  staff = await newStaff([
    'cms.order.list',
    'cms.order.ship',
    ...['list', 'decide', 'receive', 'arbitrate'].map((verb) => `cms.after_sale.${verb}`),
  ])
})

/** Settles all refunds after every test, and checks that cases, pieces, money and stock are consistent. */
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

/**
 * Runs `work` for each order and returns the results by order. As many orders as there are payers run at the same time.
 */
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

test('of a concurrent approval and withdrawal, one succeeds', async () => {
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

test('of a concurrent automatic approval and withdrawal of an overdue case, one succeeds', async () => {
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

test('of a concurrent expiry of a case and entry of its parcel, one succeeds', async () => {
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

test('receiving goods is consistent with a concurrent withdrawal, parcel or rejection', async () => {
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
    // If the parcel was entered first, the goods can still be accepted, with the version after the entry.
    const isBoth = received.status === 200 && other.status === 200
    expect(isBoth ? row?.return_tracking_no : null).toBe(isBoth ? parcel.tracking_no : null)
    expect(received.status === 200 || other.status === 200).toBe(true)
    expect(row?.status).toBe(received.status === 200 ? 'refunding' : other.body.status)
    expect(row?.refund_id === null).toBe(received.status !== 200)
    tally(seen, received.status === 200 ? 'received' : 'other')
  }
  expect(Object.keys(seen)).toHaveLength(2)
})

test('a correction of a parcel is stored only if it was accepted, while staff receive or refuse the goods', async () => {
  const cases = await forEach(await sold(), async (order) => {
    await play.ship(order.id, staff.token)
    const { body } = await ask(order, { kind: 'return_refund' })
    await decide(staff.token, body.id, 'approve', { return_to: '杭州' })
    await act(order.payer.token, body.id, 'return', parcel)
    return body.id
  })
  const correct = { carrier: 'ZTO', tracking_no: '73600901234' }
  const seen: Record<string, number> = {}
  for (const [round, [{ payer }, id]] of [...cases].entries()) {
    const [corrected, ended] = await both(
      round,
      () => act(payer.token, id, 'return', correct),
      () =>
        Math.floor(round / 2) % 2 === 0
          ? decide(staff.token, id, 'receive', { restock: [] })
          : decide(staff.token, id, 'refuse', { note: '不符' }),
    )
    const row = await caseOf(id)
    const is = corrected.status === 200
    expect(row?.return_tracking_no).toBe(is ? correct.tracking_no : parcel.tracking_no)
    if (!is) expect(corrected.problem.code).toBe('order_state')
    // A decision that was made before the correction has an outdated version.
    if (ended.status !== 200) expect(ended.problem.code).toBe('stale_version')
    expect(is || ended.status === 200).toBe(true)
    expect(row?.status).toBe(ended.status === 200 ? ended.body.status : 'returned')
    tally(seen, is ? 'corrected' : 'ended')
  }
  expect(Object.keys(seen)).toHaveLength(2)
})

test('of four concurrent cases on one line, one is opened; of a concurrent dispute and new case, one is open', async () => {
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

test('pieces in a case are not shipped, and pieces that were shipped first can still be in a case', async () => {
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
  // Unshipped pieces have returned to stock, shipped pieces have not.
  const ids = orders.map(({ sku_id }) => sku_id)
  const [left] = await (await database())
    .select({ sum: sql<number>`sum(stock)::int` })
    .from(tables.sku)
    .where(inArray(tables.sku.id, ids))
  expect(left?.sum).toBe(count * stock - 2 * (seen.shipped ?? 0))
})
