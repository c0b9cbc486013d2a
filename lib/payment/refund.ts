import { randomBytes } from 'node:crypto'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { EventType, RefundOutcome, RefundStatus } from '@/db/enums'
import { after_sale } from '@/db/schema/after_sale'
import { order, order_item } from '@/db/schema/order'
import { payment, refund, refund_item } from '@/db/schema/payment'
import { failCase, finishCase } from '@/lib/after_sale/settle'
import { requireEntry } from '@/lib/dict/entry'
import { recordEvent } from '@/lib/event/record'
import { invalid, problem, tooMuch } from '@/lib/kit/api/endpoint/problem'
import { found, lockRow, updateRow } from '@/lib/kit/api/rows/rows'
import { currentSettings } from '@/lib/kit/config/settings'
import type { Database } from '@/lib/kit/database'
import { type Actor, actorId, type Staff } from '@/lib/kit/people/actor'
import type { RefundInput } from '@/lib/order/change/cms-schema'
import { returnStock } from '@/lib/order/change/stock'
import { judgeInvoice } from '@/lib/order/invoiced'
import { type Line, linesOf, namedLines, requireNoCase } from '@/lib/order/lines'
import { leftOf } from '@/lib/order/ship/pieces'
import { concludeShipping } from '@/lib/order/ship/ship'
import { orderStateProblem, refundable, transitionLocked } from '@/lib/order/status'
import type { Refund } from '@/lib/platform/wechat/pay'
import { returnCoupon } from '@/lib/pricing/exits'
import { freightLeft, shareOfPieces } from '@/lib/pricing/shares'
import { wakeReport } from '@/lib/shipping_report/queue'
import { isFailedRefund } from './failed'
import { isGivenUp, pauseAfter } from './refusal'

/** P: payment, R: refund; 104 random bits in upper-case hex. */
export const newNumber = (prefix: 'P' | 'R') => `${prefix}${randomBytes(13).toString('hex').toUpperCase()}`

type Input = z.output<typeof RefundInput>
type Named = Pick<Input, 'items' | 'restock' | 'freight_amount'>
type OrderRow = typeof order.$inferSelect
type RefundRow = typeof refund.$inferSelect
type RefundValues = Pick<
  RefundRow,
  'payment_id' | 'amount' | 'freight_amount' | 'reason' | 'reason_code' | 'note' | 'actor'
>

/** Requested right after the commit, or by reconciliation after `in_minutes`. */
async function openRefund(
  tx: Database,
  { payment_id, amount, freight_amount, reason, reason_code, note, actor }: RefundValues,
  in_minutes = 0,
): Promise<number> {
  const next_try_at = sql`now() + make_interval(mins => ${in_minutes})`
  const [opened] = await tx
    .insert(refund)
    .values({
      refund_no: newNumber('R'),
      payment_id,
      amount,
      freight_amount,
      reason,
      reason_code,
      note,
      actor,
      next_try_at,
    })
    .returning({ id: refund.id })
  if (!opened) throw new Error('the refund was not opened')
  return opened.id
}

/** Refunds a late or double payment, without lines. */
export const returnPayment = (tx: Database, paid: { id: number; amount: number }, reason: string) =>
  openRefund(tx, {
    payment_id: paid.id,
    amount: paid.amount,
    freight_amount: 0,
    reason,
    reason_code: null,
    note: '',
    actor: null,
  })

/**
 * Refunded pieces are not shipped any more. Returns the number of the payment. Throws `not_found`, `stale_version`,
 * `order_state`, `after_sale_open`, `limit_reached`, `amount_changed`, or `invalid_request` naming the field.
 */
export async function refundOrder(tx: Database, order_id: number, input: Input, actor: Staff): Promise<string> {
  const locked = await lockRow(tx, order, order_id, { version: input.version })
  const { value: reason_code, label: reason } = await requireEntry(tx, {
    type: 'refund_reason',
    value: input.reason_code,
    field: 'reason_code',
  })
  const lines = await linesOf(tx, order_id)
  const named = namedLines(input.items, lines, 'items').map(({ line }) => line)
  // A case for all remaining pieces can include the freight. So a refund of freight requires that no line is in a case.
  requireNoCase(input.freight_amount ? lines : named)
  const note = input.note ?? ''
  const { payment_no } = await refundLines(tx, locked, lines, { ...input, reason, reason_code, note, actor })
  return payment_no
}

type LineRefund = Named &
  Pick<Input, 'expected_amount'> &
  Pick<RefundValues, 'reason' | 'reason_code' | 'note'> & { actor: Actor }

