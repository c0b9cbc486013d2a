import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { order_item, shipment, shipment_item } from '@/db/schema/order'
import { sku } from '@/db/schema/product'
import { placeOf } from '@/lib/address/place'
import type { Database } from '@/lib/kit/database'
import { grouped } from '@/lib/kit/grouped'
import { yuanOf } from '@/lib/kit/money'
import { nameOfCustomer } from '@/lib/kit/people/name'
import { listCmsOrdersOf, searchOrders } from './cms-list'
import type { CmsOrderQuery } from './cms-schema'
import { type LineCell, lineColumns, type OrderCell, orderColumns } from './columns'
import { goodsOf, leftOf } from './pieces'

/** The number of orders per batch. Few, because an order may have 50 lines. */
const ordersPerBatch = 200

type Row = Awaited<ReturnType<typeof listCmsOrdersOf>>['items'][number]
type NamedRow = Row & { customer_name: string }
type Parcel = Awaited<ReturnType<typeof parcelsOf>>[number]
type Cell = string | Date | string[] | null
type Item = Awaited<ReturnType<typeof itemsOf>>[number]

/** Returns the columns and the batches of an export, with a line per order or per item, in the order of the list. */
export function orderFile(query: z.output<typeof CmsOrderQuery>) {
  let search: Awaited<ReturnType<typeof searchOrders>> | undefined
  return {
    columns: query.lines ? [...lineColumns] : [...orderColumns],
    async next(db: Database, cursor: number | undefined) {
      search ??= await searchOrders(db, query)
      const page = await listCmsOrdersOf(db, { ...query, page: 1, size: ordersPerBatch, cursor }, search)
      const ids = page.items.map(({ id }) => id)
      const items = grouped(await itemsOf(db, ids), ({ order_id }) => order_id)
      const parcels = grouped(await parcelsOf(db, ids), ({ order_id }) => order_id)
      const lines = page.items.flatMap((row) => {
        const own = items.get(row.id) ?? []
        const sent = parcels.get(row.id) ?? []
        const named = { ...row, customer_name: nameOfCustomer(row.customer, query.labels) }
        return query.lines ? own.map((item) => itemCells(named, item, sent)) : [orderCells(named, own, sent)]
      })
      return { items: lines, next_cursor: page.next_cursor }
    },
  }
}

const itemsOf = (db: Database, order_ids: number[]) =>
  db
    .select({ ...getTableColumns(order_item), sku_no: sku.sku_no })
    .from(order_item)
    .innerJoin(sku, eq(sku.id, order_item.sku_id))
    .where(inArray(order_item.order_id, order_ids))
    .orderBy(asc(order_item.id))

/** Returns the parcels with a tracking number: a row for each line of an order with pieces in the parcel. */
const parcelsOf = (db: Database, order_ids: number[]) =>
  db
    .select({
      id: shipment.id,
      order_id: shipment.order_id,
      carrier: shipment.carrier,
      tracking_no: shipment.tracking_no,
      shipped_at: shipment.shipped_at,
      order_item_id: shipment_item.order_item_id,
    })
    .from(shipment)
    .innerJoin(shipment_item, eq(shipment_item.shipment_id, shipment.id))
    .where(and(inArray(shipment.order_id, order_ids), isNull(shipment.revoked_at), isNotNull(shipment.tracking_no)))
    .orderBy(asc(shipment.id))

/** Returns the carriers and tracking numbers of parcels, each parcel once. */
function parcelCells(parcels: Parcel[]) {
  const sent = [...grouped(parcels, ({ id }) => id).values()].flatMap((pieces) => pieces.slice(0, 1))
  return {
    carrier: sent.map(({ carrier }) => carrier ?? ''),
    tracking_no: sent.map(({ tracking_no }) => tracking_no ?? ''),
  }
}

function sharedCells(row: NamedRow) {
  return {
    order_no: row.order_no,
    status: row.status,
    fulfilment: row.fulfilment,
    created_at: row.created_at,
    paid_at: row.paid_at,
    shipped_at: row.shipped_at,
    customer: row.customer_name,
    remark: row.remark,
    receiver: row.receiver.name,
    mobile: row.receiver.mobile,
    address: placeOf(row.receiver),
  }
}

function orderCells(row: NamedRow, items: Item[], parcels: Parcel[]): Cell[] {
  const cells: Record<OrderCell, Cell> = {
    ...sharedCells(row),
    ...parcelCells(parcels),
    // For an order that is shipped in part, the time of the last parcel so far.
    shipped_at: row.shipped_at ?? parcels.at(-1)?.shipped_at ?? null,
    goods: goodsOf(items),
    pieces: String(row.piece_count),
    items_yuan: yuanOf(row.items_amount),
    freight_yuan: yuanOf(row.freight_amount),
    discount_yuan: yuanOf(row.discount_amount),
    total_yuan: yuanOf(row.total_amount),
    paid_yuan: yuanOf(row.paid_amount),
    refunded_yuan: yuanOf(row.refunded_amount),
  }
  return orderColumns.map((column) => cells[column])
}

function itemCells(row: NamedRow, item: Item, parcels: Parcel[]): Cell[] {
  const left = leftOf(item)
  const own = parcels.filter(({ order_item_id }) => order_item_id === item.id)
  const cells: Record<LineCell, Cell> = {
    ...sharedCells(row),
    // Empty where pieces are left to ship: staff fill in the carrier and number and import the file.
    ...parcelCells(left > 0 ? [] : own),
    sku_no: item.sku_no,
    name: item.name,
    spec: item.spec_text,
    price_yuan: yuanOf(item.price),
    bought: String(item.count),
    shipped: String(item.shipped_count),
    refunded: String(item.refunded_count),
    amount_yuan: yuanOf(item.amount),
    discount_yuan: yuanOf(item.discount_amount),
    paid_yuan: yuanOf(item.paid_amount),
    refunded_yuan: yuanOf(item.refunded_amount),
    count: left > 0 ? String(left) : '',
  }
  return lineColumns.map((column) => cells[column])
}
