import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { fulfilments, OrderStatus } from '@/db/enums'
import { order } from '@/db/schema/order'
import { upToCap } from '@/lib/kit/api/rows/count'
import { createdUntil, hasTag, newestList, type Parts, within } from '@/lib/kit/api/rows/list'
import { found } from '@/lib/kit/api/rows/rows'
import { movingClosing, openBefore } from '@/lib/kit/config/closing'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { customer, shipsWith, storeOf } from '@/lib/order/cms-queries'
import { sku_codes } from '@/lib/order/lines'
import { hasParcel } from '@/lib/order/parcel/trouble'
import { isStuck } from '@/lib/shipping_report/stuck'
import { type CmsOrderPage, CmsOrderQuery, type NewOrders, newOrdersCap, type orderTabs } from './cms-schema'
import { codesIn, findHits, isHit } from './cms-search'

/* Each tab and filter, and the search, has a condition with an index. */

type Tab = (typeof orderTabs)[number]

type Row = z.input<typeof CmsOrderPage>['items'][number]

/** A pending request of the customer for another address. */
export const isAddressAsked = sql`${order.asked_receiver} is not null`

const columns = {
  id: order.id,
  order_no: order.order_no,
  version: order.version,
  status: order.status,
  fulfilment: order.fulfilment,
  customer,
  items: sql<Row['items']>`(
    select json_agg(json_build_object('id', i.id, ${sku_codes}, 'name', i.name, 'spec_text', i.spec_text, 'image_url', i.image_url, 'count', i.count) order by i.id)
    from (select * from order_item i where i.order_id = "order"."id" order by i.id limit 3) i join sku s on s.id = i.sku_id)`,
  line_count: sql<number>`(select count(*)::int from order_item i where i.order_id = "order"."id")`,
  piece_count: sql<number>`(select sum(i.count)::int from order_item i where i.order_id = "order"."id")`,
  refunded_count: sql<number>`(select sum(i.refunded_count)::int from order_item i where i.order_id = "order"."id")`,
  // The list shows only the total; exports need all amounts.
  items_amount: order.items_amount,
  freight_amount: order.freight_amount,
  discount_amount: order.discount_amount,
  total_amount: order.total_amount,
  paid_amount: order.paid_amount,
  refunded_amount: order.refunded_amount,
  promised_amount: order.promised_amount,
  is_held_back: sql<boolean>`exists (
    select from order_item i join after_sale_item c on c.order_item_id = i.id and c.open
    where i.order_id = "order"."id" and i.count > i.shipped_count + i.kept_count)`,
  remark: order.remark,
  store: storeOf,
  ready_at: sql<Date | null>`(select c.ready_at from order_pickup c where c.order_id = "order".id)`.mapWith(
    order.paid_at,
  ),
  receiver: order.receiver,
  is_address_asked: sql<boolean>`${isAddressAsked}`,
  ships_with_count: sql<number>`(select count(*)::int from (${shipsWith(sql``)}) w)`,
  created_at: order.created_at,
  paid_at: order.paid_at,
  shipped_at: order.shipped_at,
  external_id: order.external_id,
  tags: order.tags,
  updated_at: order.updated_at,
}

/** The leading columns of the index `order_by_status`. */
const at = (status: OrderStatus, fulfilment: (typeof fulfilments)[number]) =>
  sql`status = ${sql.raw(`'${status}'`)} and fulfilment = ${sql.raw(`'${fulfilment}'`)}`

const ofStatus = (status: OrderStatus): { parts: Parts } => ({
  parts: [at(status, 'none'), at(status, 'part'), at(status, 'all')],
})

/** `parts` are ranges of the index `order_by_status` that are merged by id. */
const tabs: Record<Tab, { base: SQL } | { parts: Parts }> = {
  unpaid: ofStatus('unpaid'),
  to_ship: { base: at('paid', 'none') },
  // Also `all`: while the last pieces are being refunded, nothing is left to ship, but the refund can fail.
  part_shipped: { parts: [at('paid', 'part'), at('paid', 'all')] },
  shipped: ofStatus('shipped'),
  after_sale: { base: sql`${order.id} = any(array(select c.order_id from after_sale c where c.open))` },
  completed: ofStatus('completed'),
  cancelled: ofStatus('cancelled'),
  refunded: ofStatus('refunded'),
}

const countCap = 1_000

const since = (name: string) => sql`${sql.placeholder(name)}::timestamptz`

/** Paid before `moment`, which {@link lateSince} gives, and not fully shipped. Without orders that are collected. */
export const isLate = (moment: SQL) =>
  sql`${order.status} = 'paid' and ${order.store_id} is null and ${order.paid_at} < ${moment}::timestamptz`

