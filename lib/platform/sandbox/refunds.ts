import { and, eq, isNotNull, lte, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { SandboxRefundFault } from '@/db/enums'
import { sandbox_refund, sandbox_trade } from '@/db/schema/sandbox'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { connection, type Database } from '@/lib/kit/database'
import { type SandboxAccount, sandboxAccount } from './account'
import { NotifyUrl, parseBody } from './body'
import type { RefundFault } from './faults'
import { beijingTime, digits, refundId } from './numbers'
import type { PayCall } from './operation'
import { Refusal } from './refusal'
import { schedule } from './schedule'
import type { Trade } from './trades'

/** While PROCESSING, `succeeded_at` is the time of success; null: waits to be settled by hand. */
export type Refund = typeof sandbox_refund.$inferSelect
export type SettledState = 'SUCCESS' | 'ABNORMAL' | 'CLOSED'

const settlesAfter = 10_000
const refundable = 365 * 24 * 60 * 60_000
const maxRefunds = 50

const RefundRequest = z
  .looseObject({
    transaction_id: z.string().min(1).max(32).optional(),
    out_trade_no: z.string().min(6).max(32).optional(),
    out_refund_no: z.string().regex(/^[\w\-|*@]{1,64}$/),
    reason: z.string().max(80).optional(),
    notify_url: NotifyUrl.optional(),
    funds_account: z.literal('AVAILABLE').optional(),
    amount: z.looseObject({ refund: z.int().min(1), total: z.int().min(1), currency: z.literal('CNY') }),
  })
  .refine((given) => given.transaction_id !== undefined || given.out_trade_no !== undefined, {
    error: 'transaction_id和out_trade_no须二选一',
    path: ['transaction_id'],
  })

type RefundRequest = z.output<typeof RefundRequest>

/** Succeeds ten seconds later. A repeated request returns the current state. Throws {@link Refusal}. */
export async function refund({ body, now }: PayCall) {
  const request = parseBody(RefundRequest, body)
  await settleDue(now)
  const { transaction } = await connection()
  return transaction(async (tx) => {
    const trade = await lockedTrade(tx, request)
    const [known] = await tx
      .select()
      .from(sandbox_refund)
      .where(eq(sandbox_refund.out_refund_no, request.out_refund_no))
    if (known) {
      if (known.trade_id !== trade.id || known.amount !== request.amount.refund) throw new Refusal('refund_differs')
      return refundAnswer(known, trade)
    }
    await check(tx, trade, request, now)
    const made = await insert(tx, trade, request, now)
    await tx.update(sandbox_trade).set({ state: 'REFUND' }).where(eq(sandbox_trade.id, trade.id))
    return refundAnswer(made, trade)
  })
}

async function lockedTrade(tx: Database, { transaction_id, out_trade_no }: RefundRequest): Promise<Trade> {
  const [trade] = await tx
    .select()
    .from(sandbox_trade)
    .where(
      and(
        transaction_id === undefined ? undefined : eq(sandbox_trade.transaction_id, transaction_id),
        out_trade_no === undefined ? undefined : eq(sandbox_trade.out_trade_no, out_trade_no),
      ),
    )
    .for('update')
  if (!trade) throw new Refusal('refund_order_unknown')
  return trade
}

async function check(tx: Database, trade: Trade, { amount }: RefundRequest, now: Date): Promise<void> {
  if (trade.refund_fault) throw new Refusal(trade.refund_fault)
  if (!trade.paid_at) throw new Refusal('order_unpaid')
  if (now.getTime() - trade.paid_at.getTime() > refundable) throw new Refusal('refund_too_late')
  if (amount.total !== trade.total) throw new Refusal('total_differs')
  const [before] = await tx
    .select({
      count: sql<number>`count(*)::int`,
      sum: sql`coalesce(sum(${sandbox_refund.amount}), 0)`.mapWith(Number),
    })
    .from(sandbox_refund)
    .where(and(eq(sandbox_refund.trade_id, trade.id), ne(sandbox_refund.state, 'CLOSED')))
  if ((before?.sum ?? 0) + amount.refund > trade.total) throw new Refusal('refund_exceeds')
  if ((before?.count ?? 0) >= maxRefunds) throw new Refusal('refund_too_many')
}

async function insert(tx: Database, trade: Trade, request: RefundRequest, now: Date): Promise<Refund> {
  const [made] = await tx
    .insert(sandbox_refund)
    .values({
      out_refund_no: request.out_refund_no,
      refund_id: refundId(now),
      trade_id: trade.id,
      amount: request.amount.refund,
      reason: request.reason ?? '',
      notify_url: request.notify_url ?? null,
      succeeded_at: new Date(now.getTime() + settlesAfter),
    })
    .onConflictDoNothing()
    .returning()
  // A request for another trade has used the number; the requests lock different trades, so locks do not prevent this.
  if (!made) throw new Refusal('refund_differs')
  return made
}

export async function queryRefund({ params, now }: PayCall) {
  await settleDue(now)
  const { db } = await connection()
  const found = await refundByNumber(db, params.out_refund_no ?? '')
  if (!found) throw new Refusal('refund_unknown')
  return refundAnswer(found.refund, found.trade)
}

async function refundByNumber(db: Database, out_refund_no: string) {
  const [found] = await db
    .select({ refund: sandbox_refund, trade: sandbox_trade })
    .from(sandbox_refund)
    .innerJoin(sandbox_trade, eq(sandbox_trade.id, sandbox_refund.trade_id))
    .where(eq(sandbox_refund.out_refund_no, out_refund_no))
  return found
}

const receivedAccount = '支付用户零钱'

function refundAnswer(refund: Refund, trade: Trade) {
  const { refund_id, out_refund_no, amount, state, succeeded_at, created_at } = refund
  return {
    refund_id,
    out_refund_no,
    transaction_id: trade.transaction_id ?? '',
    out_trade_no: trade.out_trade_no,
    channel: 'ORIGINAL',
    user_received_account: receivedAccount,
    ...(state === 'SUCCESS' && succeeded_at && { success_time: beijingTime(succeeded_at) }),
    create_time: beijingTime(created_at),
    status: state,
    funds_account: 'AVAILABLE',
    amount: {
      total: trade.total,
      refund: amount,
      payer_total: trade.total,
      payer_refund: amount,
      settlement_total: trade.total,
      settlement_refund: amount,
      discount_refund: 0,
      currency: 'CNY',
    },
    promotion_detail: [],
  }
}

/** Their callbacks are due immediately. */
export async function settleDue(now: Date): Promise<void> {
  const { db } = await connection()
  const due = await db
    .select({ out_refund_no: sandbox_refund.out_refund_no })
    .from(sandbox_refund)
    .where(
      and(
        eq(sandbox_refund.state, 'PROCESSING'),
        isNotNull(sandbox_refund.succeeded_at),
        lte(sandbox_refund.succeeded_at, now),
      ),
    )
  for (const { out_refund_no } of due) await settle(out_refund_no, 'SUCCESS', { now })
}

/** Until settled. false: no refund with this number is PROCESSING. */
export async function keepProcessing(out_refund_no: string): Promise<boolean> {
  const { db } = await connection()
  const kept = await db
    .update(sandbox_refund)
    .set({ succeeded_at: null })
    .where(and(eq(sandbox_refund.out_refund_no, out_refund_no), eq(sandbox_refund.state, 'PROCESSING')))
    .returning({ id: sandbox_refund.id })
  return kept.length > 0
}

/** null: later refunds are accepted. Throws `order_state` for an unknown trade. */
export async function failRefunds(out_trade_no: string, refund_fault: SandboxRefundFault | null) {
  const { db } = await connection()
  const [failing] = await db
    .update(sandbox_trade)
    .set({ refund_fault })
    .where(eq(sandbox_trade.out_trade_no, out_trade_no))
    .returning({ out_trade_no: sandbox_trade.out_trade_no })
  if (!failing) throw problem('order_state', { detail: 'There is no such trade.' })
  return { ...failing, state: refund_fault ?? 'accepted' }
}

/** PROCESSING, or ABNORMAL and resolved by hand. null: no notify_url, so no callback; undefined: no such refund. */
export async function settle(
  out_refund_no: string,
  state: SettledState,
  { fault, delay, now }: { fault?: RefundFault | undefined; delay?: number | undefined; now: Date },
): Promise<string | null | undefined> {
  const account = await sandboxAccount()
  const { transaction } = await connection()
  return transaction(async (tx) => {
    const open = sql`${sandbox_refund.state} in ('PROCESSING', 'ABNORMAL') and ${sandbox_refund.state} <> ${state}`
    const [settled] = await tx
      .update(sandbox_refund)
      .set({ state, succeeded_at: state === 'SUCCESS' ? now : null })
      .where(and(eq(sandbox_refund.out_refund_no, out_refund_no), open))
      .returning()
    if (!settled) return undefined
    if (!settled.notify_url) return null
    const [trade] = await tx.select().from(sandbox_trade).where(eq(sandbox_trade.id, settled.trade_id))
    if (!trade) return undefined
    return schedule(tx, {
      event_type: `REFUND.${state}`,
      original_type: 'refund',
      url: settled.notify_url,
      resource: withFault(notice(settled, trade, account), fault),
      fault,
      delay,
      now,
    })
  })
}

/** Members of the callback have other names and are fewer than in a response. */
function notice(refund: Refund, trade: Trade, { mchid }: SandboxAccount) {
  const { refund_id, out_refund_no, amount, state, succeeded_at } = refund
  return {
    mchid,
    out_trade_no: trade.out_trade_no,
    transaction_id: trade.transaction_id ?? '',
    out_refund_no,
    refund_id,
    refund_status: state,
    ...(succeeded_at && { success_time: beijingTime(succeeded_at) }),
    user_received_account: receivedAccount,
    amount: { total: trade.total, refund: amount, payer_total: trade.total, payer_refund: amount },
  }
}

function withFault(content: ReturnType<typeof notice>, fault: RefundFault | undefined): Record<string, unknown> {
  const { amount } = content
  switch (fault) {
    case 'wrong_amount':
      return { ...content, amount: { ...amount, refund: amount.refund + 1, payer_refund: amount.refund + 1 } }
    case 'payer_total_less':
      return { ...content, amount: { ...amount, payer_refund: amount.refund - 1 } }
    case 'wrong_mchid':
      return { ...content, mchid: `9${content.mchid.slice(1)}` }
    case 'unknown_trade':
      return { ...content, out_trade_no: `UNKNOWN${digits(16)}`, out_refund_no: `UNKNOWN${digits(16)}` }
    default:
      return content
  }
}
