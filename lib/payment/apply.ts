import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { order, order_item } from '@/db/schema/order'
import { payment } from '@/db/schema/payment'
import { product } from '@/db/schema/product'
import type { Database } from '@/lib/database'
import { closeOpenPayments } from '@/lib/order/cancel'
import { tryMove } from '@/lib/order/status'
import { takeStockAgain } from '@/lib/order/stock'
import type { Merchant } from '@/lib/wechat/credentials'
import type { Transaction } from '@/lib/wechat/pay'
import { openRefund } from './refund'

/** What came of a payment that the provider reported. */
export type Outcome =
  | 'applied'
  /** Known already. */
  | 'repeated'
  /** Paid after the cancellation, and the stock was there: the order is on again. */
  | 'revived'
  /** Too late or a second time: the money goes back. */
  | 'returned'
  /** Says something else than we asked for: recorded, alarmed, never applied. */
  | `refused: ${string}`

/**
 * Applies a payment that the provider reports as paid, once, however often and from wherever it is reported. Locks
 * order, then payment, then SKUs.
 */
export async function applyPayment(tx: Database, merchant: Merchant, reported: Transaction): Promise<Outcome> {
  const [known] = await tx.select().from(payment).where(eq(payment.payment_no, reported.out_trade_no))
  const difference = differenceOf(merchant, reported, known)
  if (!known || difference) return `refused: ${difference ?? 'unknown out_trade_no'}`
  const [held] = await tx.select().from(order).where(eq(order.id, known.order_id)).for('no key update')
  const [current] = await tx
    .select({ status: payment.status })
    .from(payment)
    .where(eq(payment.id, known.id))
    .for('no key update')
  if (!held || !current) throw new Error('a payment without its order')
  if (current.status === 'paid') return 'repeated'
  const paid_at = momentOf(reported.success_time)
  await tx
    .update(payment)
    .set({ status: 'paid', transaction_id: reported.transaction_id, paid_at, next_try_at: null })
    .where(eq(payment.id, known.id))
  const set = { paid_at, paid_amount: known.amount }
  if (await tryMove(tx, held.id, 'pay', { actor: null, set, where: eq(order.total_amount, known.amount) })) {
    await settle(tx, known.id, held.id)
    return 'applied'
  }
  const isRevived =
    held.status === 'cancelled' &&
    held.total_amount === known.amount &&
    (await takeStockAgain(tx, held.id)) &&
    (await tryMove(tx, held.id, 'revive', { actor: null, set: { ...set, cancelled_at: null, cancel_reason: null } }))
  if (isRevived) {
    await settle(tx, known.id, held.id)
    return 'revived'
  }
  await openRefund(tx, {
    payment_id: known.id,
    amount: known.amount,
    reason: '订单已关闭或已支付，款项退回',
    returns_stock: false,
    actor: null,
  })
  return 'returned'
}

/** What the report says differently from what was asked for; undefined: nothing. */
function differenceOf(
  merchant: Merchant,
  reported: Transaction,
  known: typeof payment.$inferSelect | undefined,
): string | undefined {
  if (reported.mchid !== merchant.mchid) return `merchant ${reported.mchid}`
  if (reported.appid !== merchant.appid) return `app ${reported.appid}`
  if (!known) return `unknown out_trade_no ${reported.out_trade_no}`
  if (reported.trade_state !== 'SUCCESS' && reported.trade_state !== 'REFUND') return `state ${reported.trade_state}`
  // Not payer_total: a coupon of the provider makes that smaller.
  if (reported.amount?.total !== known.amount) return `amount ${reported.amount?.total} instead of ${known.amount}`
  if (reported.amount.currency !== 'CNY') return `currency ${reported.amount.currency}`
  if (reported.payer?.openid !== undefined && reported.payer.openid !== known.payer) return 'another payer'
  return reported.transaction_id ? undefined : 'no transaction_id'
}

function momentOf(success_time: string | undefined) {
  const time = success_time ? new Date(success_time) : new Date(Number.NaN)
  return Number.isNaN(time.getTime()) ? sql`now()` : time
}

/** This payment is the one that paid the order: others are closed, and what was sold is counted. */
async function settle(tx: Database, payment_id: number, order_id: number): Promise<void> {
  await tx.update(payment).set({ settles: true }).where(eq(payment.id, payment_id))
  await closeOpenPayments(tx, order_id)
  const sold = tx
    .select({ product_id: order_item.product_id, count: sql<number>`sum(${order_item.count})`.as('count') })
    .from(order_item)
    .where(eq(order_item.order_id, order_id))
    .groupBy(order_item.product_id)
    .as('sold')
  const ids = await tx.select({ id: sold.product_id }).from(sold)
  // Locked in id order: two orders paid at once may share products.
  await tx
    .select({ id: product.id })
    .from(product)
    .where(
      inArray(
        product.id,
        ids.map((one) => one.id),
      ),
    )
    .orderBy(product.id)
    .for('no key update')
  await tx
    .update(product)
    .set({ sold_count: sql`${product.sold_count} + sold.count`, updated_at: product.updated_at })
    .from(sold)
    .where(eq(product.id, sold.product_id))
}

/** The other attempts of an order that are not closed yet. */
export const openAttempts = (tx: Database, order_id: number, but = 0) =>
  tx
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.order_id, order_id),
        ne(payment.id, but),
        inArray(payment.status, ['created', 'prepaid', 'closing']),
      ),
    )