/** 48 hours ago, without the time in which the shop was closed if that moves its deadlines. */
export const lateSince = (settings: Settings): string =>
  new Date(openBefore(movingClosing(settings), Date.now(), lateMilliseconds)).toISOString()

const lateMilliseconds = 48 * 3_600_000

/** From the day on which the order was ready, else from its payment. */
export const isNotCollected = (days: SQL) => sql`${order.status} = 'paid' and ${order.id} = any(array(
  select c.order_id from order_pickup c
  where c.collected_at is null and c.created_at < now() - make_interval(days => ${days})
    and coalesce(c.ready_at, c.created_at) < now() - make_interval(days => ${days})))`

const created = within(order, { from: 'created_from', to: 'created_to' })

const withRefund = (which: SQL) =>
  sql`${order.id} = any(array(select p.order_id from refund r join payment p on p.id = r.payment_id where ${which}))`

/** Filters with two values become two booleans, so that PostgreSQL can choose the index that fits the value. */
const ListQuery = CmsOrderQuery.omit({
  tab: true,
  lines: true,
  q: true,
  has_note: true,
  late: true,
  not_reported: true,
  parcel: true,
  address_asked: true,
  refund: true,
  pickup: true,
  not_collected: true,
}).extend({
  refund_failed: z.boolean().optional(),
  refund_abnormal: z.boolean().optional(),
  refund_refused: z.boolean().optional(),
  with_note: z.boolean().optional(),
  without_note: z.boolean().optional(),
  /** For {@link isLate}. */
  late_since: z.string().optional(),
  not_late_since: z.string().optional(),
  stuck: z.boolean().optional(),
  not_stuck: z.boolean().optional(),
  parcel_not_collected: z.boolean().optional(),
  parcel_stuck: z.boolean().optional(),
  parcel_failed: z.boolean().optional(),
  asked: z.boolean().optional(),
  not_asked: z.boolean().optional(),
  to_collect: z.boolean().optional(),
  to_send: z.boolean().optional(),
  /** For {@link isNotCollected}. */
  waiting_days: z.int().optional(),
  not_waiting_days: z.int().optional(),
  /** Found by `q`. */
  ids: z.array(z.int()).optional(),
  /** `q`, where it finds too many orders to list their ids. Given with `often_codes`. */
  often: z.string().optional(),
  often_codes: z.array(z.string()).optional(),
})

/** Without a value, an empty object. */
const chosen = (value: boolean | undefined, yes: keyof z.output<typeof ListQuery>, no: typeof yes) =>
  value === undefined ? {} : { [value ? yes : no]: true }

const declared = {
  table: order,
  query: ListQuery,
  columns,
  cap: countCap,
  countsNewest: true,
  filters: {
    ids: sql`${order.id} = any(${sql.placeholder('ids')}::int[])`,
    often: isHit(sql.placeholder('often'), sql.placeholder('often_codes')),
    often_codes: undefined,
    external_id: order.external_id,
    tag: hasTag(order.tags),
    customer_id: sql`${order.user_id} = ${sql.placeholder('customer_id')}`,
    product_id: sql`${order.id} = any(array(select i.order_id from order_item i where i.product_id = ${sql.placeholder('product_id')}))`,
    // By the product, because this index serves it: there is none that begins with the SKU.
    sku_id: sql`${order.id} = any(array(
      select i.order_id from sku s join order_item i on i.product_id = s.product_id and i.sku_id = s.id
      where s.id = ${sql.placeholder('sku_id')}))`,
    amount_from: sql`${order.total_amount} >= ${sql.placeholder('amount_from')}`,
    amount_to: sql`${order.total_amount} <= ${sql.placeholder('amount_to')}`,
    created_from: created.from,
    created_to: created.to,
    paid_from: sql`${order.paid_at} >= ${since('paid_from')}`,
    paid_to: sql`${order.paid_at} < ${since('paid_to')} and ${createdUntil(order, 'paid_to')}`,
    shipped_from: sql`${order.shipped_at} >= ${since('shipped_from')}`,
    shipped_to: sql`${order.shipped_at} < ${since('shipped_to')} and ${createdUntil(order, 'shipped_to')}`,
    has_remark: sql`(${order.remark} <> '') = ${sql.placeholder('has_remark')}::boolean`,
    with_note: sql`${order.id} in (select n.order_id from order_note n)`,
    without_note: sql`not exists (select from order_note n where n.order_id = ${order.id})`,
    refund_failed: withRefund(sql`r.status in ('abnormal', 'refused')`),
    refund_abnormal: withRefund(sql`r.status = 'abnormal'`),
    refund_refused: withRefund(sql`r.status = 'refused'`),
    stuck: sql`${order.id} = any(array(select order_id from shipping_report where ${isStuck}))`,
    not_stuck: sql`not (${order.id} = any(array(select order_id from shipping_report where ${isStuck})))`,
    parcel_not_collected: hasParcel('not_collected'),
    parcel_stuck: hasParcel('stuck'),
    parcel_failed: hasParcel('failed'),
    asked: isAddressAsked,
    not_asked: sql`not (${isAddressAsked})`,
    late_since: isLate(sql`${sql.placeholder('late_since')}`),
    not_late_since: sql`not (${isLate(sql`${sql.placeholder('not_late_since')}`)})`,
    to_collect: sql`${order.store_id} is not null`,
    to_send: sql`${order.store_id} is null`,
    store_id: sql`${order.store_id} = ${sql.placeholder('store_id')}`,
    waiting_days: isNotCollected(sql`${sql.placeholder('waiting_days')}::int`),
    not_waiting_days: sql`not (${isNotCollected(sql`${sql.placeholder('not_waiting_days')}::int`)})`,
  },
}