/**
 * For staff and for cases. The order must be locked. `only_shipped`: only shipped pieces can be refunded. Throws
 * `order_state`, `limit_reached`, `amount_changed` or `invalid_request`.
 */
export async function refundLines(
  tx: Database,
  locked: OrderRow,
  lines: Line[],
  { reason, reason_code, note, actor, ...input }: LineRefund & { only_shipped?: boolean },
): Promise<{ refund_id: number; payment_no: string }> {
  if (!refundable.includes(locked.status)) throw orderStateProblem(locked.status, 'refund')
  const settling = await requireRefundable(tx, settlingOf(locked.id))
  const items = itemsOf(lines, input)
  const freight_amount = requireFreight(locked, lines, input.freight_amount ?? 0)
  const amount = items.reduce((sum, item) => sum + item.amount, freight_amount)
  if (amount < 1)
    throw invalid('body', 'items', 'too_small', 'This would pay nothing back: at least 1 fen.', { minimum: 1 })
  requireNothingLeft(locked, lines, items, amount)
  requireAmount(amount, input.expected_amount)
  const refund_id = await openRefund(tx, {
    payment_id: settling.id,
    amount,
    freight_amount,
    reason,
    reason_code,
    note,
    actor: actorId(actor),
  })
  if (items.length > 0) await tx.insert(refund_item).values(items.map((item) => ({ ...item, refund_id })))
  await countToward(tx, locked, { id: refund_id, amount, freight_amount }, 1, actor)
  return { refund_id, payment_no: settling.payment_no }
}

/** In fen. `amount_changed` where `amount` differs from the one that staff have confirmed. */
export function requireAmount(amount: number, expected_amount: number | undefined): void {
  if (expected_amount === undefined || amount === expected_amount) return
  throw problem('amount_changed', {
    detail: `${amount} would be paid back, not ${expected_amount}.`,
    members: { amount },
  })
}

const maxRefunds = 50

/** For queries of `payment`. See {@link isRefundLimitReached}. */
export const refundsOfPayment = {
  /** Counted at the provider: all except those that it refused and staff have closed. */
  refunds: sql<number>`(select count(*)::int from refund r
    where r.payment_id = payment.id and (r.status <> 'closed' or r.provider_refund_id is not null))`,
  /** The provider does not refund payments older than one year. */
  is_over: sql<boolean>`payment.paid_at < now() - interval '1 year'`,
}

export const isRefundLimitReached = ({ refunds, is_over }: { refunds: number; is_over: boolean }) =>
  is_over || refunds >= maxRefunds

const settlingOf = (order_id: number) => and(eq(payment.order_id, order_id), eq(payment.settles, true))

/** Throws `limit_reached` where the provider accepts no further refund. */
async function requireRefundable(tx: Database, which: SQL | undefined) {
  const [settling] = await tx
    .select({
      id: payment.id,
      payment_no: payment.payment_no,
      ...refundsOfPayment,
    })
    .from(payment)
    .where(which)
  if (!settling) throw new Error('there is no such payment to refund')
  if (settling.is_over)
    throw problem('limit_reached', { detail: 'A payment can be refunded for one year; this one is older.' })
  if (isRefundLimitReached(settling))
    throw problem('limit_reached', { detail: `A payment can be refunded at most ${maxRefunds} times.` })
  return settling
}

interface RefundItem {
  order_item_id: number
  count: number
  kept_count: number
  amount: number
  restock_count: number
}

/** Unshipped pieces before shipped ones. Throws `invalid_request`. */
function itemsOf(lines: Line[], { items, restock, only_shipped }: Named & { only_shipped?: boolean }): RefundItem[] {
  const chosen = namedLines(items, lines, 'items').map(({ at, line, given: { count, amount } }) => {
    const pieces = only_shipped ? returnableOf(line) : line.count - line.refunded_count
    if (count > pieces) throw tooMuch(`items.${at}.count`, pieces)
    const left = line.paid_amount - line.refunded_amount
    if (amount !== undefined && amount > left) throw tooMuch(`items.${at}.amount`, left)
    if (count === 0) requireMoneyAlone(line, { at, amount })
    const kept_count = only_shipped ? 0 : Math.min(count, leftOf(line))
    return { id: line.id, count, kept_count, amount: amount ?? shareOfPieces(line, count) }
  })
  const restocked =
    restock &&
    new Map(
      namedLines(restock, chosen, 'restock').map(({ at, line, given: { count } }): [number, number] => {
        if (count > line.count) throw tooMuch(`restock.${at}.count`, line.count)
        return [line.id, count]
      }),
    )
  return chosen.map(({ id, ...item }) => ({
    order_item_id: id,
    ...item,
    restock_count: restocked ? (restocked.get(id) ?? 0) : item.kept_count,
  }))
}

