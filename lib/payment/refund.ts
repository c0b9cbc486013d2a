import { randomBytes } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { order } from '@/db/schema/order'
import { payment, refund } from '@/db/schema/payment'
import { invalid } from '@/lib/api/problem'
import type { Database } from '@/lib/database'
import { orderStateProblem, transitions, tryTransition } from '@/lib/order/status'
import { returnStock } from '@/lib/order/stock'

/** Our own number of a payment or refund at the provider: a prefix and 104 random bits as upper-case hexadecimal. */
export const newNumber = (prefix: 'P' | 'R') => `${prefix}${randomBytes(13).toString('hex').toUpperCase()}`

interface RefundValues {
  payment_id: number
  /** fen */
  amount: number
  reason: string
  returns_stock: boolean
  actor: number | null
}

/** Opens a refund; it is requested at the provider right after the commit or by reconciliation, after `in_minutes`. */
export async function openRefund(
  tx: Database,
  { in_minutes = 0, ...values }: RefundValues & { in_minutes?: number },
): Promise<number> {
  const [opened] = await tx
    .insert(refund)
    .values({ ...values, refund_no: newNumber('R'), next_try_at: sql`now() + make_interval(mins => ${in_minutes})` })
    .returning({ id: refund.id })
  if (!opened) throw new Error('the refund was not opened')
  return opened.id
}

/**
 * Refunds an order in part or in full, never more in total than was paid. Throws `order_state`, or `invalid_request`
 * naming `amount` or `returns_stock`.
 */
export async function refundOrder(
  tx: Database,
  order_id: number,
  { amount, reason, returns_stock, actor }: Omit<RefundValues, 'payment_id' | 'actor'> & { actor: number },
): Promise<number> {
  const [locked] = await tx.select().from(order).where(eq(order.id, order_id)).for('no key update')
  const from: readonly string[] = transitions.refund.from
  if (!locked || !from.includes(locked.status)) throw orderStateProblem(locked?.status ?? 'cancelled', 'refund')
  const [settling] = await tx
    .select({ id: payment.id })
    .from(payment)
    .where(and(eq(payment.order_id, order_id), eq(payment.settles, true)))
  if (!settling) throw new Error('the paid order has no settling payment')
  const [row] = await tx
    .select({
      promised: sql<number>`coalesce(sum(${refund.amount}), 0)`.mapWith(Number),
      returned: sql<boolean>`coalesce(bool_or(${refund.returns_stock}), false)`,
    })
    .from(refund)
    .where(and(eq(refund.payment_id, settling.id), inArray(refund.status, ['processing', 'succeeded', 'abnormal'])))
  const left = locked.paid_amount - (row?.promised ?? 0)
  if (amount < 1 || amount > left)
    throw invalid('body', 'amount', 'out_of_range', `This must be from 1 to ${left} fen.`)
  // Of several partial refunds, only one may return the stock.
  if (returns_stock && row?.returned)
    throw invalid('body', 'returns_stock', 'repeated', 'An earlier refund returned the stock.')
  return openRefund(tx, { payment_id: settling.id, amount, reason, returns_stock, actor })
}

const statusOf: Record<string, (typeof refund.$inferSelect)['status'] | undefined> = {
  PROCESSING: 'processing',
  SUCCESS: 'succeeded',
  ABNORMAL: 'abnormal',
  CLOSED: 'closed',
}

/** `abnormal` and `closed`: the money was not returned. */
export type RefundOutcome = 'applied' | 'abnormal' | 'closed' | 'repeated' | `refused: ${string}`

/** Whether staff must be alarmed about this outcome of a payment or refund. */
export const isAlarming = (outcome: string) =>
  outcome.startsWith('refused') || outcome === 'abnormal' || outcome === 'closed'

/** Applies a refund's state as the provider reports it, exactly once. Locks order, then refund, then SKUs. */
export async function applyRefund(
  tx: Database,
  reported: { out_refund_no: string; refund_id: string; status: string; amount: { refund: number } },
): Promise<RefundOutcome> {
  const status = statusOf[reported.status]
  const [known] = await tx
    .select({ id: refund.id, amount: refund.amount, order_id: payment.order_id, settles: payment.settles })
    .from(refund)
    .innerJoin(payment, eq(payment.id, refund.payment_id))
    .where(eq(refund.refund_no, reported.out_refund_no))
  if (!known) return `refused: unknown out_refund_no ${reported.out_refund_no}`
  if (!status) return `refused: status ${reported.status}`
  if (reported.amount.refund !== known.amount)
    return `refused: amount ${reported.amount.refund} instead of ${known.amount}`
  const [locked] = await tx.select().from(order).where(eq(order.id, known.order_id)).for('no key update')
  const [current] = await tx.select().from(refund).where(eq(refund.id, known.id)).for('no key update')
  if (!locked || !current) throw new Error('the refund has no order')
  // `succeeded` and `closed` are final; an `abnormal` refund may still succeed after staff have dealt with it.
  if (current.status === 'succeeded' || current.status === 'closed' || current.status === status) {
    if (current.provider_refund_id === null) await noteAccepted(tx, current.id, reported.refund_id)
    return 'repeated'
  }
  await tx
    .update(refund)
    .set({ status, provider_refund_id: reported.refund_id, next_try_at: null })
    .where(eq(refund.id, known.id))
  if (status === 'succeeded' && known.settles) await settleRefund(tx, locked, current)
  // Refunds of late or double payments are opened automatically, so they are also retried automatically, under a new number.
  if (status === 'closed' && !known.settles) await openRefund(tx, { ...retry(current), in_minutes: 60 })
  return status === 'succeeded' ? 'applied' : status === 'processing' ? 'repeated' : status
}

const retry = ({ payment_id, amount, reason, returns_stock, actor }: RefundValues): RefundValues => ({
  payment_id,
  amount,
  reason,
  returns_stock,
  actor,
})

/** Stores the provider's number: it has accepted the refund. Reconciliation queries it if no callback comes. */
async function noteAccepted(tx: Database, id: number, provider_refund_id: string): Promise<void> {
  await tx.update(refund).set({ provider_refund_id }).where(eq(refund.id, id))
}

async function settleRefund(
  tx: Database,
  locked: typeof order.$inferSelect,
  done: typeof refund.$inferSelect,
): Promise<void> {
  const refunded_amount = locked.refunded_amount + done.amount
  await tx
    .update(order)
    .set({ refunded_amount, version: sql`${order.version} + 1` })
    .where(eq(order.id, locked.id))
  if (refunded_amount === locked.paid_amount) await tryTransition(tx, locked.id, 'refund', { actor: done.actor })
  if (done.returns_stock) await returnStock(tx, locked.id, 'refunded', done.actor)
}
