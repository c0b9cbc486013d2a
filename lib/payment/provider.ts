import { and, eq, inArray, sql } from 'drizzle-orm'
import { payment, refund } from '@/db/schema/payment'
import { connection } from '@/lib/database'
import { type Merchant, merchant } from '@/lib/wechat/credentials'
import { closePayment, isPaid, prepay, queryPayment, queryRefund, requestRefund } from '@/lib/wechat/pay'
import { ProviderRefusal } from '@/lib/wechat/transport'
import { alarm } from './alarm'
import { applyPayment, type Outcome } from './apply'
import { checkpoint } from './checkpoint'
import { applyRefund, isAlarming } from './refund'

type PaymentRow = typeof payment.$inferSelect
type RefundRow = typeof refund.$inferSelect

/** A query said that it is paid: applied as a callback would be. */
async function applyReport(by: Merchant, reported: Parameters<typeof applyPayment>[2]): Promise<Outcome> {
  const { transaction } = await connection()
  const outcome = await transaction((tx) => applyPayment(tx, by, reported))
  if (outcome.startsWith('refused')) await alarm(`payment ${outcome}`, reported.out_trade_no)
  if (outcome === 'returned') await sendRefunds(reported.out_trade_no)
  return outcome
}

const setClosed = async (id: number) => {
  const { db } = await connection()
  await db
    .update(payment)
    .set({ status: 'closed', next_try_at: null })
    .where(and(eq(payment.id, id), inArray(payment.status, ['created', 'prepaid', 'closing'])))
}

const setClosing = async (id: number) => {
  const { db } = await connection()
  await db
    .update(payment)
    .set({ status: 'closing', next_try_at: sql`now()` })
    .where(and(eq(payment.id, id), inArray(payment.status, ['created', 'prepaid'])))
}

/**
 * Asks the provider how a payment stands and follows: paid is applied, closed or unknown there is closed here.
 * `open`: it may still be paid; `refused`: it is paid otherwise than we asked for, and a person was alarmed.
 */
export async function followPayment(row: PaymentRow): Promise<'paid' | 'refused' | 'closed' | 'open'> {
  const by = await merchant()
  const reported = await queryPayment(by, row.payment_no)
  checkpoint('payment queried')
  if (reported?.trade_state === 'SUCCESS' || reported?.trade_state === 'REFUND') {
    return (await applyReport(by, reported)).startsWith('refused') ? 'refused' : 'paid'
  }
  const isGone = reported ? ['CLOSED', 'REVOKED'].includes(reported.trade_state) : row.status !== 'created'
  if (!isGone) return 'open'
  await setClosed(row.id)
  return 'closed'
}

/** Closes an attempt at the provider, so that nobody pays it any more. `paid`: somebody was faster, and it is applied. */
export async function closeAttempt(row: PaymentRow): Promise<'paid' | 'refused' | 'closed'> {
  const by = await merchant()
  const closed = await closePayment(by, row.payment_no)
  checkpoint('payment closed')
  if (closed === 'closed') {
    await setClosed(row.id)
    return 'closed'
  }
  return (await followPayment(row)) === 'refused' ? 'refused' : 'paid'
}

/** Asks for a prepay_id and keeps it. Undefined: the provider will not have this number any more, a new one is needed. */
export async function prepayAttempt(by: Merchant, row: PaymentRow): Promise<string | undefined> {
  if (!row.prepay_request) throw new Error('a payment without its request')
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
    if (error.provider_code === 'ORDER_CLOSED') await setClosed(row.id)
    // Known there under other terms and perhaps still payable: a new number is taken, and this one closed at the provider.
    else if (/^(OUT_TRADE_NO_USED|INVALID_REQUEST)$/.test(error.provider_code)) await setClosing(row.id)
    else throw error
    return undefined
  }
  checkpoint('prepaid')
  const { db } = await connection()
  const [kept] = await db
    .update(payment)
    .set({ status: 'prepaid', prepay_id, prepaid_at: sql`now()`, next_try_at: sql`now() + interval '2 minutes'` })
    .where(and(eq(payment.id, row.id), inArray(payment.status, ['created', 'prepaid'])))
    .returning({ id: payment.id })
  return kept && prepay_id
}

/** Asks the provider for a refund, or how it stands if it was asked before; and follows. */
export async function followRefund(row: RefundRow): Promise<void> {
  const { db, transaction } = await connection()
  const by = await merchant()
  const [paid] = await db.select().from(payment).where(eq(payment.id, row.payment_id))
  if (!paid) throw new Error('a refund without its payment')
  const request = () =>
    requestRefund(by, {
      out_trade_no: paid.payment_no,
      out_refund_no: row.refund_no,
      reason: row.reason,
      notify_url: by.notify_url,
      refund: row.amount,
      total: paid.amount,
    })
  // Asking again under the same number refunds nothing twice; a query alone would not heal a request that was lost.
  const reported =
    row.provider_refund_id === null ? await request() : ((await queryRefund(by, row.refund_no)) ?? (await request()))
  checkpoint('refund requested')
  const outcome = await transaction((tx) => applyRefund(tx, reported))
  if (isAlarming(outcome)) await alarm(`refund ${outcome}`, row.refund_no)
}

/** Right after a commit: asks for the refunds of a payment that are due. What fails here is healed by reconciliation. */
export async function sendRefunds(payment_no: string): Promise<void> {
  const { db } = await connection()
  const due = await db
    .select({ refund })
    .from(refund)
    .innerJoin(payment, eq(payment.id, refund.payment_id))
    .where(and(eq(payment.payment_no, payment_no), eq(refund.status, 'processing')))
  for (const row of due) await followRefund(row.refund)
}

/** Right after a cancellation: closes the attempts of an order. What fails here is healed by reconciliation. */
export async function closeAttempts(order_id: number): Promise<void> {
  const { db } = await connection()
  const closing = await db
    .select()
    .from(payment)
    .where(and(eq(payment.order_id, order_id), eq(payment.status, 'closing')))
  for (const row of closing) await closeAttempt(row)
}