/** `invalid_request` for 0 pieces without an amount, or if unpaid pieces would be left to ship. */
function requireMoneyAlone(line: Line, { at, amount }: { at: number; amount: number | undefined }): void {
  const field = `items.${at}.amount`
  if (!amount)
    throw invalid('body', field, 'too_small', 'Without a piece, say how much money is paid back: at least 1 fen.', {
      minimum: 1,
    })
  if (isUnpaidAfter(line, amount))
    throw invalid('body', field, 'pieces_left', 'This pays back all money of the line: name its pieces to ship.')
}

/** A refund of `amount` without pieces would leave unpaid pieces to ship. */
export const isUnpaidAfter = (line: Line, amount: number) =>
  leftOf(line) > 0 && amount >= line.paid_amount - line.refunded_amount

/** Shipped and not refunded. */
export const returnableOf = (line: Line) => line.shipped_count - (line.refunded_count - line.kept_count)

export const everythingLeft = (
  locked: Parameters<typeof freightLeft>[0],
  lines: Line[],
): Required<Pick<Input, 'items' | 'freight_amount'>> => ({
  items: lines
    .map((line) => ({ order_item_id: line.id, count: line.count - line.refunded_count }))
    .filter(({ count }) => count > 0),
  freight_amount: freightLeft(locked, lines),
})

function requireFreight(locked: OrderRow, lines: Line[], freight_amount: number): number {
  const left = freightLeft(locked, lines)
  if (freight_amount > left) throw tooMuch('freight_amount', left)
  return freight_amount
}

/** `invalid_request` for all remaining money with pieces left: the shop would ship unpaid pieces. */
function requireNothingLeft(locked: OrderRow, lines: Line[], items: RefundItem[], amount: number): void {
  if (locked.promised_amount + amount < locked.paid_amount) return
  const keptOf = (line: Line) => items.find((item) => item.order_item_id === line.id)?.kept_count ?? 0
  if (lines.some((line) => leftOf(line) > keptOf(line)))
    throw invalid('body', 'items', 'pieces_left', 'This pays everything back: name all pieces that are not shipped.')
}

/** `sign` -1 subtracts. An issued invoice may have to be replaced. */
async function countToward(
  tx: Database,
  locked: OrderRow,
  { id, amount, freight_amount }: Pick<RefundRow, 'id' | 'amount' | 'freight_amount'>,
  sign: 1 | -1,
  actor: Actor,
): Promise<void> {
  const by = sql.raw(String(sign))
  await tx
    .update(order_item)
    .set({
      refunded_count: sql`${order_item.refunded_count} + ${by} * ${refund_item.count}`,
      kept_count: sql`${order_item.kept_count} + ${by} * ${refund_item.kept_count}`,
      refunded_amount: sql`${order_item.refunded_amount} + ${by} * ${refund_item.amount}`,
    })
    .from(refund_item)
    .where(and(eq(refund_item.order_item_id, order_item.id), eq(refund_item.refund_id, id)))
  const changed = await updateRow(tx, order, locked.id, {
    promised_amount: locked.promised_amount + sign * amount,
    promised_freight: locked.promised_freight + sign * freight_amount,
    updated_by: actorId(actor),
  })
  await judgeInvoice(tx, changed)
}

/** `retry`: under a new number; `close`: releases the pieces and the money. */
export type Remedy = 'retry' | 'close'

/**
 * `reported`: at the provider; undefined: unknown there. Applies this state if the provider has paid or accepted
 * meanwhile. Returns the number of the payment. Throws `not_found`, `order_state`, `after_sale_open`, `limit_reached`.
 */
