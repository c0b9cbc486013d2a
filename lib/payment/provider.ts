import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { PaymentOutcome } from '@/db/enums'
import { order } from '@/db/schema/order'
import { payment, refund } from '@/db/schema/payment'
import { lockRow } from '@/lib/kit/api/rows/rows'
import { checkpoint } from '@/lib/kit/api/run/checkpoint'
import { withRetries } from '@/lib/kit/api/run/retries'
import { connection, type Database } from '@/lib/kit/database'
import { claimedUntil } from '@/lib/kit/job/claim'
import { type Merchant, merchant } from '@/lib/platform/wechat/credentials'
import {
  closePayment,
  isPaid,
  prepay,
  queryPayment,
  queryRefund,
  type Refund,
  requestRefund,
} from '@/lib/platform/wechat/pay'
import { ProviderRefusal } from '@/lib/platform/wechat/transport'
import { alarm, alarmRefused, askToTopUp } from './alarm'
import { applyPayment } from './apply'
import { isFailedRefund } from './failed'
import { isAlarming, isRefusedReport } from './outcome'
import { applyRefund, refundOf, refuseRefund } from './refund'
import { isOfShop, isShortOfBalance } from './refusal'

type PaymentRow = typeof payment.$inferSelect
type RefundRow = typeof refund.$inferSelect

/** Like a callback. Alarms about a refused report, and requests the refund of a payment that did not pay the order. */
async function applyReport(by: Merchant, reported: Parameters<typeof applyPayment>[2]): Promise<PaymentOutcome> {
  const { transaction } = await connection()
  const outcome = await withRetries(() => transaction((tx) => applyPayment(tx, by, reported)))
  if (isRefusedReport(outcome)) await alarm(`payment ${outcome}`, reported.out_trade_no)
  if (outcome === 'returned') await sendRefunds(reported.out_trade_no)
  return outcome
}

type Attempt = Pick<PaymentRow, 'id' | 'order_id'>

/** The order first. undefined: the payment has another status meanwhile. */
async function changeAttempt(
  { id, order_id }: Attempt,
  from: PaymentRow['status'][],
  set: PgUpdateSetSource<typeof payment>,
): Promise<Attempt | undefined> {
  const { transaction } = await connection()
  return transaction(async (tx) => {
    await lockRow(tx, order, order_id)
    const [changed] = await tx
      .update(payment)
      .set(set)
      .where(and(eq(payment.id, id), inArray(payment.status, from)))
      .returning({ id: payment.id, order_id: payment.order_id })
    return changed
  })
}

const setClosed = (row: Attempt) =>
  changeAttempt(row, ['created', 'prepaid', 'closing'], { status: 'closed', next_try_at: null })

const setClosing = (row: Attempt) =>
  changeAttempt(row, ['created', 'prepaid'], { status: 'closing', next_try_at: sql`now()` })

/**
 * `refused`: differs from the shop's request. Returns the report if not paid; undefined: the provider does not know the
 * payment.
 */
async function queryAndApply(row: PaymentRow) {
  const by = await merchant()
  const reported = await queryPayment(by, row.payment_no)
  checkpoint('payment queried')
  if (reported?.trade_state === 'SUCCESS' || reported?.trade_state === 'REFUND') {
    return isRefusedReport(await applyReport(by, reported)) ? 'refused' : 'paid'
  }
  return reported
}

/**
 * `paid`: made and applied. `closed`: at the provider, or unknown there. `open`: may still be made, or has not arrived.
 * `refused`: differs from the shop's request, with an alarm.
 */
export async function followPayment(row: PaymentRow): Promise<'paid' | 'refused' | 'closed' | 'open'> {
  const reported = await queryAndApply(row)
  if (reported === 'paid' || reported === 'refused') return reported
  const isClosed = reported ? ['CLOSED', 'REVOKED'].includes(reported.trade_state) : row.status !== 'created'
  if (!isClosed) return 'open'
  await setClosed(row)
  return 'closed'
}

/**
 * When the customer looks at the order, as a callback may be late or lost; each at most once in five seconds. Closes no
 * payment, because the customer may be about to pay.
 */
export async function queryOpenPayments(order_id: number): Promise<void> {
  const { db } = await connection()
  const due = await db
    .update(payment)
    .set({ next_try_at: claimedUntil })
    .where(
      and(
        eq(payment.order_id, order_id),
        eq(payment.status, 'prepaid'),
        sql`${payment.next_try_at} <= ${claimedUntil} - interval '5 seconds'`,
      ),
    )
    .returning()
  for (const row of due) await queryAndApply(row)
}

/** `paid`: already paid, and applied. `refused`: the report differs from the shop's request. */
export async function closeAttempt(row: PaymentRow): Promise<'paid' | 'refused' | 'closed'> {
  const by = await merchant()
  const closed = await closePayment(by, row.payment_no)
  checkpoint('payment closed')
  if (closed === 'closed') {
    await setClosed(row)
    return 'closed'
  }
  return (await followPayment(row)) === 'refused' ? 'refused' : 'paid'
}

