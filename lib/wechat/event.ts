import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { platform_message } from '@/db/schema/shipping_report'
import { invalid, problem } from '@/lib/api/problem'
import { connection } from '@/lib/database'
import { postSystemNotice } from '@/lib/notice/commands'
import { noticeOf } from '@/lib/shipping_report/alarm'
import { findReport, followShipping } from '@/lib/shipping_report/check'
import { messageKeys, miniProgram } from './credentials'
import { decryptMessage, isCiphertextSigned, isFromPlatform } from './message'
import { runtime } from './transport'

/** Verifies the signature and the age of a request of the platform, in its safe mode also over the ciphertext. */
export async function isMessage({ query, body }: { query: URLSearchParams; body: string }): Promise<boolean> {
  const keys = await messageKeys()
  if (!keys || !isFromPlatform(keys, query, runtime().now())) return false
  const ciphertext = keys.aes_key && Sealed.safeParse(jsonOf(body)).data?.Encrypt
  return ciphertext === undefined || isCiphertextSigned(keys, query, ciphertext)
}

const Sealed = z.object({ Encrypt: z.string() })

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
 * Reads a verified message, decrypted. With a key set, one in plain text is refused: who knows the token alone could have
 * written it. Throws `unsupported_media_type` for XML, else `invalid_request`.
 */
async function openMessage(body: string): Promise<{ digest: string; message: z.output<typeof Message> }> {
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
  // Of the text, not of the ciphertext: the platform encrypts it anew when it sends it again.
  return { digest: createHash('sha256').update(text).digest('hex'), message: message.data }
}

/** Deals with a verified message, once; one that fails comes again. What it says is asked for, not believed. */
export async function receive(body: string): Promise<void> {
  const { digest, message } = await openMessage(body)
  const { db } = await connection()
  const known = db.$count(platform_message, eq(platform_message.digest, digest))
  if ((await known) > 0) return
  await react(message)
  await db.insert(platform_message).values({ digest, event: message.Event }).onConflictDoNothing()
}

/** What is done may be repeated: two deliveries at once lead to the same. */
async function react({ MsgType, Event, transaction_id, merchant_trade_no }: z.output<typeof Message>): Promise<void> {
  if (MsgType !== 'event') return
  const known = await findReport(merchant_trade_no, transaction_id)
  if (!known) return
  if (Event === 'trade_manage_order_settlement' && known.id !== null)
    await followShipping(await miniProgram(), known.id)
  if (Event === 'trade_manage_remind_shipping') {
    const { db } = await connection()
    await postSystemNotice(db, noticeOf('shipping_reminded', known))
  }
}
