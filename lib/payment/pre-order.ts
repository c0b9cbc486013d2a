import { and, eq, inArray, sql } from 'drizzle-orm'
import { order } from '@/db/schema/order'
import { payment } from '@/db/schema/payment'
import { identity } from '@/db/schema/user'
import { invalid, problem } from '@/lib/api/problem'
import { connection, type Database } from '@/lib/database'
import { orderState } from '@/lib/order/status'
import { merchant } from '@/lib/wechat/credentials'
import { signPayment } from '@/lib/wechat/pay'
import { outside } from '@/lib/wechat/transport'
import { checkpoint } from './checkpoint'
import { closeAttempts, prepayAttempt } from './provider'
import { newNumber } from './refund'

/** The provider keeps a prepay_id for two hours; a fresh one is fetched well before. */
const prepayLife = 100 * 60_000

/**
 * What the customer's mini-program needs to pay an order: the open attempt while it is valid, else a new one under a
 * new number. Database, provider, database: a crash in between leaves an attempt that is taken up again.
 * Throws `not_found`, `order_state`, `payer_missing` or `provider_error`.
 */
export async function preOrder(user_id: number, order_id: number) {
  const by = await merchant()
  const { transaction } = await connection()
  // A second round where the provider has closed the number meanwhile.
  for (let round = 0; round < 2; round++) {
    const { attempt, superseded } = await transaction((tx) => openAttempt(tx, user_id, order_id, by.notify_url))
    checkpoint('attempt opened')
    // What cannot be closed now is closed by reconciliation; were it paid meanwhile, the money would go back.
    if (superseded) await closeAttempts(order_id).catch(() => undefined)
    const isFresh = attempt.prepaid_at && outside().now().getTime() - attempt.prepaid_at.getTime() < prepayLife
    const prepay_id = isFresh && attempt.prepay_id ? attempt.prepay_id : await prepayAttempt(by, attempt)
    if (prepay_id) return { payment_no: attempt.payment_no, ...signPayment(by, prepay_id) }
  }
  // Cancelled or paid in this very moment: the next look says which.
  throw problem('order_state', { detail: 'The order has changed: read it again.' })
}

/** The attempt to go on with, under the lock of its order; what no longer fits is marked to be closed. */
async function openAttempt(tx: Database, user_id: number, order_id: number, notify_url: string) {
  const [held] = await tx
    .select()
    .from(order)
    .where(and(eq(order.id, order_id), eq(order.user_id, user_id)))
    .for('no key update')
  if (!held) throw invalid('body', 'order_id', 'not_found', 'There is no such order.')
  if (held.status !== 'unpaid') throw orderState(held.status, 'pay')
  if (held.expires_at <= outside().now())
    throw problem('order_state', { detail: 'The time to pay this order is over.' })
  if (held.total_amount === 0) throw problem('order_state', { detail: 'There is nothing to pay.' })
  const [payer] = await tx
    .select({ openid: identity.identifier })
    .from(identity)
    .where(and(eq(identity.user_id, user_id), eq(identity.type, 200)))
  if (!payer) throw problem('payer_missing', { detail: 'Log in by mini-program first: only it can pay.' })
  const open = await tx
    .select()
    .from(payment)
    .where(and(eq(payment.order_id, order_id), inArray(payment.status, ['created', 'prepaid'])))
  const [current] = open.filter((one) => one.amount === held.total_amount && one.payer === payer.openid)
  if (current) return { attempt: current, superseded: false }
  const superseded = open.map((one) => one.id)
  if (superseded.length > 0) {
    await tx.update(payment).set({ status: 'closing', next_try_at: sql`now()` }).where(inArray(payment.id, superseded))
  }
  const [attempt] = await tx
    .insert(payment)
    .values({
      payment_no: newNumber('P'),
      order_id,
      provider: 'wechat',
      amount: held.total_amount,
      payer: payer.openid,
      expires_at: held.expires_at,
      prepay_request: { description: `订单 ${held.order_no}`, time_expire: beijingTime(held.expires_at), notify_url },
      next_try_at: sql`now() + interval '2 minutes'`,
    })
    .returning()
  if (!attempt) throw new Error('the attempt was not opened')
  return { attempt, superseded: superseded.length > 0 }
}

/** RFC 3339 with the offset that the provider's pages show. */
const beijingTime = (moment: Date) =>
  new Date(moment.getTime() + 8 * 3_600_000).toISOString().replace(/\.\d+Z$/, '+08:00')