export async function remedyRefund(
  tx: Database,
  { order_id, refund_id, remedy }: { order_id: number; refund_id: number; remedy: Remedy },
  reported: Refund | undefined,
  actor: Staff,
): Promise<string> {
  const locked = await lockRow(tx, order, order_id)
  const { payment_no, settles, ...failed } = await refundOf(tx, order_id, refund_id)
  const current = await lockRow(tx, refund, failed.id)
  if (!isFailedRefund(current.status))
    throw problem('order_state', { detail: `The refund is ${current.status}; only one that failed can be dealt with.` })
  const isOver = reported ? reported.status === 'CLOSED' : current.status === 'refused'
  // A refused refund that the provider knows was accepted meanwhile.
  if (reported && !isOver && (reported.status === 'SUCCESS' || current.status === 'refused')) {
    await applyRefund(tx, reported)
    return payment_no
  }
  if (!isOver)
    throw problem('order_state', {
      detail: 'The provider may still pay this refund: settle it on the platform of the provider first.',
    })
  if (remedy === 'close' && !settles)
    throw problem('order_state', {
      detail: 'This money did not pay the order, so it has to be paid back: the refund can only be retried.',
    })
  if (remedy === 'close') await requireNoFollower(tx, order_id, current.id)
  await tx.update(refund).set({ status: 'closed' }).where(eq(refund.id, current.id))
  await recordRefund(tx, 'refund.settled', { ...current, order_id, status: 'closed' }, actor.user_id)
  if (remedy === 'close') {
    await countToward(tx, locked, current, -1, actor)
    await failCase(tx, current.id, actor)
    return payment_no
  }
  await requireRefundable(tx, eq(payment.id, current.payment_id))
  const again = await openRefund(tx, { ...current, actor: actor.user_id })
  // The new refund takes over the pieces and the money, which are counted already.
  await tx.update(refund_item).set({ refund_id: again }).where(eq(refund_item.refund_id, current.id))
  await tx.update(after_sale).set({ refund_id: again }).where(eq(after_sale.refund_id, current.id))
  await updateRow(tx, order, order_id, { updated_by: actor.user_id })
  return payment_no
}

/** `after_sale_open` while another case asks for more money for the same pieces. */
async function requireNoFollower(tx: Database, order_id: number, refund_id: number): Promise<void> {
  const pieces = await tx.select().from(refund_item).where(eq(refund_item.refund_id, refund_id))
  const [own] = await tx.select({ id: after_sale.id }).from(after_sale).where(eq(after_sale.refund_id, refund_id))
  const lines = await linesOf(tx, order_id)
  requireNoCase(
    lines.filter(({ id, open_case_id }) => open_case_id !== own?.id && pieces.some((one) => one.order_item_id === id)),
  )
}

/** Throws `not_found`. */
export async function refundOf(db: Database, order_id: number, refund_id: number) {
  const [known] = await db
    .select({
      id: refund.id,
      refund_no: refund.refund_no,
      status: refund.status,
      payment_no: payment.payment_no,
      settles: payment.settles,
    })
    .from(refund)
    .innerJoin(payment, eq(payment.id, refund.payment_id))
    .where(and(eq(refund.id, refund_id), eq(payment.order_id, order_id)))
  return found(known, 'refund')
}

const statusOf: Record<string, Exclude<RefundStatus, 'refused'> | undefined> = {
  PROCESSING: 'processing',
  SUCCESS: 'succeeded',
  ABNORMAL: 'abnormal',
  CLOSED: 'closed',
}

/** Exactly once. Locks order, then refund, then SKUs. */
export async function applyRefund(
  tx: Database,
  reported: { out_refund_no: string; refund_id: string; status: string; amount: { refund: number } },
): Promise<RefundOutcome> {
  const outcome = statusOf[reported.status]
  const [known] = await tx
    .select({ id: refund.id, amount: refund.amount, order_id: payment.order_id, settles: payment.settles })
    .from(refund)
    .innerJoin(payment, eq(payment.id, refund.payment_id))
    .where(eq(refund.refund_no, reported.out_refund_no))
  if (!known) return `refused: unknown out_refund_no ${reported.out_refund_no}`
  if (!outcome) return `refused: status ${reported.status}`
  if (reported.amount.refund !== known.amount)
    return `refused: amount ${reported.amount.refund} instead of ${known.amount}`
  const { locked, current } = await lockRefund(tx, known)
  // Another refund may have taken over the pieces and the money since.
  if (current.status === 'closed' && outcome === 'succeeded') return 'refused: succeeded after it was closed'
  // A refund that the provider has closed keeps its pieces and its money until staff retry or close it.
  const status = outcome === 'closed' && known.settles ? 'abnormal' : outcome
  // An `abnormal` refund may still succeed after staff have settled it at the provider; the others are final.
  if (current.status === 'succeeded' || current.status === 'closed' || current.status === status) {
    if (current.provider_refund_id === null || current.refusal_code !== null)
      await tx.update(refund).set(acceptedAs(reported.refund_id)).where(eq(refund.id, current.id))
    return 'repeated'
  }
  const type = status === 'succeeded' ? 'refund.succeeded' : status === 'processing' ? undefined : 'refund.failed'
  await Promise.all([
    tx
      .update(refund)
      .set({
        ...acceptedAs(reported.refund_id),
        status,
        next_try_at: status === 'processing' ? sql`now() + interval '2 minutes'` : null,
        ...(status === 'succeeded' && { succeeded_at: sql`now()` }),
      })
      .where(eq(refund.id, known.id)),
    type && recordRefund(tx, type, { ...current, order_id: locked.id, status }, null),
  ])
  if (status === 'succeeded' && known.settles) await settleRefund(tx, locked, current)
  // Refunds of late or double payments are opened automatically, so they are also retried automatically.
  if (status === 'closed') await openRefund(tx, current, 60)
  return outcome === 'succeeded' ? 'applied' : outcome === 'processing' ? 'repeated' : outcome
}

