import { isDeepStrictEqual } from 'node:util'
import { and, eq, gt, inArray, like } from 'drizzle-orm'
import { z } from 'zod'
import { sandbox_trade } from '@/db/schema/sandbox'
import { connection, type Database } from '@/lib/kit/database'
import type { SandboxAccount } from './account'
import { NotifyUrl, parseBody } from './body'
import type { PaymentFault } from './faults'
import { beijingTime, digits, prepaidAt, prepayId, tailOf, transactionId } from './numbers'
import type { PayCall } from './operation'
import { Refusal } from './refusal'
import { schedule } from './schedule'

export type Trade = typeof sandbox_trade.$inferSelect

const minute = 60_000
const day = 24 * 60 * minute
const unpaidLife = 7 * day
const longestLife = 15 * day
const prepayLife = 120 * minute

/** Only these are validated; all are stored, and compared when the request is repeated. */
const PrepayRequest = z.looseObject({
  appid: z.string().min(1).max(32),
  mchid: z.string().min(1).max(32),
  description: z.string().min(1).max(127),
  out_trade_no: z.string().regex(/^[\w\-|*]{6,32}$/),
  time_expire: z.iso.datetime({ offset: true }).max(64).optional(),
  attach: z.string().max(128).optional(),
  notify_url: NotifyUrl,
  goods_tag: z.string().max(32).optional(),
  support_fapiao: z.boolean().optional(),
  amount: z.looseObject({ total: z.int().min(1), currency: z.literal('CNY').optional() }),
  payer: z.looseObject({ openid: z.string().min(1).max(128) }),
})

/** NOTPAY becomes CLOSED at `expires_at`. */
export const stateAt = (trade: Trade, now: Date) =>
  trade.state === 'NOTPAY' && trade.expires_at <= now ? 'CLOSED' : trade.state

const isPaid = ({ state }: Trade) => state === 'SUCCESS' || state === 'REFUND'

/** An equal request gets a new prepay_id. Throws {@link Refusal}, such as for other values or a paid trade. */
export async function prepay({ account, body, now }: PayCall) {
  const request = parseBody(PrepayRequest, body)
  if (request.mchid !== account.mchid) throw new Refusal('merchant_differs')
  if (request.appid !== account.appid) throw new Refusal('app_unknown')
  const { db } = await connection()
  const { out_trade_no, amount, payer, notify_url, time_expire } = request
  const [made] = await db
    .insert(sandbox_trade)
    .values({
      out_trade_no,
      request,
      notify_url,
      openid: payer.openid,
      total: amount.total,
      prepay_id: prepayId(now),
      expires_at: expiry(time_expire, now),
    })
    .onConflictDoNothing()
    .returning({ prepay_id: sandbox_trade.prepay_id })
  if (made) return made
  const trade = await tradeByNumber(db, out_trade_no)
  if (isPaid(trade)) throw new Refusal('order_paid')
  if (stateAt(trade, now) === 'CLOSED') throw new Refusal('order_closed')
  if (!isDeepStrictEqual(trade.request, request)) throw new Refusal('order_differs')
  const prepay_id = prepayId(now, tailOf(trade.prepay_id))
  await db.update(sandbox_trade).set({ prepay_id }).where(eq(sandbox_trade.id, trade.id))
  return { prepay_id }
}

/** Seven days by default, always between one minute and fifteen days. */
function expiry(time_expire: string | undefined, now: Date): Date {
  if (time_expire === undefined) return new Date(now.getTime() + unpaidLife)
  const wanted = Date.parse(time_expire)
  return new Date(Math.min(Math.max(wanted, now.getTime() + minute), now.getTime() + longestLife))
}

/** Throws ORDER_NOT_EXIST. */
async function tradeByNumber(db: Database, out_trade_no: string): Promise<Trade> {
  const [trade] = await db.select().from(sandbox_trade).where(eq(sandbox_trade.out_trade_no, out_trade_no))
  if (!trade) throw new Refusal('order_unknown')
  return trade
}

export async function queryByNumber({ account, params, query, now }: PayCall) {
  checkMerchant(account, query)
  const { db } = await connection()
  return tradeAnswer(await tradeByNumber(db, params.out_trade_no ?? ''), account, now)
}

export async function queryById({ account, params, query, now }: PayCall) {
  checkMerchant(account, query)
  const { db } = await connection()
  const [trade] = await db
    .select()
    .from(sandbox_trade)
    .where(eq(sandbox_trade.transaction_id, params.transaction_id ?? ''))
  if (!trade) throw new Refusal('order_unknown')
  return tradeAnswer(trade, account, now)
}

function checkMerchant(account: SandboxAccount, query: URLSearchParams): void {
  const mchid = query.get('mchid')
  if (!mchid) throw new Refusal('parameter', { field: 'mchid', issue: '必填参数缺失', location: 'query' })
  if (mchid !== account.mchid) throw new Refusal('merchant_differs')
}

