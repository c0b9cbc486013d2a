import { randomBytes } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { order } from '@/db/schema/order'
import { payment, refund } from '@/db/schema/payment'
import { invalid } from '@/lib/api/problem'
import type { Database } from '@/lib/database'
import { moves, orderState, tryMove } from '@/lib/order/status'
import { returnStock } from '@/lib/order/stock'

/** A number of our own for the provider: digits and capitals, unguessable, never used twice. */
export const newNumber = (prefix: 'P' | 'R') => `${prefix}${randomBytes(13).toString('hex').toUpperCase()}`

interface RefundValues {
  payment_id: number
  /** fen */
  amount: number
  reason: string
  returns_stock: boolean
  actor: number | null
}

/** Writes down that money is to go back; a job asks the provider, right after the commit or whenever it can. */
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
 * Staff give money back, in part or in full; never more in all than was paid. Throws `order_state` or
 * `invalid_request` naming `amount`.
 */
export async function refundOrder(
  tx: Database,
  order_id: number,
  { amount, reason, returns_stock, actor }: Omit<RefundValues, 'payment_id' | 'actor'> & { actor: number },
): Promise<number> {
  const [held] = await tx.select().from(order).where(eq(order.id, order_id)).for('no key update')
  const from: readonly string[] = moves.refund.from
  if (!held || !from.includes(held.status)) throw orderState(held?.status ?? 'cancelled', 'refund')
  const [settling] = await tx
    .select({ id: payment.id })
    .from(payment)
    .where(and(eq(payment.order_id, order_id), eq(payment.settles, true)))
  if (!settling) throw new Error('a paid order without the payment that paid it')
  const [row] = await tx
    .select({
      promised: sql<number>`coalesce(sum(${refund.amount}), 0)`.mapWith(Number),
      returned: sql<boolean>`coalesce(bool_or(${refund.returns_stock}), false)`,
    })
    .from(refund)
    .where(and(eq(refund.payment_id, settling.id), inArray(refund.status, ['processing', 'succeeded', 'abnormal'])))
  const left = held.paid_amount - (row?.promised ?? 0)
  if (amount < 1 || amount > left)
    throw invalid('body', 'amount', 'out_of_range', `This must be from 1 to ${left} fen.`)
  // A refund in parts has its goods come back once, not once a part.
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

/** `abnormal` and `closed`: the money did not go back. */
export type RefundOutcome = 'applied' | 'abnormal' | 'closed' | 'repeated' | `refused: ${string}`

/** What a person must hear of. */
export const isAlarming = (outcome: string) =>
  outcome.startsWith('refused') || outcome === 'abnormal' || outcome === 'closed'

/** Applies what the provider says about a refund, once. Locks order, then refund, then SKUs. */
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
  const [held] = await tx.select().from(order).where(eq(order.id, known.order_id)).for('no key update')
  const [current] = await tx.select().from(refund).where(eq(refund.id, known.id)).for('no key update')
  if (!held || !current) throw new Error('a refund without its order')
  // An abnormal one may still succeed once a person has dealt with it; the other two are the end.
  if (current.status === 'succeeded' || current.status === 'closed' || current.status === status) {
    if (current.provider_refund_id === null) await noteAccepted(tx, current.id, reported.refund_id)
    return 'repeated'
  }
  await tx
    .update(refund)
    .set({ status, provider_refund_id: reported.refund_id, next_try_at: null })
    .where(eq(refund.id, known.id))
  if (status === 'succeeded' && known.settles) await settleRefund(tx, held, current)
  // Nobody asks for these by hand: money that came too late or twice is sent back again, under a new number.
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

/** The provider has taken the refund on; asked again in a while if no callback comes. */
async function noteAccepted(tx: Database, id: number, provider_refund_id: string): Promise<void> {
  await tx.update(refund).set({ provider_refund_id }).where(eq(refund.id, id))
}

async function settleRefund(
  tx: Database,
  held: typeof order.$inferSelect,
  done: typeof refund.$inferSelect,
): Promise<void> {
  const refunded_amount = held.refunded_amount + done.amount
  await tx
    .update(order)
    .set({ refunded_amount, version: sql`${order.version} + 1` })
    .where(eq(order.id, held.id))
  if (refunded_amount === held.paid_amount) await tryMove(tx, held.id, 'refund', { actor: done.actor })
  if (done.returns_stock) await returnStock(tx, held.id, 'refunded', done.actor)
}
