import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { order } from '@/db/schema/order'
import { payment } from '@/db/schema/payment'
import { identity } from '@/db/schema/user'
import { lockActiveCustomer } from '@/lib/kit/api/endpoint/caller'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { checkpoint } from '@/lib/kit/api/run/checkpoint'
import { connection, type Database } from '@/lib/kit/database'
import { linesOf } from '@/lib/order/lines'
import { isShared } from '@/lib/order/queries'
import { orderStateProblem } from '@/lib/order/status'
import { merchant } from '@/lib/platform/wechat/credentials'
import { signPayment } from '@/lib/platform/wechat/pay'
import { runtime } from '@/lib/platform/wechat/transport'
import { describeGoods } from './description'
import { closeAttempts, followPayment, prepayAttempt } from './provider'
import { newNumber } from './refund'
import type { PreOrderInput } from './schema'

type Wanted = z.output<typeof PreOrderInput>

/** 100 minutes: the provider accepts a prepay_id for two hours. */
const prepayMilliseconds = 100 * 60_000

/** An attempt of this age is handed out again only after asking the provider. */
const settlingMilliseconds = 10_000

/** false also if the provider does not answer. */
const isOver = (attempt: Parameters<typeof followPayment>[0]): Promise<boolean> =>
  followPayment(attempt).then(
    (state) => state !== 'open',
    () => false,
  )

/**
 * Parameters for the mini-program, of the open attempt while valid, else of a new attempt. After a crash, the next call
 * or reconciliation continues the attempt. Throws `unauthenticated` (no longer active), `invalid_request` (unknown
 * order), `order_state`, `payer_missing` or `provider_error`.
 */
export async function preOrder(user_id: number, wanted: Wanted) {
  const by = await merchant()
  const { transaction } = await connection()
  // The second round uses a new number, if the provider no longer accepts the first.
  for (let round = 0; round < 2; round++) {
    const { attempt, superseded } = await transaction((tx) => openAttempt(tx, user_id, wanted, by.notify_url))
    checkpoint('attempt opened')
    // If this fails, reconciliation closes the outdated attempts; if one is paid meanwhile, it is refunded.
    if (superseded) await closeAttempts(attempt.order_id).catch(() => undefined)
    const age = attempt.prepaid_at ? runtime().now().getTime() - attempt.prepaid_at.getTime() : Number.POSITIVE_INFINITY
    const isFresh = age < prepayMilliseconds && attempt.prepay_id !== null
    // The customer may have paid it, and the callback may be late or lost.
    if (isFresh && age > settlingMilliseconds && (await isOver(attempt))) continue
    const prepay_id = isFresh ? attempt.prepay_id : await prepayAttempt(by, attempt)
    if (prepay_id) return { payment_no: attempt.payment_no, ...signPayment(by, prepay_id) }
  }
  // The order was canceled or paid during this call.
  throw problem('order_state', { detail: 'The order has just changed: read it again.' })
}

/**
 * Locks the customer and the order. Open attempts with another amount or payer become `closing` (`superseded`). Throws
 * `unauthenticated` (no longer active), `invalid_request` (unknown order), `order_state` or `payer_missing`.
 */
export async function openAttempt(tx: Database, user_id: number, wanted: Wanted, notify_url: string) {
  await lockActiveCustomer(tx, user_id)
  const [locked] = await tx
    .select({ ...getTableColumns(order), is_over: sql<boolean>`${order.expires_at} <= now()` })
    .from(order)
    .where(
      wanted.order_no === undefined
        ? and(eq(order.id, wanted.order_id ?? 0), eq(order.user_id, user_id))
        : and(eq(order.order_no, wanted.order_no), isShared),
    )
    .for('no key update')
  const named = wanted.order_no === undefined ? 'order_id' : 'order_no'
  if (!locked) throw invalid('body', named, 'not_found', 'There is no such order.')
  const order_id = locked.id
  if (locked.status !== 'unpaid') throw orderStateProblem(locked.status, 'pay')
  if (locked.is_over) throw problem('order_state', { detail: 'The time to pay this order is over. Place a new order.' })
  if (locked.total_amount === 0) throw problem('order_state', { detail: 'The total is 0: there is nothing to pay.' })
  const [payer] = await tx
    .select({ openid: identity.identifier })
    .from(identity)
    .where(and(eq(identity.user_id, user_id), eq(identity.type, 200)))
  if (!payer)
    throw problem('payer_missing', {
      detail: 'This account has no mini-program user to pay with: join one with PUT /v1/user/mini_program.',
    })
  const open = await tx
    .select()
    .from(payment)
    .where(and(eq(payment.order_id, order_id), inArray(payment.status, ['created', 'prepaid'])))
  const [current] = open.filter((one) => one.amount === locked.total_amount && one.payer === payer.openid)
  if (current) return { attempt: current, superseded: false }
  const superseded = open.map((one) => one.id)
  if (superseded.length > 0) {
    await tx.update(payment).set({ status: 'closing', next_try_at: sql`now()` }).where(inArray(payment.id, superseded))
  }
  const goods = await linesOf(tx, order_id)
  const pieces = goods.reduce((sum, { count }) => sum + count, 0)
  const [attempt] = await tx
    .insert(payment)
    .values({
      payment_no: newNumber('P'),
      order_id,
      provider: 'wechat',
      amount: locked.total_amount,
      payer: payer.openid,
      expires_at: locked.expires_at,
      prepay_request: {
        description: describeGoods(goods[0]?.name ?? locked.order_no, pieces),
        time_expire: beijingTime(locked.expires_at),
        notify_url,
      },
      next_try_at: sql`now() + interval '2 minutes'`,
    })
    .returning()
  if (!attempt) throw new Error('the attempt was not opened')
  return { attempt, superseded: superseded.length > 0 }
}

/** RFC 3339 with the offset +08:00, as in the provider's documentation. */
const beijingTime = (moment: Date) =>
  new Date(moment.getTime() + 8 * 3_600_000).toISOString().replace(/\.\d+Z$/, '+08:00')
