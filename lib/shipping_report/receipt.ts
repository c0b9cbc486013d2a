import { and, eq } from 'drizzle-orm'
import { order } from '@/db/schema/order'
import { payment } from '@/db/schema/payment'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { found } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { miniProgram } from '@/lib/platform/wechat/credentials'
import { isReceived, queryShipping } from '@/lib/platform/wechat/shipping'

/** On the platform. Throws `not_found`, 409 `receipt_unconfirmed`, or `provider_error`. */
export async function requireReceived(db: Database, user_id: number, order_id: number): Promise<void> {
  const [own] = await db
    .select({ transaction_id: payment.transaction_id })
    .from(order)
    .leftJoin(payment, and(eq(payment.order_id, order.id), eq(payment.settles, true)))
    .where(and(eq(order.id, order_id), eq(order.user_id, user_id)))
  const { transaction_id } = found(own, 'order')
  const state = transaction_id ? await queryShipping(await miniProgram(), transaction_id) : undefined
  if (!state || !isReceived(state))
    throw problem('receipt_unconfirmed', { detail: 'On the platform the receipt is not confirmed.' })
}
