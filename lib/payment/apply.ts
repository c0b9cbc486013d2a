import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { order } from '@/db/schema/order'
import { payment } from '@/db/schema/payment'
import { product } from '@/db/schema/product'
import { statement } from '@/db/statement'
import type { Database } from '@/lib/database'
import { closeOpenPayments } from '@/lib/order/cancel'
import { moveHeld } from '@/lib/order/status'
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

/**
 * Applies a payment that the provider reports as paid, once, however often and from wherever it is reported. Locks
 * order, then payment, then SKUs.
 */
export async function applyPayment(tx: Database, merchant: Merchant, reported: Transaction): Promise<Outcome> {
  const [known] = await findPayment(tx, { payment_no: reported.out_trade_no })
  const difference = differenceOf(merchant, reported, known)
  if (!known || difference) return `refused: ${difference ?? 'unknown out_trade_no'}`
  // Sent together, and locked in this order.
  const [[held], [current]] = await Promise.all([
    lockOrder(tx, { id: known.order_id }),
    lockPayment(tx, { id: known.id }),
  ])
  if (!held || !current) throw new Error('a payment without its order')
  if (current.status === 'paid') return 'repeated'
  const set = { paid_at: momentOf(reported.success_time), paid_amount: known.amount }
  const outcome = await applyToOrder(tx, held, set)
  const settles = outcome !== 'returned'
  const { id, amount } = known
  await tx
    .update(payment)
    .set({ status: 'paid', settles, transaction_id: reported.transaction_id, paid_at: set.paid_at, next_try_at: null })
    .where(eq(payment.id, id))
  // The others are closed, and what was sold is counted; or the money goes back.
  if (settles) await Promise.all([closeOpenPayments(tx, held.id), countSold(tx, { order_id: held.id })])
  else await openRefund(tx, { payment_id: id, amount, reason: returnReason, returns_stock: false, actor: null })
  return outcome
}

const returnReason = '订单已关闭或已支付，款项退回'

/** Moves the order on, or brings it back, if this payment is what it waits for. */
async function applyToOrder(
  tx: Database,
  held: typeof order.$inferSelect,
  set: { paid_at: Date | ReturnType<typeof sql>; paid_amount: number },
): Promise<'applied' | 'revived' | 'returned'> {
  if (held.total_amount !== set.paid_amount) return 'returned'
  if (await moveHeld(tx, held, 'pay', { actor: null, set })) return 'applied'
  if (held.status !== 'cancelled' || !(await takeStockAgain(tx, held.id))) return 'returned'
  await moveHeld(tx, held, 'revive', { actor: null, set: { ...set, cancelled_at: null, cancel_reason: null } })
  return 'revived'
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

/** Adds an order's pieces to what its products have sold; locked in id order, because orders paid at once share products. */
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