/** The order first. */
async function lockRefund(tx: Database, { id, order_id }: { id: number; order_id: number }) {
  const [locked] = await tx.select().from(order).where(eq(order.id, order_id)).for('no key update')
  const [current] = await tx.select().from(refund).where(eq(refund.id, id)).for('no key update')
  if (!locked || !current) throw new Error('the refund has no order')
  return { locked, current }
}

const recordRefund = (
  tx: Database,
  type: Extract<EventType, `refund.${string}`>,
  {
    id,
    refund_no,
    order_id,
    status,
    amount,
  }: Pick<RefundRow, 'id' | 'refund_no' | 'status' | 'amount'> & { order_id: number },
  actor_id: number | null,
) => recordEvent(tx, type, { resource_id: id, actor_id, data: { refund_no, order_id, status, amount } })

/** If no callback arrives, reconciliation queries the refund. */
const acceptedAs = (provider_refund_id: string) => ({ provider_refund_id, refusal_code: null, refusals: 0 })

/**
 * `refused`: final; pieces and money are kept until staff act. `waiting`: requested again later. `repeated`: accepted,
 * retried or closed meanwhile.
 */
export async function refuseRefund(
  tx: Database,
  row: Pick<RefundRow, 'id' | 'provider_refund_id'> & { order_id: number },
  refusal_code: string,
): Promise<'refused' | 'waiting' | 'repeated'> {
  const { current } = await lockRefund(tx, row)
  if (current.status !== 'processing' || current.provider_refund_id !== row.provider_refund_id) return 'repeated'
  const refusals = current.refusal_code === refusal_code ? current.refusals + 1 : 1
  const outcome = isGivenUp(refusal_code, refusals) ? 'refused' : 'waiting'
  await Promise.all([
    tx
      .update(refund)
      .set({
        refusal_code,
        refusals,
        ...(outcome === 'refused'
          ? { status: 'refused', next_try_at: null }
          : { next_try_at: sql`now() + make_interval(mins => ${pauseAfter(refusals)})` }),
      })
      .where(eq(refund.id, current.id)),
    outcome === 'refused' &&
      recordRefund(tx, 'refund.refused', { ...current, order_id: row.order_id, status: 'refused' }, null),
  ])
  return outcome
}

/**
 * Also makes the report to the platform due, finishes the case, returns the coupon if the settings say so, and returns
 * the pieces to stock.
 */
async function settleRefund(tx: Database, locked: OrderRow, { id, amount, ...opened }: RefundRow): Promise<void> {
  const actor = { kind: 'provider', requested_by: opened.actor } as const
  const { refunded_amount, paid_amount } = await updateRow(tx, order, locked.id, {
    refunded_amount: locked.refunded_amount + amount,
  })
  if (refunded_amount === paid_amount) await transitionLocked(tx, locked, 'refund', { actor })
  else await concludeShipping(tx, locked, { kind: 'provider' })
  // The report may be complete now: the refunded pieces will not be shipped.
  await wakeReport(tx, locked.id)
  await finishCase(tx, id)
  await returnCoupon(tx, locked.id, await currentSettings(tx))
  const pieces = await tx
    .select({ sku_id: order_item.sku_id, count: refund_item.restock_count })
    .from(refund_item)
    .innerJoin(order_item, eq(order_item.id, refund_item.order_item_id))
    .where(and(eq(refund_item.refund_id, id), sql`${refund_item.restock_count} > 0`))
  await returnStock(tx, pieces, { reason: 'refunded', order_id: locked.id, refund_id: id, actor })
}
