import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { sandbox_delivery, sandbox_refund, sandbox_trade } from '@/db/schema/sandbox'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { connection } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { isPaySignBy, type PayParameters } from '@/lib/platform/wechat/signature'
import { sandboxAccount } from './account'
import { listParcels } from './express'
import type { PaymentFault, RefundFault } from './faults'
import { demonstrationOpenid, isOfDemonstration, issueLoginCode, issuePhoneCode } from './login'
import { hex } from './numbers'
import { keepProcessing, type SettledState, settle } from './refunds'
import { secondsAfter } from './schedule'
import { isPrepayAlive, markPaid, stateAt, type Trade, tradeByPrepayId } from './trades'

/** `delay`: in seconds. */
interface CallbackOptions<Fault> {
  fault?: Fault | undefined
  delay?: number | undefined
  now?: Date
}

const paid = 'requestPayment:ok'
const cancelled = 'requestPayment:fail cancel'
const failed = 'requestPayment:fail 支付失败'

/** A new guest each time if other machines can reach the shop. */
const defaultOpenid = () => (env().is_private ? demonstrationOpenid : `guest-${hex(16)}`)

/** Valid once within five minutes. Throws `forbidden` for the demonstration customer if others can reach the shop. */
export async function loginCode({
  openid = defaultOpenid(),
  now = new Date(),
}: {
  openid?: string | undefined
  now?: Date
} = {}) {
  if (isOfDemonstration(openid) && !env().is_private) {
    throw problem('forbidden', {
      detail:
        'Because others can reach this shop, customers of the demonstration can only sign in with their password.',
    })
  }
  return { openid, ...(await issueLoginCode(openid, now)) }
}

/** Valid once within five minutes. */
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

/** Throws `invalid_request` without the merchant's signature or a known prepay_id, and `order_state` if not payable. */
export async function pay(
  parameters: PayParameters,
  { fault, delay, now = new Date() }: CallbackOptions<PaymentFault> = {},
) {
  const account = await sandboxAccount()
  if (!isPaySignBy(account.merchant_public_key, account.appid, parameters))
    throw invalid('body', 'paySign', 'invalid_signature', 'This signature does not match the other parameters.')
  const prepay_id = parameters.package.replace(/^prepay_id=/, '')
  const { db } = await connection()
  const trade = parameters.package.startsWith('prepay_id=') ? await tradeByPrepayId(db, prepay_id) : undefined
  if (!trade) throw invalid('body', 'package', 'not_found', 'There is no such prepay_id.')
  if (!isPrepayAlive(prepay_id, now))
    throw problem('order_state', { detail: 'The prepay_id is older than two hours: call pre_order again.' })
  return settled(trade, { fault, delay, now })
}

/** From the sandbox page. Throws `invalid_request` for an unknown trade, and `order_state` if it cannot be paid. */
export async function payByNumber(
  out_trade_no: string,
  { fault, delay, now = new Date() }: CallbackOptions<PaymentFault> = {},
) {
  const { db } = await connection()
  const [trade] = await db.select().from(sandbox_trade).where(eq(sandbox_trade.out_trade_no, out_trade_no))
  if (!trade) throw invalid('body', 'out_trade_no', 'not_found', 'There is no such trade.')
  return settled(trade, { fault, delay, now })
}

async function settled(trade: Trade, { now, ...options }: CallbackOptions<PaymentFault> & { now: Date }) {
  const event_id = await markPaid(trade, await sandboxAccount(), { ...options, now })
  if (!event_id)
    throw problem('order_state', { detail: `The trade is ${stateAt(trade, now)} and can no longer be paid.` })
  return { errMsg: paid, out_trade_no: trade.out_trade_no, event_id }
}

/** The trade is unchanged, and no callback is sent. */
export const cancel = () => ({ errMsg: cancelled })

/** Refused by the bank. Stays NOTPAY: PAYERROR only occurs when a merchant scans the user's code. */
export const fail = () => ({ errMsg: failed })

/** Throws `order_state` if the callback is unknown or delivered. */
export async function delayDelivery(event_id: string, seconds: number, now = new Date()) {
  const next_try_at = secondsAfter(now, seconds)
  const { db } = await connection()
  const moved = await db
    .update(sandbox_delivery)
    .set({ next_try_at })
    .where(and(eq(sandbox_delivery.event_id, event_id), isNull(sandbox_delivery.delivered_at)))
    .returning({ event_id: sandbox_delivery.event_id })
  if (moved.length === 0)
    throw problem('order_state', { detail: 'There is no such callback, or it has already been delivered.' })
  return { event_id, next_try_at }
}

/** PROCESSING: open until another call. Throws `order_state` if unknown or already settled. */
export async function settleRefund(
  out_refund_no: string,
  state: SettledState | 'PROCESSING',
  { fault, delay, now = new Date() }: CallbackOptions<RefundFault> = {},
) {
  const event_id =
    state === 'PROCESSING'
      ? (await keepProcessing(out_refund_no))
        ? null
        : undefined
      : await settle(out_refund_no, state, { fault, delay, now })
  if (event_id === undefined)
    throw problem('order_state', { detail: 'There is no such refund, or it has already been settled.' })
  return { out_refund_no, state, event_id }
}

const described = ({ request: { description }, ...trade }: Trade) => ({
  ...trade,
  description: typeof description === 'string' ? description : '',
})

const listLimit = 20

const paidLimit = 5

/** At most 20 payable trades, refunds and callbacks, and the latest five paid trades, newest first. */
export async function readState(now = new Date()) {
  const { db } = await connection()
  const number = sql<string>`coalesce(resource->>'out_refund_no', resource->>'out_trade_no', '')`
  const [trades, paidTrades, parcels, refunds, deliveries] = await Promise.all([
    db
      .select()
      .from(sandbox_trade)
      .where(and(eq(sandbox_trade.state, 'NOTPAY'), gt(sandbox_trade.expires_at, now)))
      .orderBy(desc(sandbox_trade.id))
      .limit(listLimit),
    db
      .select()
      .from(sandbox_trade)
      .where(inArray(sandbox_trade.state, ['SUCCESS', 'REFUND']))
      .orderBy(desc(sandbox_trade.id))
      .limit(paidLimit),
    listParcels(),
    db
      .select({ refund: sandbox_refund, out_trade_no: sandbox_trade.out_trade_no })
      .from(sandbox_refund)
      .innerJoin(sandbox_trade, eq(sandbox_trade.id, sandbox_refund.trade_id))
      .orderBy(desc(sandbox_refund.id))
      .limit(listLimit),
    db
      .select({ delivery: sandbox_delivery, number })
      .from(sandbox_delivery)
      .orderBy(desc(sandbox_delivery.id))
      .limit(listLimit),
  ])
  return {
    trades: trades.map(described),
    paid: paidTrades.map(described),
    parcels,
    refunds: refunds.map(({ refund, out_trade_no }) => ({ ...refund, out_trade_no })),
    deliveries: deliveries.map(({ delivery, number }) => ({ ...delivery, number })),
  }
}