/** Accepts a closed trade. Throws ORDER_PAID. */
export async function close({ account, params, body }: PayCall): Promise<undefined> {
  const { mchid } = parseBody(z.looseObject({ mchid: z.string().min(1).max(32) }), body)
  if (mchid !== account.mchid) throw new Refusal('merchant_differs')
  const { db } = await connection()
  const trade = await tradeByNumber(db, params.out_trade_no ?? '')
  const closed = await db
    .update(sandbox_trade)
    .set({ state: 'CLOSED' })
    .where(and(eq(sandbox_trade.id, trade.id), inArray(sandbox_trade.state, ['NOTPAY', 'CLOSED', 'PAYERROR'])))
    .returning({ id: sandbox_trade.id })
  if (closed.length === 0) throw new Refusal('order_paid')
}

const descriptions = {
  NOTPAY: '订单未支付',
  SUCCESS: '支付成功',
  CLOSED: '订单已关闭',
  REFUND: '订单发生过退款',
  PAYERROR: '支付失败',
} as const

/** As in queries and callbacks. Until it is paid, members about the payment are missing. */
function tradeAnswer(trade: Trade, account: SandboxAccount, now: Date) {
  const trade_state = stateAt(trade, now)
  const amount = { total: trade.total, currency: 'CNY' }
  const known = {
    appid: account.appid,
    mchid: account.mchid,
    out_trade_no: trade.out_trade_no,
    trade_state,
    trade_state_desc: descriptions[trade_state],
    payer: { openid: trade.openid },
  }
  if (!trade.transaction_id || !trade.paid_at) return { ...known, amount }
  const { attach } = trade.request
  return {
    ...known,
    transaction_id: trade.transaction_id,
    trade_type: 'JSAPI',
    bank_type: 'OTHERS',
    attach: typeof attach === 'string' ? attach : '',
    success_time: beijingTime(trade.paid_at),
    amount: { ...amount, payer_total: trade.total, payer_currency: 'CNY' },
  }
}

/** Also an earlier prepay_id of the trade; undefined: no such trade. */
export async function tradeByPrepayId(db: Database, prepay_id: string): Promise<Trade | undefined> {
  if (!prepaidAt(prepay_id)) return undefined
  const [trade] = await db
    .select()
    .from(sandbox_trade)
    .where(like(sandbox_trade.prepay_id, `%${tailOf(prepay_id)}`))
  return trade
}

/** For two hours. */
export function isPrepayAlive(prepay_id: string, now: Date): boolean {
  const issued = prepaidAt(prepay_id)
  return issued !== undefined && now.getTime() - issued.getTime() <= prepayLife
}

/** The callback is due after `delay` seconds. Returns its event id; undefined: cannot be paid. */
export async function markPaid(
  trade: Trade,
  account: SandboxAccount,
  { fault, delay, now }: { fault?: PaymentFault | undefined; delay?: number | undefined; now: Date },
): Promise<string | undefined> {
  const { transaction } = await connection()
  return transaction(async (tx) => {
    const [paid] = await tx
      .update(sandbox_trade)
      .set({ state: 'SUCCESS', paid_at: now, transaction_id: transactionId(now) })
      .where(and(eq(sandbox_trade.id, trade.id), eq(sandbox_trade.state, 'NOTPAY'), gt(sandbox_trade.expires_at, now)))
      .returning()
    if (!paid) return undefined
    const content = withFault(tradeAnswer(paid, account, now), fault)
    return schedule(tx, {
      event_type: 'TRANSACTION.SUCCESS',
      original_type: 'transaction',
      url: paid.notify_url,
      resource: content,
      fault,
      delay,
      now,
    })
  })
}

function withFault(content: ReturnType<typeof tradeAnswer>, fault: PaymentFault | undefined): Record<string, unknown> {
  const { amount } = content
  switch (fault) {
    case 'wrong_amount':
      return { ...content, amount: { ...amount, total: amount.total + 1, payer_total: amount.total + 1 } }
    case 'payer_total_less':
      return {
        ...content,
        amount: { ...amount, payer_total: amount.total - 1 },
        promotion_detail: [
          { coupon_id: digits(10), name: '立减一分', scope: 'GLOBAL', type: 'CASH', amount: 1, currency: 'CNY' },
        ],
      }
    case 'wrong_currency':
      return { ...content, amount: { ...amount, currency: 'USD' } }
    case 'wrong_mchid':
      return { ...content, mchid: `9${content.mchid.slice(1)}` }
    case 'wrong_appid':
      return { ...content, appid: `wx${digits(16)}` }
    case 'unknown_trade':
      return { ...content, out_trade_no: `UNKNOWN${digits(16)}` }
    default:
      return content
  }
}
