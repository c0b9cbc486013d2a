import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { statement } from '@/db/connection/statement'
import type { InvoiceStatus, OrderAction, OrderStatus, PromotionGain, RefundStatus, ShippingMethod } from '@/db/enums'
import { order } from '@/db/schema/order'
import { payment } from '@/db/schema/payment'
import type { store } from '@/db/schema/store'
import { withRegion } from '@/lib/address/queries'
import { lineColumns, readerOf, withDeal, withSkus } from '@/lib/cart/queries'
import { withFile } from '@/lib/file/pictures'
import { cappedTotal, totalCap } from '@/lib/kit/api/endpoint/page'
import { found, noSuch } from '@/lib/kit/api/rows/rows'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { traceOf, trackingOf } from '@/lib/order/parcel/queries'
import type { Tracking } from '@/lib/order/parcel/schema'
import { trackingUrl } from '@/lib/order/ship/tracking'
import { has_invoice } from './invoiced'
import { deal_pieces, sku_codes } from './lines'
import { actionsOf, ownedBy, refunded_at } from './status'

interface ItemRow {
  id: number
  product_id: number
  sku_id: number
  sku_no: string
  barcode: string | null
  name: string
  spec_text: string
  image_url: string | null
  price: number
  count: number
  amount: number
  discount_amount: number
  paid_amount: number
}

interface DiscountRow {
  promotion_id: number
  coupon_id: number | null
  gives: PromotionGain
  label: string
  amount: number
}

interface LogRow {
  action: OrderAction
  from_status: OrderStatus | null
  to_status: OrderStatus
  created_at: string
}

interface ShipmentRow {
  id: number
  method: ShippingMethod
  carrier: string
  carrier_name: string
  tracking_no: string
  shipped_at: string
  tracking: z.input<typeof Tracking>
  waybill_token: string | null
  items: { order_item_id: number; count: number }[]
}

interface PickupRow {
  store: Omit<typeof store.$inferSelect, 'created_at' | 'updated_at' | 'updated_by' | 'version' | 'enabled'>
  code: string | null
  ready_at: string | null
  collected_at: string | null
}

interface InvoiceRow {
  id: number
  status: InvoiceStatus
  title: string
  amount: number
  number: string | null
  reason: string
  file_key: string | null
}

interface RefundRow {
  refund_no: string
  amount: number
  freight_amount: number
  postage_amount: number
  status: RefundStatus
  created_at: string
  succeeded_at: string | null
  items: { order_item_id: number; count: number; amount: number }[]
}

/** For queries of "order". */
export const discountsOfOrder = sql<DiscountRow[]>`case when "order"."promotion_amount" = 0 then '[]' else (
  select json_agg(json_build_object('promotion_id', d.promotion_id, 'coupon_id', d.coupon_id, 'gives', d.gives, 'label', d.label, 'amount', d.amount) order by d.id)
  from order_discount d where d.order_id = "order".id) end`

const columns = {
  id: order.id,
  order_no: order.order_no,
  status: order.status,
  fulfilment: order.fulfilment,
  items_amount: order.items_amount,
  freight_amount: order.freight_amount,
  discount_amount: order.discount_amount,
  total_amount: order.total_amount,
  paid_amount: order.paid_amount,
  refunded_amount: order.refunded_amount,
  promised_amount: order.promised_amount,
  promised_freight: order.promised_freight,
  remark: order.remark,
  by_shop: sql<boolean>`${order.placed_by} is not null`,
  store_id: order.store_id,
  receiver: order.receiver,
  asked_receiver: order.asked_receiver,
  created_at: order.created_at,
  expires_at: order.expires_at,
  paid_at: order.paid_at,
  shipped_at: order.shipped_at,
  completed_at: order.completed_at,
  has_invoice,
  refunded_at,
  cancelled_at: order.cancelled_at,
  cancel_reason: order.cancel_reason,
  now: sql<Date>`now()`.mapWith(order.created_at),
  items: sql<ItemRow[]>`(
    select json_agg(json_build_object('id', i.id, 'product_id', i.product_id, 'sku_id', i.sku_id, ${sku_codes}, 'name', i.name, 'spec_text', i.spec_text,
      'image_url', i.image_url, 'price', i.price, 'count', i.count, 'amount', i.amount,
      'discount_amount', i.discount_amount, 'paid_amount', i.paid_amount) order by i.id)
    from order_item i join sku s on s.id = i.sku_id where i.order_id = "order".id)`,
  discounts: discountsOfOrder,
}

