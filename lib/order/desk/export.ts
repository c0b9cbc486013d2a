import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { order, order_item, order_note, shipment, shipment_item } from '@/db/schema/order'
import { payment } from '@/db/schema/payment'
import { sku } from '@/db/schema/product'
import { order_discount } from '@/db/schema/promotion'
import { placeOf } from '@/lib/address/place'
import { Yuan } from '@/lib/kit/api/csv/yuan'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { grouped } from '@/lib/kit/grouped'
import { nameOfCustomer } from '@/lib/kit/people/name'
import { type LineCell, lineColumns, type OrderCell, orderColumns } from '@/lib/order/import/columns'
import { goodsOf, leftOf } from '@/lib/order/ship/pieces'
import * as orders from './cms-list'
import type { CmsOrderQuery } from './cms-schema'

/** Small, because an order may have 50 lines. */
const ordersPerBatch = 200

type Row = Awaited<ReturnType<typeof orders.list>>['items'][number]
type Further = Awaited<ReturnType<typeof furtherOf>>[number]
type WholeRow = Row & { customer_name: string; further: Further | undefined }
type Parcel = Awaited<ReturnType<typeof parcelsOf>>[number]
type Cell = string | number | Yuan | Date | string[] | null
type Item = Awaited<ReturnType<typeof itemsOf>>[number]

/** `next` reads the next batch, sorted as in the list. A line per order or, with `lines` in the query, per item. */
export function orderFile(query: z.output<typeof CmsOrderQuery>, settings: Settings) {
  let search: Awaited<ReturnType<typeof orders.searchOrders>> | undefined
  return {
    columns: query.lines ? [...lineColumns] : [...orderColumns],
    async next(db: Database, cursor: number | undefined) {
      search ??= await orders.searchOrders(db, query)
      const page = await orders.list(db, { ...query, page: 1, size: ordersPerBatch, cursor }, settings, search)
      const ids = page.items.map(({ id }) => id)
      const items = grouped(await itemsOf(db, ids), ({ order_id }) => order_id)
      const further = new Map((await furtherOf(db, ids)).map((one) => [one.id, one]))
      const parcels = grouped(await parcelsOf(db, ids), ({ order_id }) => order_id)
      const lines = page.items.flatMap((row) => {
        const own = items.get(row.id) ?? []
        const sent = parcels.get(row.id) ?? []
        const customer_name = nameOfCustomer(row.customer, query.labels, row.receiver.name)
        const whole = { ...row, customer_name, further: further.get(row.id) }
        return query.lines ? own.map((item) => itemCells(whole, item, sent)) : [orderCells(whole, own, sent)]
      })
      return { items: lines, next_cursor: page.next_cursor }
    },
  }
}

/** Numbers of the payment (null: unpaid), notes of staff, labels and sum of promotions. */
const furtherOf = (db: Database, order_ids: number[]) =>
  db
    .select({
      id: order.id,
      payment_no: payment.payment_no,
      transaction_id: payment.transaction_id,
      promotion_amount: order.promotion_amount,
      promotions: sql<
        string[]
      >`array(select d.label from ${order_discount} d where d.order_id = ${order.id} order by d.id)`,
      notes: sql<string[]>`array(select n.text from ${order_note} n where n.order_id = ${order.id} order by n.id)`,
    })
    .from(order)
    .leftJoin(payment, and(eq(payment.order_id, order.id), payment.settles))
    .where(inArray(order.id, order_ids))

const itemsOf = (db: Database, order_ids: number[]) =>
  db
    .select({ ...getTableColumns(order_item), sku_no: sku.sku_no })
    .from(order_item)
    .innerJoin(sku, eq(sku.id, order_item.sku_id))
    .where(inArray(order_item.order_id, order_ids))
    .orderBy(asc(order_item.id))

/** Without revoked parcels: a row for each line of an order in the parcel. */
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

/** Each parcel once. */
function parcelCells(parcels: Parcel[]) {
  const sent = [...grouped(parcels, ({ id }) => id).values()].flatMap((pieces) => pieces.slice(0, 1))
  return {
    carrier: sent.map(({ carrier }) => carrier ?? ''),
    tracking_no: sent.map(({ tracking_no }) => tracking_no ?? ''),
  }
}

function sharedCells(row: WholeRow) {
  return {
    order_no: row.order_no,
    status: row.status,
    fulfilment: row.fulfilment,
    created_at: row.created_at,
    paid_at: row.paid_at,
    payment_no: row.further?.payment_no ?? null,
    transaction_id: row.further?.transaction_id ?? null,
    shipped_at: row.shipped_at,
    customer: row.customer_name,
    remark: row.remark,
    notes: row.further?.notes ?? [],
    external_id: row.external_id,
    tags: row.tags,
    store: row.store?.name ?? null,
    receiver: row.receiver.name,
    mobile: row.receiver.mobile,
    province: row.receiver.province,
    city: row.receiver.city,
    address: placeOf(row.receiver),
  }
}

function orderCells(row: WholeRow, items: Item[], parcels: Parcel[]): Cell[] {
  const cells: Record<OrderCell, Cell> = {
    ...sharedCells(row),
    ...parcelCells(parcels),
    // For an order that is shipped in part, the time of the last parcel so far.
    shipped_at: row.shipped_at ?? parcels.at(-1)?.shipped_at ?? null,
    goods: goodsOf(items),
    sku_nos: items.map(({ sku_no }) => sku_no),
    pieces: row.piece_count,
    items_yuan: new Yuan(row.items_amount),
    freight_yuan: new Yuan(row.freight_amount),
    discount_yuan: new Yuan(row.discount_amount),
    promotion_yuan: new Yuan(row.further?.promotion_amount ?? 0),
    promotions: row.further?.promotions ?? [],
    total_yuan: new Yuan(row.total_amount),
    paid_yuan: new Yuan(row.paid_amount),
    refunded_yuan: new Yuan(row.refunded_amount),
  }
  return orderColumns.map((column) => cells[column])
}

function itemCells(row: WholeRow, item: Item, parcels: Parcel[]): Cell[] {
  const left = leftOf(item)
  const own = parcels.filter(({ order_item_id }) => order_item_id === item.id)
  const cells: Record<LineCell, Cell> = {
    ...sharedCells(row),
    // Empty where pieces are left to ship: staff fill in the carrier and number and import the file.
    ...parcelCells(left > 0 ? [] : own),
    sku_no: item.sku_no,
    name: item.name,
    spec: item.spec_text,
    price_yuan: new Yuan(item.price),
    bought: item.count,
    shipped: item.shipped_count,
    refunded: item.refunded_count,
    amount_yuan: new Yuan(item.amount),
    discount_yuan: new Yuan(item.discount_amount),
    total_yuan: new Yuan(item.paid_amount),
    paid_yuan: new Yuan(row.paid_at === null ? 0 : item.paid_amount),
    refunded_yuan: new Yuan(item.refunded_amount),
    count: left > 0 ? left : null,
  }
  return lineColumns.map((column) => cells[column])
}
