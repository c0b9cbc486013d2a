import { and, eq, inArray, isNull } from 'drizzle-orm'
import { order, order_item, type Receiver, shipment, shipment_item } from '@/db/schema/order'
import { sku } from '@/db/schema/product'
import { codeOf } from '@/lib/kit/api/endpoint/code'
import type { Database } from '@/lib/kit/database'
import { grouped } from '@/lib/kit/grouped'
import type { SheetLine } from '@/lib/kit/import/kind'
import { open_case_id } from '@/lib/order/lines'
import type { Draft, KnownOrder } from './draft'

/** By order number. */
export async function readOrders(db: Database, lines: SheetLine[]): Promise<Map<string, KnownOrder>> {
  const numbers = [...new Set(lines.flatMap(({ cells }) => codeOf(cells.get('order_no') ?? '') || []))]
  const rows = await db
    .select({
      id: order.id,
      order_no: order.order_no,
      status: order.status,
      receiver: order.receiver,
      asked_receiver: order.asked_receiver,
      remark: order.remark,
    })
    .from(order)
    .where(inArray(order.order_no, numbers))
  const ids = rows.map(({ id }) => id)
  const items = await db
    .select({
      id: order_item.id,
      order_id: order_item.order_id,
      sku_no: sku.sku_no,
      name: order_item.name,
      spec_text: order_item.spec_text,
      open_case_id,
      count: order_item.count,
      shipped_count: order_item.shipped_count,
      kept_count: order_item.kept_count,
    })
    .from(order_item)
    .innerJoin(sku, eq(sku.id, order_item.sku_id))
    .where(inArray(order_item.order_id, ids))
    .orderBy(order_item.id)
  const sent = await db
    .select({
      id: shipment.id,
      order_id: shipment.order_id,
      carrier: shipment.carrier,
      tracking_no: shipment.tracking_no,
      order_item_id: shipment_item.order_item_id,
      count: shipment_item.count,
    })
    .from(shipment)
    .innerJoin(shipment_item, eq(shipment_item.shipment_id, shipment.id))
    .where(and(inArray(shipment.order_id, ids), isNull(shipment.revoked_at)))
    .orderBy(shipment.id)
  const itemsBy = grouped(items, ({ order_id }) => order_id)
  const sentBy = grouped(sent, ({ order_id }) => order_id)
  return new Map(
    rows.map(({ id, order_no, status, receiver, asked_receiver, remark }) => {
      const shipments = [...grouped(sentBy.get(id) ?? [], (one) => one.id).values()].flatMap((pieces) => {
        const [first] = pieces
        return first ? [{ ...first, pieces: new Map(pieces.map((one) => [one.order_item_id, one.count])) }] : []
      })
      const known = { id, status, remark, receiver, items: itemsBy.get(id) ?? [] }
      const isAddressAsked = asked_receiver !== null
      return [order_no, { ...known, isAddressAsked, shipments, parcels: shipments.length }]
    }),
  )
}

/** Of the parcels that were sent with the tracking numbers of the file, by number. */
export async function readReceivers(db: Database, drafts: Draft[]): Promise<Map<string, Receiver[]>> {
  const numbers = [...new Set(drafts.flatMap(({ tracking_no }) => tracking_no ?? []))]
  const rows = await db
    .select({ tracking_no: shipment.tracking_no, receiver: order.receiver })
    .from(shipment)
    .innerJoin(order, eq(order.id, shipment.order_id))
    .where(and(inArray(shipment.tracking_no, numbers), isNull(shipment.revoked_at)))
  const byNumber = grouped(rows, ({ tracking_no }) => tracking_no ?? '')
  return new Map([...byNumber].map(([number, sent]) => [number, sent.map(({ receiver }) => receiver)]))
}