/** undefined: already paid (then applied), closed meanwhile, or the provider no longer accepts its payment_no. */
export async function prepayAttempt(by: Merchant, row: PaymentRow): Promise<string | undefined> {
  if (!row.prepay_request) throw new Error('the payment has no prepay_request')
  const { payment_no: out_trade_no, amount: total, payer: openid } = row
  let prepay_id: string
  try {
    prepay_id = await prepay(by, { ...row.prepay_request, out_trade_no, total, openid })
  } catch (error) {
    if (isPaid(error)) {
      await followPayment(row)
      return undefined
    }
    if (!(error instanceof ProviderRefusal)) throw error
    if (error.provider_code === 'ORDER_CLOSED') await setClosed(row)
    // The provider may still accept a payment with other values: close the attempt, use a new number.
    else if (/^(OUT_TRADE_NO_USED|INVALID_REQUEST)$/.test(error.provider_code)) await setClosing(row)
    else throw error
    return undefined
  }
  checkpoint('prepaid')
  const kept = await changeAttempt(row, ['created', 'prepaid'], {
    status: 'prepaid',
    prepay_id,
    prepaid_at: sql`now()`,
    next_try_at: sql`now() + interval '2 minutes'`,
  })
  return kept && prepay_id
}

/** Requests a refund, or queries an accepted one. After a final refusal, staff have to retry or close the refund. */
export async function followRefund(row: RefundRow): Promise<void> {
  const { db, transaction } = await connection()
  const by = await merchant()
  const [paid] = await db.select().from(payment).where(eq(payment.id, row.payment_id))
  if (!paid) throw new Error('the refund has no payment')
  const request = async () => {
    try {
      return await requestRefund(by, {
        out_trade_no: paid.payment_no,
        out_refund_no: row.refund_no,
        reason: row.reason,
        notify_url: by.notify_url,
        refund: row.amount,
        total: paid.amount,
      })
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error
      // The provider may have accepted an earlier request whose response was lost.
      return (await knownAfter(error)) ?? error
    }
  }
  const knownAfter = (refusal: ProviderRefusal) =>
    queryRefund(by, row.refund_no).catch((error: unknown) => {
      // A problem of the shop's account makes the query fail too. Such a refusal is never final, so it can be recorded.
      if (error instanceof ProviderRefusal && isOfShop(refusal.provider_code)) return undefined
      throw error
    })
  // Repeating a request under the same number never refunds twice, and replaces a request that was lost.
  const reported =
    row.provider_refund_id === null ? await request() : ((await queryRefund(by, row.refund_no)) ?? (await request()))
  checkpoint('refund requested')
  if (reported instanceof ProviderRefusal) return followRefusal(row, paid, reported)
  const outcome = await withRetries(() => transaction((tx) => applyRefund(tx, reported)))
  if (isAlarming(outcome)) await alarm(`refund ${outcome}`, row.refund_no)
}

/** Alarms staff where they have to act. */
async function followRefusal(
  row: RefundRow,
  { order_id }: PaymentRow,
  { provider_code, message }: ProviderRefusal,
): Promise<void> {
  const { transaction } = await connection()
  const outcome = await withRetries(() =>
    transaction((tx) => refuseRefund(tx, { ...row, order_id }, provider_code.slice(0, 64))),
  )
  if (outcome === 'refused') await alarmRefused({ ...row, order_id }, provider_code)
  if (outcome !== 'waiting') return
  if (isShortOfBalance(provider_code)) await askToTopUp(order_id)
  else if (isOfShop(provider_code)) await alarm(message, row.refund_no)
}

/** undefined: not failed, or unknown to the provider. Throws `not_found` or `provider_error`. */
export async function reportOfFailed(db: Database, order_id: number, refund_id: number): Promise<Refund | undefined> {
  const known = await refundOf(db, order_id, refund_id)
  return isFailedRefund(known.status) ? queryRefund(await merchant(), known.refund_no) : undefined
}

/** Call after the commit; reconciliation repeats a failed request. A refused refund is requested only when due. */
export async function sendRefunds(payment_no: string): Promise<void> {
  const { db } = await connection()
  const due = await db
    .select({ refund })
    .from(refund)
    .innerJoin(payment, eq(payment.id, refund.payment_id))
    .where(
      and(
        eq(payment.payment_no, payment_no),
        eq(refund.status, 'processing'),
        sql`(${refund.refusal_code} is null or ${refund.next_try_at} <= now())`,
      ),
    )
  for (const row of due) await followRefund(row.refund)
}

/** Call after the commit; reconciliation repeats a failed request. */
export async function closeAttempts(order_id: number): Promise<void> {
  const { db } = await connection()
  const closing = await db
    .select()
    .from(payment)
    .where(and(eq(payment.order_id, order_id), eq(payment.status, 'closing')))
  for (const row of closing) await closeAttempt(row)
}