interface DetailedItemRow extends ItemRow {
  shipped_count: number
  refunded_count: number
  refundable_count: number
  refundable_amount: number
  returnable_count: number
  deal_pieces: number
}

/** With the pieces and amounts that a return request may have: 0 while in an open case. */
const detailedItems = sql<DetailedItemRow[]>`(
  select json_agg(json_build_object('id', i.id, 'product_id', i.product_id, 'sku_id', i.sku_id, ${sku_codes}, 'name', i.name, 'spec_text', i.spec_text,
    'image_url', i.image_url, 'price', i.price, 'count', i.count, 'amount', i.amount,
    'discount_amount', i.discount_amount, 'paid_amount', i.paid_amount, 'shipped_count', i.shipped_count,
    'refunded_count', i.refunded_count, 'refundable_count', i.refundable,
    'refundable_amount', i.refundable_amount, 'returnable_count', least(i.returnable, i.refundable),
    'deal_pieces', ${deal_pieces}) order by i.id)
  from (
    select i.*, case when free then count - refunded_count else 0 end as refundable,
      case when free then paid_amount - refunded_amount else 0 end as refundable_amount,
      case when free then shipped_count - (refunded_count - kept_count) else 0 end as returnable
    from order_item i
    cross join lateral (
      select "order".paid_at is not null and not exists (select from after_sale_item c where c.order_item_id = i.id and c.open) as free
    ) f
    where i.order_id = "order".id) i join sku s on s.id = i.sku_id)`

const own = sql`${order.user_id} = ${sql.placeholder('user_id')} and ${order.hidden_at} is null`

/** Anyone who knows its number may look at what is to be paid, and pay. */
export const isShared = sql`${order.placed_by} is not null`

const listStatement = (name: string, condition: SQL) =>
  statement(name, (db) =>
    db
      .select(columns)
      .from(order)
      .where(sql`${condition} and ${order.id} < ${sql.placeholder('before')}`)
      .orderBy(sql`${order.id} desc`)
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset')),
  )

const countStatement = (name: string, condition: SQL) =>
  statement(name, (db) =>
    db
      .select({ counted: sql<number>`count(*)::int` })
      .from(sql`(select 1 from "order" where ${condition} limit ${sql.raw(String(totalCap + 1))}) c`),
  )

const ofStatus = sql`${own} and status = ${sql.placeholder('status')}`
const ofStatuses = sql`${own} and status = any(${sql.placeholder('statuses')}::text[])`
const statements = {
  all: {
    list: listStatement('own_orders', own),
    count: countStatement('count_own_orders', own),
  },
  of_status: {
    list: listStatement('own_orders_of_status', ofStatus),
    count: countStatement('count_own_orders_of_status', ofStatus),
  },
  of_statuses: {
    list: listStatement('own_orders_of_statuses', ofStatuses),
    count: countStatement('count_own_orders_of_statuses', ofStatuses),
  },
}

const lastId = 2_147_483_647

interface ListQuery {
  page: number
  size: number
  cursor?: number | undefined
  /** undefined: all statuses. */
  status?: OrderStatus[] | undefined
  counts?: boolean | undefined
}

