import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { order } from '@/db/schema/order'
import { found } from '@/lib/api/rows'
import type { Database } from '@/lib/database'
import type { CmsOrder } from './cms-schema'

type Row = z.input<typeof CmsOrder>

const list = <Name extends 'items' | 'shipments' | 'refunds'>(query: SQL) => sql<Row[Name]>`coalesce((${query}), '[]')`

/** An order as staff see it, with its lines, shipments and refunds. Throws `not_found`. */
export async function readCmsOrder(db: Database, id: number): Promise<Row> {
  const [row] = await db
    .select({
      ...getTableColumns(order),
      items: list<'items'>(sql`
        select json_agg(to_json(i) order by i.id) from order_item i where i.order_id = "order".id`),
      shipments: list<'shipments'>(sql`
        select json_agg(json_build_object('id', s.id, 'method', s.method, 'carrier', s.carrier, 'tracking_no', s.tracking_no,
          'shipped_at', s.shipped_at, 'revoked_at', s.revoked_at, 'items', (
            select coalesce(json_agg(json_build_object('order_item_id', c.order_item_id, 'count', c.count) order by c.order_item_id), '[]')
            from shipment_item c where c.shipment_id = s.id)) order by s.id)
        from shipment s where s.order_id = "order".id`),
      refunds: list<'refunds'>(sql`
        select json_agg(json_build_object('id', r.id, 'refund_no', r.refund_no, 'amount', r.amount, 'freight_amount', r.freight_amount,
          'reason_code', r.reason_code, 'note', r.note, 'status', r.status, 'created_at', r.created_at, 'succeeded_at', r.succeeded_at,
          'items', (
            select coalesce(json_agg(json_build_object('order_item_id', c.order_item_id, 'count', c.count, 'amount', c.amount,
              'restock_count', c.restock_count) order by c.order_item_id), '[]')
            from refund_item c where c.refund_id = r.id)) order by r.id)
        from refund r join payment p on p.id = r.payment_id where p.order_id = "order".id`),
    })
    .from(order)
    .where(eq(order.id, id))
  return found(row, 'order')
}
