import { and, eq, sql } from 'drizzle-orm'
import { after_sale } from '@/db/schema/after_sale'
import { order } from '@/db/schema/order'
import { openCaseProblem } from '@/lib/after_sale/status'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { lockRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { isFinished, ownedBy } from '@/lib/order/status'

/** Staff see no change. Throws `not_found`, `order_state` before the order is finished, or `after_sale_open`. */
export async function hideOrder(tx: Database, user_id: number, id: number): Promise<void> {
  const { status } = await lockRow(tx, order, id, { where: ownedBy(user_id) })
  if (!isFinished(status))
    throw problem('order_state', {
      detail: `The order is ${status}; it can be removed once it is completed, canceled or refunded.`,
    })
  if (await tx.$count(after_sale, and(eq(after_sale.order_id, id), eq(after_sale.open, true)))) throw openCaseProblem()
  await tx.update(order).set({ hidden_at: sql`now()`, updated_at: order.updated_at }).where(eq(order.id, id))
}