/** Newest first; `cursor` is `next_cursor` of the previous page. */
export async function listCustomerOrders(
  db: Database,
  user_id: number,
  { page, size, cursor, status, counts: isCounted }: ListQuery,
  settings: Settings,
) {
  // With one status, the index also gives the order of the list.
  const { list, count } = !status ? statements.all : status.length === 1 ? statements.of_status : statements.of_statuses
  const wanted = { user_id, status: status?.[0], statuses: status }
  const offset = cursor === undefined ? (page - 1) * size : 0
  const [found, counted, counts] = await Promise.all([
    // Reads one row more than the page, to know whether there is a next page.
    list(db, { ...wanted, before: cursor ?? lastId, limit: size + 1, offset }),
    cursor === undefined ? count(db, wanted) : undefined,
    isCounted ? countOwn(db, user_id) : undefined,
  ])
  const items = found.slice(0, size).map((row) => ({ ...row, actions: actionsOf(row, settings, row.now) }))
  const next_cursor = found.length > size ? String(items.at(-1)?.id) : null
  if (!counted) return { items, size, next_cursor, counts }
  return { items, page, size, next_cursor, counts, ...cappedTotal(counted[0]?.counted ?? 0) }
}

const numberOf = (status: OrderStatus) =>
  sql<number>`(count(*) filter (where ${order.status} = ${sql.raw(`'${status}'`)}))::int`

/** By an index. */
const numbersStatement = statement('number_of_own_orders', (db) =>
  db
    .select({
      unpaid: numberOf('unpaid'),
      paid: numberOf('paid'),
      shipped: numberOf('shipped'),
      completed: numberOf('completed'),
      cancelled: numberOf('cancelled'),
      refunded: numberOf('refunded'),
      after_sale: sql<number>`(select count(*)::int from after_sale c where c.user_id = ${sql.placeholder('user_id')} and c.open)`,
    })
    .from(order)
    .where(own),
)

export async function countOwn(db: Database, user_id: number) {
  const [row] = await numbersStatement(db, { user_id })
  if (!row) throw new Error('number_of_own_orders returned no row')
  return row
}

const detailStatement = statement('own_order', (db) =>
  db
    .select({
      ...columns,
      items: detailedItems,
      log: sql<LogRow[]>`coalesce((
        select json_agg(json_build_object('action', l.action, 'from_status', l.from_status, 'to_status', l.to_status, 'created_at', l.created_at) order by l.id)
        from order_log l where l.order_id = "order".id), '[]')`,
      shipments: sql<ShipmentRow[]>`coalesce((
        select json_agg(json_build_object('id', s.id, 'method', s.method, 'carrier', coalesce(s.carrier, ''),
          'carrier_name', coalesce(d.label, s.carrier, ''), 'tracking_no', coalesce(s.tracking_no, ''), 'shipped_at', s.shipped_at,
          ${trackingOf}, 'waybill_token', s.waybill_token,
          'items', coalesce((
            select json_agg(json_build_object('order_item_id', si.order_item_id, 'count', si.count) order by si.order_item_id)
            from shipment_item si where si.shipment_id = s.id), '[]')) order by s.id)
        from shipment s left join dict d on d.type = 'carrier' and d.value = s.carrier
        where s.order_id = "order".id and s.revoked_at is null), '[]')`,
      pickup: sql<PickupRow | null>`(
        select json_build_object(
          'store', json_build_object('id', t.id, 'name', t.name, 'phone', t.phone, 'province', t.province, 'city', t.city,
            'district', t.district, 'detail', t.detail, 'hours', t.hours),
          'code', case when "order".status = 'paid' and (c.collected_at is null or exists (
            select from order_item i where i.order_id = "order".id and i.count > i.shipped_count + i.kept_count)) then c.code end,
          'ready_at', c.ready_at, 'collected_at', c.collected_at)
        from store t left join order_pickup c on c.order_id = "order".id where t.id = "order".store_id)`,
      invoice: sql<InvoiceRow | null>`(
        select json_build_object('id', v.id, 'status', v.status, 'title', v.title, 'number', v.number, 'reason', v.reason,
          'amount', coalesce(v.amount, "order".paid_amount - "order".promised_amount),
          'file_key', (select f.key from file_object f where f.id = v.object_id))
        from invoice v where v.order_id = "order".id order by v.id desc limit 1)`,
      refunds: sql<RefundRow[]>`coalesce((
        select json_agg(json_build_object('refund_no', r.refund_no, 'amount', r.amount,
          'freight_amount', r.freight_amount - coalesce(c.postage_amount, 0), 'postage_amount', coalesce(c.postage_amount, 0),
          'status', r.status, 'created_at', r.created_at, 'succeeded_at', r.succeeded_at, 'items', coalesce((
            select json_agg(json_build_object('order_item_id', ri.order_item_id, 'count', ri.count, 'amount', ri.amount) order by ri.order_item_id)
            from refund_item ri where ri.refund_id = r.id), '[]')) order by r.id)
        from refund r join payment p on p.id = r.payment_id left join after_sale c on c.refund_id = r.id
        where p.order_id = "order".id), '[]')`,
    })
    .from(order)
    .where(sql`${order.id} = ${sql.placeholder('id')} and ${own}`),
)

