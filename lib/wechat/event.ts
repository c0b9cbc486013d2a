import { createHash, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { platform_message } from '@/db/schema/shipping_report'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { connection } from '@/lib/kit/database'
import { alarm } from '@/lib/notice/alarm'
import { postSystemNotice } from '@/lib/notice/commands'
import { followParcel } from '@/lib/order/parcel/follow'
import { messageKeys, miniProgram } from '@/lib/platform/wechat/credentials'
import { decryptMessage, isCiphertextSigned, isFromPlatform } from '@/lib/platform/wechat/message'
import { runtime } from '@/lib/platform/wechat/transport'
import { noticeOf } from '@/lib/shipping_report/alarm'
import { findReport, followShipping } from '@/lib/shipping_report/check'

/** Signature and age; in safe mode also the signature of the ciphertext. False without keys for messages. */
export async function isMessage({ query, body }: { query: URLSearchParams; body: string }): Promise<boolean> {
  const keys = await messageKeys()
  if (!keys || !isFromPlatform(keys, query, runtime().now())) return false
  const ciphertext = keys.aes_key && Sealed.safeParse(jsonOf(body)).data?.Encrypt
  return ciphertext === undefined || isCiphertextSigned(keys, query, ciphertext)
}

const Sealed = z.object({ Encrypt: z.string() })

type Message = z.output<typeof Message>
const Message = z.looseObject({
  MsgType: z.string().max(64),
  Event: z.string().max(64).default(''),
  transaction_id: z.string().max(64).optional(),
  merchant_trade_no: z.string().max(64).optional(),
})

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * `digest`: SHA-256 of the text in hexadecimal. With a key, refuses plain text, for which a forger would only need the
 * token. Throws `unsupported_media_type` for XML, else `invalid_request`.
 */
async function openMessage(body: string): Promise<{ digest: string; message: Message }> {
  if (body.trimStart().startsWith('<'))
    throw problem('unsupported_media_type', {
      detail: 'Messages are read as JSON: choose JSON as the data format of messages in the console.',
    })
  const keys = await messageKeys()
  let text = body
  if (keys?.aes_key) {
    const sealed = Sealed.safeParse(jsonOf(body))
    if (!sealed.success)
      throw invalid('body', 'Encrypt', 'required', 'With WECHAT_MESSAGE_AES_KEY, messages are encrypted: safe mode.')
    try {
      text = decryptMessage(keys.aes_key, keys.appid, sealed.data.Encrypt)
    } catch {
      throw invalid('body', 'Encrypt', 'invalid', 'This cannot be decrypted.')
    }
  }
  const message = Message.safeParse(jsonOf(text))
  if (!message.success) throw invalid('body', '', 'invalid', 'This is not a message.')
  // The digest of the text, not of the ciphertext, because the platform encrypts a repeated message anew.
  return { digest: createHash('sha256').update(text).digest('hex'), message: message.data }
}

/** Once; the platform repeats what failed. Of payments, the state is read from the platform. */
export async function receive(body: string): Promise<void> {
  const { digest, message } = await openMessage(body)
  const { db } = await connection()
  const known = db.$count(platform_message, eq(platform_message.digest, digest))
  if ((await known) > 0) return
  const unknown = (await react(message)) ? null : bodyOf(message)
  if (unknown !== null) await announce(message, unknown)
  await db.insert(platform_message).values({ digest, event: message.Event, body: unknown }).onConflictDoNothing()
}

/** false: an unknown event. Two deliveries have the same result. Messages of customers are no events and ignored. */
async function react(message: Message): Promise<boolean> {
  const { MsgType, Event, transaction_id, merchant_trade_no } = message
  if (MsgType !== 'event') return true
  if (Event === 'add_express_path') return followParcel(message)
  if (Event !== 'trade_manage_order_settlement' && Event !== 'trade_manage_remind_shipping') return false
  const known = await findReport(merchant_trade_no, transaction_id)
  if (!known) return true
  if (Event === 'trade_manage_order_settlement') {
    if (known.id !== null) await followShipping(await miniProgram(), known.id)
  } else {
    const { db } = await connection()
    await postSystemNotice(db, noticeOf('shipping_reminded', known))
  }
  return true
}

/** Per day, of unknown events, which are stored without a limit. */
const mostAnnounced = 100
const longestAnnounced = 16_000

class UnknownEvent extends Error {
  override name = 'UnknownEvent'
}

/** Without the accounts of the sender and the shop. */
const bodyOf = ({ ToUserName, FromUserName, CreateTime, ...message }: Message) => JSON.stringify(message)

/** Up to the daily limit. */
async function announce({ Event, MsgType }: Message, body: string): Promise<void> {
  const { db } = await connection()
  const today = sql`${platform_message.body} is not null and ${platform_message.created_at} > now() - interval '1 day'`
  if ((await db.$count(platform_message, today)) >= mostAnnounced) return
  const event = Event || MsgType
  const request_id = randomUUID()
  await alarm({
    error: new UnknownEvent(body.slice(0, longestAnnounced)),
    path: '/v1/wechat/event',
    request_id,
    kind: event,
    notice: {
      kind: 'event_unknown',
      subject: event,
      params: { number: event },
      link: `/admin/error_log?q=${request_id}`,
      permission_code: 'cms.error_log.list',
    },
  })
}
