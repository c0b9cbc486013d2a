import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { sandbox_trade } from '@/db/schema/sandbox'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { connection } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { encryptMessage, messageSignature } from '@/lib/platform/wechat/message'
import { type SandboxAccount, sandboxAccount } from './account'
import { moveParcel } from './express'
import { digits, hex } from './numbers'
import type { ParcelStep } from './parcel-steps'
import { moveTrade } from './shipping'
import { fetchShop } from './to-shop'

/* Encrypted, in the "safe mode" of the platform. */

const unixTime = (moment: Date) => Math.floor(moment.getTime() / 1000)

export const messageOf = (event: string, members: object, now: Date) => ({
  ToUserName: `gh_${hex(12)}`,
  FromUserName: `o${hex(27)}`,
  CreateTime: unixTime(now),
  MsgType: 'event',
  Event: event,
  ...members,
})

/** The path with its query, and the body. */
export function sealMessage(account: SandboxAccount, message: object, now: Date): { path: string; body: string } {
  const Encrypt = encryptMessage(account.message_key, account.appid, JSON.stringify(message), randomBytes(16))
  const signed = { timestamp: String(unixTime(now)), nonce: digits(10) }
  const query = new URLSearchParams({
    ...signed,
    signature: messageSignature(account.message_token, signed),
    msg_signature: messageSignature(account.message_token, signed, Encrypt),
    encrypt_type: 'aes',
  })
  return { path: `/v1/wechat/event?${query}`, body: JSON.stringify({ ToUserName: `gh_${hex(12)}`, Encrypt }) }
}

async function send(event: string, members: object): Promise<number | null> {
  const now = new Date()
  const { path, body } = sealMessage(await sandboxAccount(), messageOf(event, members, now), now)
  const headers = { 'content-type': 'application/json' }
  try {
    const signal = AbortSignal.timeout(5_000)
    return (await fetchShop(env().BASE_URL + path, { method: 'POST', headers, body, signal })).status
  } catch {
    return null
  }
}

const tradeMembers = (trade: typeof sandbox_trade.$inferSelect, account: SandboxAccount) => ({
  transaction_id: trade.transaction_id,
  merchant_id: account.mchid,
  merchant_trade_no: trade.out_trade_no,
  pay_time: unixTime(trade.paid_at ?? new Date()),
})

/** Returns the shop's status; null: no response. Throws `order_state` if the trade was not completely shipped. */
export async function announceMove(out_trade_no: string, state: 3 | 4 | 6) {
  const moved = await moveTrade(out_trade_no, state)
  if (!moved) throw problem('order_state', { detail: 'There is no such trade of which everything was shipped.' })
  const members = tradeMembers(moved, await sandboxAccount())
  const now = unixTime(new Date())
  const status = await send('trade_manage_order_settlement', {
    ...members,
    confirm_receive_method: 2,
    confirm_receive_time: now,
    ...(state === 4 && { settlement_time: now }),
  })
  return { out_trade_no, state: String(state), status }
}

/** Returns the shop's status; null: no response. Throws `order_state` if the trade was not paid. */
export async function remindShipping(out_trade_no: string) {
  const { db } = await connection()
  const [trade] = await db.select().from(sandbox_trade).where(eq(sandbox_trade.out_trade_no, out_trade_no))
  if (!trade?.transaction_id) throw problem('order_state', { detail: 'There is no such trade that was paid.' })
  const members = tradeMembers(trade, await sandboxAccount())
  const status = await send('trade_manage_remind_shipping', { ...members, msg: '订单超过48小时未发货' })
  return { out_trade_no, status }
}

/** Returns the shop's status; null: no response. Throws the problems of {@link moveParcel}. */
export async function announceParcel(token: string, step: ParcelStep) {
  const members = await moveParcel(token, step)
  return { state: step, status: await send('add_express_path', members) }
}