/** With its history. */
export async function read(db: Database, user_id: number, id: number, settings: Settings) {
  const [row] = await detailStatement(db, { user_id, id })
  if (!row) return undefined
  const shipments = row.shipments.map((one) => ({ ...one, carrier_url: trackingUrl(one.carrier, one.tracking_no) }))
  const pickup = row.pickup && { ...row.pickup, store: withRegion(row.pickup.store) }
  return {
    ...row,
    shipments,
    pickup,
    invoice: row.invoice && withFile(row.invoice),
    actions: actionsOf(row, settings, row.now),
  }
}

const traceStatement = statement('customer_order_trace', (db) =>
  db
    .select({ trace: traceOf })
    .from(order)
    .where(sql`${order.id} = ${sql.placeholder('id')} and ${own}`),
)

/** Throws `not_found`. */
export async function readTrace(db: Database, user_id: number, id: number) {
  const [row] = await traceStatement(db, { user_id, id })
  return found(row, 'order').trace
}

const sharedStatement = statement('shared_order', (db) =>
  db
    .select({
      id: columns.id,
      order_no: columns.order_no,
      status: columns.status,
      items: columns.items,
      items_amount: columns.items_amount,
      freight_amount: columns.freight_amount,
      discount_amount: columns.discount_amount,
      total_amount: columns.total_amount,
      discounts: columns.discounts,
      created_at: columns.created_at,
      expires_at: columns.expires_at,
      is_own: sql<boolean>`(${own})`,
    })
    .from(order)
    .where(
      sql`${order.order_no} = ${sql.placeholder('order_no')} and ${isShared}
        and (status = 'unpaid' or paid_at > now() - interval '1 day')`,
    ),
)

/** By its link. Without names and addresses. undefined: unknown, or paid more than a day ago. */
export async function readShared(db: Database, user_id: number, order_no: string) {
  const [row] = await sharedStatement(db, { user_id, order_no })
  return row
}

const linesStatement = statement('lines_of_own_order', (db) =>
  db
    .select(lineColumns)
    .from(withSkus(sql`"order" join order_item l on l.order_id = "order".id`))
    .where(sql`${order.id} = ${sql.placeholder('id')} and ${own}`)
    .orderBy(sql`l.id`),
)

/** As lines of a cart, with current prices and stock. Throws `not_found`. */
export async function readLines(db: Database, user_id: number, id: number) {
  const lines = await linesStatement(db, { ...readerOf(user_id), id })
  if (lines.length === 0) throw noSuch('order')
  return lines.map((line) => ({ ...withDeal(line), checked: true }))
}

/** Throws `not_found`. */
export async function findByPayment(db: Database, user_id: number, payment_no: string): Promise<number> {
  const [row] = await db
    .select({ id: order.id })
    .from(payment)
    .innerJoin(order, eq(order.id, payment.order_id))
    .where(and(eq(payment.payment_no, payment_no), ownedBy(user_id)))
  return found(row, 'order').id
}
