import { and, eq, inArray, sql } from 'drizzle-orm'
import { statement } from '@/db/connection/statement'
import type { PaymentOutcome } from '@/db/enums'
import { order } from '@/db/schema/order'
import { payment } from '@/db/schema/payment'
import { product } from '@/db/schema/product'
import type { Database } from '@/lib/kit/database'
import { mask } from '@/lib/kit/logged-text'
import { closeOpenPayments } from '@/lib/order/change/cancel'
import { reserveStockAgain } from '@/lib/order/change/stock'
import { openPickup } from '@/lib/order/ship/pickup'
import { transitionLocked } from '@/lib/order/status'
import type { Merchant } from '@/lib/platform/wechat/credentials'
import type { Transaction } from '@/lib/platform/wechat/pay'
import { releaseCoupon, spendCoupon, takeCouponAgain } from '@/lib/pricing/exits'
import { returnPayment } from './refund'

const findPayment = statement('find_payment', (db) =>
  db
    .select()
    .from(payment)
    .where(eq(payment.payment_no, sql.placeholder('payment_no'))),
)
const lockOrder = statement('lock_order', (db) =>
  db
    .select()
    .from(order)
    .where(eq(order.id, sql.placeholder('id')))
    .for('no key update'),
)
const lockPayment = statement('lock_payment', (db) =>
  db
    .select({ status: payment.status })
    .from(payment)
    .where(eq(payment.id, sql.placeholder('id')))
    .for('no key update'),
)

/** Exactly once: makes the order paid, revives it, or opens a refund. Locks order, then payment, then SKUs. */
export async function applyPayment(tx: Database, merchant: Merchant, reported: Transaction): Promise<PaymentOutcome> {
  const [known] = await findPayment(tx, { payment_no: reported.out_trade_no })
  const difference = differenceOf(merchant, reported, known)
  if (!known || difference) return `refused: ${difference ?? 'unknown out_trade_no'}`
  // The statements are sent together. The connection runs them in sequence, so the order is locked first.
  const [[locked], [current]] = await Promise.all([
    lockOrder(tx, { id: known.order_id }),
    lockPayment(tx, { id: known.id }),
  ])
  if (!locked || !current) throw new Error('the payment has no order')
  if (current.status === 'paid') return 'repeated'
  // The provider's clock may be behind, and its times have whole seconds.
  const earliest = Math.max(known.created_at.getTime(), locked.created_at.getTime())
  const set = { paid_at: momentOf(reported.success_time, earliest), paid_amount: known.amount }
  const outcome = await applyToOrder(tx, locked, set)
  const settles = outcome !== 'returned'
  const { id, amount } = known
  await tx
    .update(payment)
    .set({ status: 'paid', settles, transaction_id: reported.transaction_id, paid_at: set.paid_at, next_try_at: null })
    .where(eq(payment.id, id))
  const order_id = locked.id
  if (settles)
    await Promise.all([closeOpenPayments(tx, order_id), spendCoupon(tx, { order_id }), countSold(tx, { order_id })])
  else await returnPayment(tx, { id, amount }, locked.status === 'unpaid' ? repricedReason : returnReason)
  return outcome
}

const returnReason = '订单已关闭或已支付，款项退回'
const repricedReason = '订单金额已变更，款项退回'

/** Revives a canceled order if its coupon and stock are available. `returned`: neither, or another total. */
async function applyToOrder(
  tx: Database,
  locked: typeof order.$inferSelect,
  set: { paid_at: Date | ReturnType<typeof sql>; paid_amount: number },
): Promise<'applied' | 'revived' | 'returned'> {
  if (locked.total_amount !== set.paid_amount) return 'returned'
  if (await transitionLocked(tx, locked, 'pay', { actor: { kind: 'provider' }, set })) {
    await openPickup(tx, locked)
    return 'applied'
  }
  if (locked.status !== 'cancelled' || !(await takeCouponAgain(tx, locked.id))) return 'returned'
  if (!(await reserveStockAgain(tx, locked.id))) {
    await releaseCoupon(tx, { order_id: locked.id })
    return 'returned'
  }
  await transitionLocked(tx, locked, 'revive', {
    actor: { kind: 'provider' },
    set: { ...set, cancelled_at: null, cancel_reason: null, hidden_at: null },
  })
  await openPickup(tx, locked)
  return 'revived'
}

/** From the request, as text; undefined: none. */
function differenceOf(
  merchant: Merchant,
  reported: Transaction,
  known: typeof payment.$inferSelect | undefined,
): string | undefined {
  if (reported.mchid !== merchant.mchid) return `merchant ${reported.mchid}`
  if (reported.appid !== merchant.appid) return `app ${reported.appid}`
  if (!known) return `unknown out_trade_no ${reported.out_trade_no}`
  if (reported.trade_state !== 'SUCCESS' && reported.trade_state !== 'REFUND') return `state ${reported.trade_state}`
  // Not payer_total: a coupon of the provider makes it smaller.
  if (reported.amount?.total !== known.amount) return `amount ${reported.amount?.total} instead of ${known.amount}`
  if (reported.amount.currency !== 'CNY') return `currency ${reported.amount.currency}`
  // The payer of a closed account was erased.
  if (known.payer !== mask && (reported.payer?.openid ?? known.payer) !== known.payer) return 'another payer'
  return reported.transaction_id ? undefined : 'no transaction_id'
}

/** At least `earliest` (in milliseconds); the current time if `success_time` is missing or invalid. */
function momentOf(success_time: string | undefined, earliest: number) {
  const time = success_time ? Date.parse(success_time) : Number.NaN
  return Number.isNaN(time) ? sql`now()` : new Date(Math.max(time, earliest))
}

/** Locks products in the sequence of their ids, so that concurrent orders cannot deadlock. */
const countSold = statement('count_sold', (db) => {
  const sold = db.$with('sold', { product_id: sql<number>`product_id`.as('product_id') }).as(sql`
    select product_id, sum(count)::int as count from order_item where order_id = ${sql.placeholder('order_id')} group by product_id`)
  const locked = db.$with('locked', { id: sql<number>`id`.as('id') }).as(sql`
    select p.id from product p join sold on sold.product_id = p.id order by p.id for no key update of p`)
  return db
    .with(sold, locked)
    .update(product)
    .set({ sold_count: sql`${product.sold_count} + sold.count`, updated_at: sql`${product.updated_at}` })
    .from(sql`sold, locked`)
    .where(sql`${product.id} = sold.product_id and ${product.id} = locked.id`)
})

/** Neither paid nor closed. */
export const openAttempts = (tx: Database, order_id: number) =>
  tx
    .select()
    .from(payment)
    .where(and(eq(payment.order_id, order_id), inArray(payment.status, ['created', 'prepaid', 'closing'])))
