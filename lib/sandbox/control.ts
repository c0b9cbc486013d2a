import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { sandbox_delivery, sandbox_refund, sandbox_trade } from '@/db/schema/sandbox'
import { invalid, problem } from '@/lib/api/problem'
import { connection } from '@/lib/database'
import { env } from '@/lib/env'
import { isPaySignBy, type PayParameters } from '@/lib/wechat/signature'
import { sandboxAccount } from './account'
import type { PaymentFault, RefundFault } from './faults'
import { demonstrationOpenid, issueLoginCode, issuePhoneCode } from './login'
import { hex } from './numbers'
import { hold, type SettledState, settle } from './refunds'
import { later } from './schedule'
import { isPrepayAlive, markPaid, stateAt, type Trade, tradeByPrepayId } from './trades'

/** How the callback of a payment or a refund goes; `delay` in seconds. */
interface Fate<Fault> {
  fault?: Fault | undefined
  delay?: number | undefined
  now?: Date
}

const paid = 'requestPayment:ok'
const cancelled = 'requestPayment:fail cancel'
const failed = 'requestPayment:fail 支付失败'

/** The demonstration customer; where others can reach the shop, somebody new each time. */
const someone = () => (env().is_private ? demonstrationOpenid : `guest-${hex(16)}`)

/** A code of wx.login: single use, five minutes. Throws `forbidden` for the demonstration customer in public. */
export async function loginCode({
  openid = someone(),
  now = new Date(),
}: {
  openid?: string | undefined
  now?: Date
} = {}) {
  if (openid === demonstrationOpenid && !env().is_private) {
    throw problem('forbidden', {
      detail: 'Where others can reach the shop, the demonstration customer logs in by password.',
    })
  }
  return { openid, ...(await issueLoginCode(openid, now)) }
}

/** A code of the phone button: single use, five minutes. */
export async function phoneCode({
  openid = demonstrationOpenid,
  phone,
  now = new Date(),
}: {
  openid?: string | undefined
  phone: string
  now?: Date
}) {
  return { openid, ...(await issuePhoneCode(openid, phone, now)) }
}

/**
 * The user pays in the cash desk that wx.requestPayment opened. Throws `invalid_request` where the parameters are not
 * the merchant's, `order_state` where the prepay_id is too old or the trade cannot be paid.
 */
export async function pay(parameters: PayParameters, { fault, delay, now = new Date() }: Fate<PaymentFault> = {}) {
  const account = await sandboxAccount()
  if (!isPaySignBy(account.merchant_public_key, account.appid, parameters))
    throw invalid('body', 'paySign', 'invalid_signature', 'This is not the signature of the other parameters.')
  const prepay_id = parameters.package.replace(/^prepay_id=/, '')
  const { db } = await connection()
  const trade = parameters.package.startsWith('prepay_id=') ? await tradeByPrepayId(db, prepay_id) : undefined
  if (!trade) throw invalid('body', 'package', 'not_found', 'There is no such prepay_id.')
  if (!isPrepayAlive(prepay_id, now))
    throw problem('order_state', { detail: 'The prepay_id is older than two hours: call pre_order again.' })
  return settled(trade, { fault, delay, now })
}

/** The tester's page pays an open trade. Throws `invalid_request` for an unknown one, `order_state` as {@link pay}. */
export async function payByNumber(out_trade_no: string, { fault, delay, now = new Date() }: Fate<PaymentFault> = {}) {
  const { db } = await connection()
  const [trade] = await db.select().from(sandbox_trade).where(eq(sandbox_trade.out_trade_no, out_trade_no))
  if (!trade) throw invalid('body', 'out_trade_no', 'not_found', 'There is no such trade.')
  return settled(trade, { fault, delay, now })
}

async function settled(trade: Trade, { now, ...fate }: Fate<PaymentFault> & { now: Date }) {
  const event_id = await markPaid(trade, await sandboxAccount(), { ...fate, now })
  if (!event_id)
    throw problem('order_state', { detail: `The trade is ${stateAt(trade, now)} and cannot be paid any more.` })
  return { errMsg: paid, out_trade_no: trade.out_trade_no, event_id }
}

/** The user closes the cash desk: the trade stays as it is, and nobody is told. */
export const cancel = () => ({ errMsg: cancelled })

/** The bank refuses. A trade of a mini-program stays NOTPAY: PAYERROR is only for payment by a shown code. */
export const fail = () => ({ errMsg: failed })

/** Moves the next attempt of a callback that was not taken yet. Throws `order_state` where there is none to come. */
export async function delayDelivery(event_id: string, seconds: number, now = new Date()) {
  const next_try_at = later(now, seconds)
  const { db } = await connection()
  const moved = await db
    .update(sandbox_delivery)
    .set({ next_try_at })
    .where(and(eq(sandbox_delivery.event_id, event_id), isNull(sandbox_delivery.delivered_at)))
    .returning({ event_id: sandbox_delivery.event_id })
  if (moved.length === 0)
    throw problem('order_state', { detail: 'There is no such callback, or it has been taken already.' })
  return { event_id, next_try_at }
}

/** Throws `order_state` where the refund is not open any more. PROCESSING: it waits to be told. */
export async function settleRefund(
  out_refund_no: string,
  state: SettledState | 'PROCESSING',
  { fault, delay, now = new Date() }: Fate<RefundFault> = {},
) {
  const event_id =
    state === 'PROCESSING'
      ? (await hold(out_refund_no))
        ? null
        : undefined
      : await settle(out_refund_no, state, { fault, delay, now })
  if (event_id === undefined)
    throw problem('order_state', { detail: 'There is no such refund, or it has been settled already.' })
  return { out_refund_no, state, event_id }
}

const shown = 20

/** What is going on: trades that can still be paid, and the latest refunds and callbacks. */
export async function readState(now = new Date()) {
  const { db } = await connection()
  const number = sql<string>`coalesce(resource->>'out_refund_no', resource->>'out_trade_no', '')`
  const [trades, refunds, deliveries] = await Promise.all([
    db
      .select()
      .from(sandbox_trade)
      .where(and(eq(sandbox_trade.state, 'NOTPAY'), gt(sandbox_trade.expires_at, now)))
      .orderBy(desc(sandbox_trade.id))
      .limit(shown),
    db
      .select({ refund: sandbox_refund, out_trade_no: sandbox_trade.out_trade_no })
      .from(sandbox_refund)
      .innerJoin(sandbox_trade, eq(sandbox_trade.id, sandbox_refund.trade_id))
      .orderBy(desc(sandbox_refund.id))
      .limit(shown),
    db
      .select({ delivery: sandbox_delivery, number })
      .from(sandbox_delivery)
      .orderBy(desc(sandbox_delivery.id))
      .limit(shown),
  ])
  return {
    trades: trades.map(({ request: { description }, ...trade }) => ({
      ...trade,
      description: typeof description === 'string' ? description : '',
    })),
    refunds: refunds.map(({ refund, out_trade_no }) => ({ ...refund, out_trade_no })),
    deliveries: deliveries.map(({ delivery, number }) => ({ ...delivery, number })),
  }
}
