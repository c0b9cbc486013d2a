import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { statement } from '@/db/connection/statement'
import type { CallbackOutcome } from '@/db/enums'
import { payment_event } from '@/db/schema/payment'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { checkpoint } from '@/lib/kit/api/run/checkpoint'
import type { Database } from '@/lib/kit/database'
import { type Merchant, merchant } from '@/lib/platform/wechat/credentials'
import { isFromProvider } from '@/lib/platform/wechat/keys'
import { RefundNotice, refreshCertificates, Transaction } from '@/lib/platform/wechat/pay'
import { unseal } from '@/lib/platform/wechat/seal'
import { runtime } from '@/lib/platform/wechat/transport'
import { applyPayment } from './apply'
import { applyRefund } from './refund'

/** Checks signature and age, before the body is parsed. */
export async function isCallback({ headers, body }: { headers: Headers; body: string }): Promise<boolean> {
  const by = await merchant()
  return isFromProvider(by, headers, body, { now: runtime().now(), fetchCertificates: () => refreshCertificates(by) })
}

const Envelope = z.object({
  id: z.string().min(1).max(64),
  event_type: z.string().max(64),
  resource: z.object({
    algorithm: z.string(),
    original_type: z.string().optional(),
    ciphertext: z.string(),
    associated_data: z.string().optional(),
    nonce: z.string(),
  }),
})

/** Verified and decrypted. */
export interface Callback {
  by: Merchant
  event_id: string
  event_type: string
  /** SHA-256 of the decrypted content, in hexadecimal. */
  digest: string
  content: { payment: z.output<typeof Transaction> } | { refund: z.output<typeof RefundNotice> } | undefined
}

/** `content` undefined: another event. Throws `invalid_request` if it cannot be decrypted or parsed. */
export async function openCallback(body: string): Promise<Callback> {
  const by = await merchant()
  const unreadable = (what: string) => invalid('body', what, 'invalid', 'This cannot be decrypted or parsed.')
  const envelope = Envelope.safeParse(jsonOf(body))
  if (!envelope.success) throw unreadable('body')
  const { id: event_id, event_type, resource } = envelope.data
  let text: string
  try {
    text = unseal(by.apiv3_key, resource)
  } catch {
    throw unreadable('resource')
  }
  const plain = jsonOf(text)
  const digest = createHash('sha256').update(text).digest('hex')
  checkpoint('callback verified')
  const opened = { by, event_id, event_type, digest }
  if (event_type === 'TRANSACTION.SUCCESS') {
    const transaction = Transaction.safeParse(plain)
    if (!transaction.success) throw unreadable('resource')
    return { ...opened, content: { payment: transaction.data } }
  }
  if (event_type.startsWith('REFUND.')) {
    const notice = RefundNotice.safeParse(plain)
    if (!notice.success) throw unreadable('resource')
    return { ...opened, content: { refund: notice.data } }
  }
  return { ...opened, content: undefined }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const receive = statement('receive_event', (db) =>
  db
    .insert(payment_event)
    .values({
      event_id: sql.placeholder('event_id'),
      type: sql.placeholder('type'),
      digest: sql.placeholder('digest'),
      outcome: 'received',
    })
    .onConflictDoNothing({ target: payment_event.event_id })
    .returning({ id: payment_event.id }),
)
const conclude = statement('conclude_event', (db) =>
  db
    .update(payment_event)
    .set({ outcome: sql`${sql.placeholder('outcome')}` })
    .where(eq(payment_event.id, sql.placeholder('id'))),
)

/** Once per event. Other deliveries wait for the first, and return its outcome, or a refusal for other content. */
export async function applyCallback(tx: Database, callback: Callback): Promise<CallbackOutcome> {
  const { event_id, event_type, digest } = callback
  const [fresh] = await receive(tx, { event_id, type: event_type, digest })
  if (!fresh) {
    const [known] = await tx.select().from(payment_event).where(eq(payment_event.event_id, event_id))
    if (known?.digest !== digest) return 'refused: content differs from the first delivery of this event'
    return known.outcome
  }
  const outcome = await outcomeOf(tx, callback)
  await conclude(tx, { id: fresh.id, outcome })
  return outcome
}

async function outcomeOf(tx: Database, { by, content }: Callback): Promise<CallbackOutcome> {
  if (!content) return 'ignored'
  if ('payment' in content) return applyPayment(tx, by, content.payment)
  const { mchid, refund_status: status, ...refund } = content.refund
  if (mchid !== by.mchid) return `refused: merchant ${mchid}`
  return applyRefund(tx, { ...refund, status })
}

/** Recorded but not applied. */
export const notApplied = (outcome: CallbackOutcome) => problem('invalid_request', { detail: outcome })
