import type { OrderStatus, RevokeRefusal } from '@/db/enums'
import type { Line } from '@/lib/order/lines'

/* Safe in the browser. */

interface Sent {
  tried_at: unknown
  items: { order_item_id: number; count: number }[]
}

interface Shipped {
  status: OrderStatus
  /** null: the order is shipped. */
  store: unknown
  items: Pick<Line, 'id' | 'open_case_id' | 'shipped_count' | 'refunded_count' | 'kept_count'>[]
}

/** Of a parcel that was not revoked; null: it can be. */
export function revokeRefusal({ status, store, items }: Shipped, sent: Sent): RevokeRefusal | null {
  if (store !== null) return 'collected'
  if (status === 'refunded') return 'refunded'
  if (status !== 'paid' && status !== 'shipped') return 'completed'
  if (sent.tried_at !== null) return 'reported'
  const packed = items.flatMap((line) => {
    const count = sent.items.find(({ order_item_id }) => order_item_id === line.id)?.count
    return count === undefined ? [] : [{ line, count }]
  })
  if (packed.some(({ line }) => line.open_case_id !== null)) return 'after_sale_open'
  // Pieces that were refunded as shipped must stay shipped.
  const isRefunded = packed.some(
    ({ line, count }) => line.refunded_count - line.kept_count > line.shipped_count - count,
  )
  return isRefunded ? 'refunded' : null
}
