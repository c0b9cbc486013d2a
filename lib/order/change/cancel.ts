import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { statement } from '@/db/connection/statement'
import type { CancelReason, UserKind } from '@/db/enums'
import { order } from '@/db/schema/order'
import { payment } from '@/db/schema/payment'
import { requireEntry } from '@/lib/dict/entry'
import { type Caller, holds, missingPermission } from '@/lib/kit/api/endpoint/caller'
import { lockRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import type { Actor, ActorOf } from '@/lib/kit/people/actor'
import { requirePossible } from '@/lib/order/actions'
import { linesOf } from '@/lib/order/lines'
import { ownedBy, transition, tryTransition } from '@/lib/order/status'
import { everythingLeft, refundOrder, requireAmount } from '@/lib/payment/refund'
import { releaseCoupon } from '@/lib/pricing/exits'
import { releaseDeals } from '@/lib/pricing/held-deals'
import type { CancelInput } from './cms-schema'
import { piecesOf, returnStock } from './stock'

interface Cancellation {
  actor: ActorOf<UserKind>
  /** A code, or the label of the reason of staff. Shown to the customer. */
  cancel_reason: CancelReason | string
  where?: SQL
  /** For the log of the order. Shown to staff only. */
  detail?: string
}

/**
 * Open payments become `closing`. If the customer has paid before a payment is closed, the payment revives the order or
 * is refunded. Throws `not_found` or `order_state`.
 */
async function cancelUnpaid(
  tx: Database,
  id: number,
  { actor, cancel_reason, where, detail }: Cancellation,
): Promise<void> {
  await transition(tx, id, 'cancel', { actor, set: cancelled(cancel_reason), where, detail })
  await releaseOrder(tx, id, actor)
}

/** Throws `not_found` or `order_state`. */
export const cancelForCustomer = (tx: Database, user_id: number, id: number): Promise<void> =>
  cancelUnpaid(tx, id, { actor: { kind: 'customer', user_id }, cancel_reason: 'customer', where: ownedBy(user_id) })

/**
 * A paid order without shipments is refunded. Returns the number of its payment. Throws `not_found`, `stale_version`,
 * `order_state`, `after_sale_open`, `limit_reached`, `amount_changed`, `forbidden` (no permission to refund), or
 * `invalid_request`.
 */
export async function cancelForShop(
  tx: Database,
  id: number,
  { reason_code, note, expected_amount, version }: z.output<typeof CancelInput>,
  caller: Caller<'staff' | 'key'>,
): Promise<string | undefined> {
  const locked = await lockRow(tx, order, id, { version })
  const lines = await linesOf(tx, id)
  requirePossible('cancel', { ...locked, items: lines })
  if (locked.status === 'paid') {
    if (!holds(caller, 'cms.order.refund')) throw missingPermission('cms.order.refund')
    const input = { ...everythingLeft(locked, lines), reason_code, note, expected_amount, version }
    return refundOrder(tx, id, input, caller)
  }
  requireAmount(0, expected_amount)
  const { label } = await requireEntry(tx, { type: 'cancel_reason', value: reason_code, field: 'reason_code' })
  const detail = note ? `${label}：${note}` : label
  await cancelUnpaid(tx, id, { actor: caller, cancel_reason: label, detail })
  return undefined
}

/** false: not unpaid, or the time to pay is not over. */
export async function expireOrder(tx: Database, id: number): Promise<boolean> {
  const actor = { kind: 'system' } as const
  const [set, where] = [cancelled('expired'), sql`${order.expires_at} <= now()`]
  const expired = await tryTransition(tx, id, 'expire', { actor, set, where })
  if (expired) await releaseOrder(tx, id, actor)
  return expired !== undefined
}

const cancelled = (cancel_reason: string) => ({ cancelled_at: sql`now()`, cancel_reason })

async function releaseOrder(tx: Database, order_id: number, actor: Actor): Promise<void> {
  await Promise.all([closeOpenPayments(tx, order_id), releaseCoupon(tx, { order_id })])
  await returnStock(tx, await piecesOf(tx, order_id), { reason: 'order_cancelled', order_id, actor })
  await releaseDeals(tx, { order_id })
}

/** After the commit, the caller or a job closes these payments at the provider. */
export const closeOpenPayments = (tx: Database, order_id: number) => closeOpen(tx, { order_id })

const closeOpen = statement('close_open_payments', (db) =>
  db
    .update(payment)
    .set({ status: 'closing', next_try_at: sql`now()` })
    .where(and(eq(payment.order_id, sql.placeholder('order_id')), inArray(payment.status, ['created', 'prepaid']))),
)
