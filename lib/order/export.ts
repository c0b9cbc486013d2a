import { asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { order_item } from '@/db/schema/order'
import { sku } from '@/db/schema/product'
import { placeOf } from '@/lib/address/place'
import { nameOfCustomer } from '@/lib/customer/name'
import type { Database } from '@/lib/database'
import { grouped } from '@/lib/grouped'
import { yuanOf } from '@/lib/yuan'
import { listCmsOrdersOf } from './cms-list'
import type { CmsOrderQuery } from './cms-schema'
import { type LineCell, lineColumns, type OrderCell, orderColumns } from './columns'
import { leftOf } from './pieces'

/** Orders per batch: each may have 50 lines. */
const ordersPerBatch = 200

type Row = Awaited<ReturnType<typeof listCmsOrdersOf>>['items'][number]
type Item = Awaited<ReturnType<typeof itemsOf>>[number]

/** The lines of an export: an order each, or an item each, in the order of the list. */
export function orderFile(query: z.output<typeof CmsOrderQuery>) {
  return {
    columns: query.lines ? [...lineColumns] : [...orderColumns],
    async next(db: Database, cursor: number | undefined) {
      const page = await listCmsOrdersOf(db, { ...query, page: 1, size: ordersPerBatch, cursor })
      const ids = page.items.map(({ id }) => id)
      const items = grouped(await itemsOf(db, ids), ({ order_id }) => order_id)
      const lines = page.items.flatMap((row) => {
        const own = items.get(row.id) ?? []
        return query.lines ? own.map((item) => itemCells(row, item)) : [orderCells(row, own)]
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

const at = (moment: Date | null) => moment?.toISOString() ?? ''

function sharedCells(row: Row) {
  return {
    order_no: row.order_no,
    status: row.status,
    fulfilment: row.fulfilment,
    created_at: at(row.created_at),
    paid_at: at(row.paid_at),
    shipped_at: at(row.shipped_at),
    customer: nameOfCustomer(row.customer),
    remark: row.remark,
    receiver: row.receiver.name,
    mobile: row.receiver.mobile,
    address: placeOf(row.receiver),
    carrier: '',
    tracking_no: '',
  }
}

function orderCells(row: Row, items: Item[]): string[] {
  const cells: Record<OrderCell, string> = {
    ...sharedCells(row),
    goods: items
      .map(({ name, spec_text, count }) => [name, spec_text, `×${count}`].filter(Boolean).join(' '))
      .join('; '),
    pieces: String(row.piece_count),
    total_yuan: yuanOf(row.total_amount),
    paid_yuan: yuanOf(row.paid_amount),
    refunded_yuan: yuanOf(row.refunded_amount),
  }
  return orderColumns.map((column) => cells[column])
}

function itemCells(row: Row, item: Item): string[] {
  const cells: Record<LineCell, string> = {
    ...sharedCells(row),
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
    count: String(leftOf(item)),
  }
  return lineColumns.map((column) => cells[column])
}