const listOf = (tab: Tab) => newestList(`cms_orders_${tab}`, { ...declared, ...tabs[tab] })

const lists = {
  all: newestList('cms_orders', declared),
  unpaid: listOf('unpaid'),
  to_ship: listOf('to_ship'),
  part_shipped: listOf('part_shipped'),
  shipped: listOf('shipped'),
  after_sale: listOf('after_sale'),
  completed: listOf('completed'),
  cancelled: listOf('cancelled'),
  refunded: listOf('refunded'),
}

type Search = Pick<z.input<typeof ListQuery>, 'ids' | 'often'>

/** `often`: `q` has too many hits; without `q`, an empty object. */
export async function searchOrders(db: Database, { q }: Pick<z.output<typeof CmsOrderQuery>, 'q'>): Promise<Search> {
  if (q === undefined) return {}
  const [hits] = await findHits(db, { q, codes: codesIn(q) })
  return hits ? { ids: hits } : { often: q }
}

/** `search`: the result of {@link searchOrders}, for callers that read several pages; absent: searches. */
export async function list(
  db: Database,
  {
    tab,
    lines: _,
    q,
    has_note,
    late,
    not_reported,
    parcel,
    address_asked,
    refund,
    pickup,
    not_collected,
    ...query
  }: z.output<typeof CmsOrderQuery>,
  settings: Settings,
  search?: Search,
) {
  const searched = search ?? (await searchOrders(db, { q }))
  return lists[tab ?? 'all']({
    db,
    query: {
      ...query,
      ...searched,
      ...(searched.often !== undefined && { often_codes: codesIn(searched.often) }),
      ...chosen(has_note, 'with_note', 'without_note'),
      ...(late !== undefined && { [late ? 'late_since' : 'not_late_since']: lateSince(settings) }),
      ...chosen(not_reported, 'stuck', 'not_stuck'),
      ...chosen(address_asked, 'asked', 'not_asked'),
      ...chosen(pickup, 'to_collect', 'to_send'),
      ...(not_collected !== undefined && {
        [not_collected ? 'waiting_days' : 'not_waiting_days']: settings['pickup.remind_days'],
      }),
      ...(refund && { [`refund_${refund}`]: true }),
      ...(parcel && { [`parcel_${parcel}`]: true }),
    },
  })
}

/** Counts up to 1000. */
export async function countTabs(db: Database): Promise<Record<Tab, number>> {
  const counted = (tab: Tab) => {
    const one = tabs[tab]
    const sums = ('parts' in one ? one.parts : [one.base]).map(
      (part) => sql`(select count(*) from ${upToCap(db, order, part, countCap)})`,
    )
    return sql<number>`least(${sql.join(sums, sql` + `)}, ${sql.raw(String(countCap))})::int`
  }
  const [row] = await db
    .select({
      unpaid: counted('unpaid'),
      to_ship: counted('to_ship'),
      part_shipped: counted('part_shipped'),
      shipped: counted('shipped'),
      after_sale: counted('after_sale'),
      completed: counted('completed'),
      cancelled: counted('cancelled'),
      refunded: counted('refunded'),
    })
    .from(sql`(values (1)) one`)
  return found(row, 'count')
}

/** `id` 0: no orders. Counts orders above `after` up to 100; without `after`, 0. */
export async function countNew(db: Database, after: number | undefined): Promise<z.input<typeof NewOrders>> {
  const [row] = await db
    .select({
      count:
        after === undefined
          ? sql<number>`0`
          : sql<number>`(select count(*)::int from (select from "order" where id > ${after} limit ${sql.raw(String(newOrdersCap))}) o)`,
      newest_id: sql<number>`coalesce((select max(id) from "order"), 0)::int`,
    })
    .from(sql`(values (1)) one`)
  return found(row, 'count')
}
