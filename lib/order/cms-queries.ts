import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { statement } from '@/db/connection/statement'
import { order } from '@/db/schema/order'
import type { Caller } from '@/lib/kit/api/endpoint/caller'
import { found } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { customerOf, nameOf } from '@/lib/kit/people/customer'
import { traceOf, trackingOf } from '@/lib/order/parcel/queries'
import { refundsOfPayment } from '@/lib/payment/refund'
import { staffActionsOf } from './actions'
import { type CmsOrder, maxParcelOrders } from './cms-schema'
import { deal_pieces, sku_codes } from './lines'
import { discountsOfOrder } from './queries'

type Row = z.input<typeof CmsOrder>

const list = <
  Name extends
    | 'items'
    | 'shipments'
    | 'payments'
    | 'refunds'
    | 'ships_with'
    | 'parcel_with'
    | 'pinned_notes'
    | 'timeline',
>(
  query: SQL,
) => sql<Row[Name]>`coalesce((${query}), '[]')`

/** For queries of "order". */
export const customer = customerOf(sql`"order"."user_id"`)

/** For queries of "order"; null: the order is shipped. */
export const storeOf = sql<Row['store']>`(
  select json_build_object('id', t.id, 'name', t.name) from store t where t.id = "order".store_id)`

/** At most 10 other orders `o` for the same parcel, as in a shipping request. For queries of "order". */
export const shipsWith = (columns: SQL) => sql`
  select ${columns} from "order" o
  where "order".status = 'paid' and ${isShippable(sql`"order"`)}
    and o.user_id = "order".user_id and o.status = 'paid' and o.id <> "order".id
    and o.receiver = "order".receiver and ${isShippable(sql`o`)}
  order by o.id limit 10`

/** No open request for another address, and no open case about the pieces. */
const isShippable = (one: SQL) => sql`${one}.store_id is null and ${one}.asked_receiver is null
  and ${one}.fulfilment <> 'all' and not exists (
    select from order_item i join after_sale_item c on c.order_item_id = i.id and c.open
    where i.order_id = ${one}.id and i.count > i.shipped_count + i.kept_count)`

/** For queries of "order". `rank` sorts entries of the same time: the order's log comes first. */
const happened = sql`
  select l.created_at as at, 1 as rank, 'log' as kind, l.id, l.action, l.actor, null::bigint as amount, l.detail
  from order_log l where l.order_id = "order".id
  union all
  select moment.at, 2, 'payment', p.id, moment.action, moment.actor, p.amount, p.payment_no
  from payment p
    cross join lateral (values (p.created_at, 'opened', "order".user_id), (p.paid_at, 'paid', null)) moment (at, action, actor)
  where p.order_id = "order".id and moment.at is not null
  union all
  select moment.at, 3, 'shipment', s.id, moment.action, moment.actor, null, concat_ws(' ', s.carrier, s.tracking_no)
  from shipment s cross join lateral (values (s.shipped_at, 'shipped', s.actor), (s.corrected_at, 'corrected', s.corrected_by),
    (s.revoked_at, 'revoked', s.revoked_by)) moment (at, action, actor)
  where s.order_id = "order".id and moment.at is not null
  union all
  select s.reported_at, 4, 'report', s.id, 'reported', null, null, coalesce(s.reported_as, '')
  from shipment s where s.order_id = "order".id and s.reported_at is not null
  union all
  select moment.at, 5, 'refund', r.id, moment.action, moment.actor, r.amount, r.refund_no
  from payment p join refund r on r.payment_id = p.id
    cross join lateral (values (r.created_at, 'opened', r.actor), (r.succeeded_at, 'succeeded', null)) moment (at, action, actor)
  where p.order_id = "order".id and moment.at is not null
  union all
  select l.created_at, 6, 'case', l.id, case when l.from_status = l.to_status then 'corrected' else l.action end, l.actor, coalesce(c.approved_amount, c.requested_amount), concat_ws(' ', c.no, nullif(l.note, ''))
  from after_sale c join after_sale_log l on l.after_sale_id = c.id where c.order_id = "order".id
  union all
  select moment.at, 7, 'pickup', c.order_id, moment.action, moment.actor, null, ''
  from order_pickup c
    cross join lateral (values (c.ready_at, 'ready', c.ready_by), (c.collected_at, 'collected', c.collected_by)) moment (at, action, actor)
  where c.order_id = "order".id and moment.at is not null
  union all
  select n.created_at, 8, 'note', n.id, 'noted', n.actor, null, n.text
  from order_note n where n.order_id = "order".id
  union all
  select p.created_at, 9, 'log', p.id, 'printed', p.actor, null, ''
  from order_print p where p.order_id = "order".id`

const wholeOrder = statement('cms_order', (db) =>
  db
    .select({
      ...getTableColumns(order),
      discounts: discountsOfOrder,
      customer,
      // Without the cost: the audit log stores whole lines, and staff without the right to see costs read it.
      items: list<'items'>(sql`
        select json_agg(to_jsonb(i) - 'cost' || jsonb_build_object(${sku_codes}, 'deal_pieces', ${deal_pieces}, 'open_case_id', (
          select c.after_sale_id from after_sale_item c where c.order_item_id = i.id and c.open)) order by i.id)
        from order_item i join sku s on s.id = i.sku_id where i.order_id = "order".id`),
      shipments: list<'shipments'>(sql`
        select json_agg(json_build_object('id', s.id, 'method', s.method, 'carrier', s.carrier, 'tracking_no', s.tracking_no,
          'shipped_at', s.shipped_at, 'corrected_at', s.corrected_at, 'revoked_at', s.revoked_at,
          'tried_at', s.tried_at, 'reported_at', s.reported_at, ${trackingOf},
          'untracked', case when s.tracking_errcode is not null then json_build_object('errcode', s.tracking_errcode, 'errmsg', s.tracking_errmsg) end, 'items', (
            select coalesce(json_agg(json_build_object('order_item_id', c.order_item_id, 'count', c.count) order by c.order_item_id), '[]')
            from shipment_item c where c.shipment_id = s.id)) order by s.id)
        from shipment s where s.order_id = "order".id`),
      report: sql<Row['report']>`(
        select json_build_object('status', r.status, 'next_try_at', r.next_try_at, 'errcode', r.errcode, 'errmsg', r.errmsg,
          'corrected_at', r.corrected_at, 'order_state', r.order_state, 'settled_at', r.settled_at)
        from shipping_report r join payment p on p.id = r.payment_id and p.settles where r.order_id = "order".id)`,
      payments: list<'payments'>(sql`
        select json_agg(to_json(p) order by p.id) from payment p where p.order_id = "order".id`),
      refunds: list<'refunds'>(sql`
        select json_agg(json_build_object('id', r.id, 'refund_no', r.refund_no, 'amount', r.amount, 'freight_amount', r.freight_amount,
          'reason_code', r.reason_code, 'note', r.note, 'status', r.status, 'refusal_code', r.refusal_code, 'settles', p.settles, 'created_at', r.created_at, 'succeeded_at', r.succeeded_at,
          'items', (
            select coalesce(json_agg(json_build_object('order_item_id', c.order_item_id, 'count', c.count, 'amount', c.amount,
              'restock_count', c.restock_count) order by c.order_item_id), '[]')
            from refund_item c where c.refund_id = r.id)) order by r.id)
        from refund r join payment p on p.id = r.payment_id where p.order_id = "order".id`),
      ships_with: list<'ships_with'>(sql`
        select json_agg(json_build_object('id', w.id, 'order_no', w.order_no, 'version', w.version))
        from (${shipsWith(sql`o.id, o.order_no, o.version`)}) w`),
      parcel_with: list<'parcel_with'>(sql`
        select json_agg(json_build_object('shipment_id', w.shipment_id, 'id', w.id, 'order_no', w.order_no, 'version', w.version))
        from (
          select s.id as shipment_id, o.id, o.order_no, o.version
          from shipment s
            join shipment other on other.tracking_no = s.tracking_no and other.carrier = s.carrier
              and other.order_id <> s.order_id and other.revoked_at is null
            join "order" o on o.id = other.order_id and o.receiver = "order".receiver
          where s.order_id = "order".id and s.revoked_at is null
          order by s.id, o.id limit ${sql.raw(String(maxParcelOrders))}) w`),
      pinned_notes: list<'pinned_notes'>(sql`
        select json_agg(json_build_object('id', n.id, 'text', n.text, 'created_at', n.created_at, 'actor', ${nameOf('n.actor')}) order by n.id)
        from order_note n where n.order_id = "order".id and n.pinned`),
      store: storeOf,
      pickup: sql<Row['pickup']>`(
        select json_build_object('ready_at', c.ready_at, 'ready_by', ${nameOf('c.ready_by')}, 'collected_at', c.collected_at,
          'collected_by', ${nameOf('c.collected_by')})
        from order_pickup c where c.order_id = "order".id)`,
      timeline: list<'timeline'>(sql`
        select json_agg(json_build_object('at', t.at, 'kind', t.kind, 'id', t.id, 'action', t.action, 'amount', t.amount,
          'detail', t.detail, 'actor', ${nameOf('t.actor')}) order by t.at, t.rank, t.id)
        from (${happened}) t`),
      settling: sql<{ refunds: number; is_over: boolean } | null>`(
        select json_build_object('refunds', ${refundsOfPayment.refunds}, 'is_over', ${refundsOfPayment.is_over})
        from payment where payment.order_id = "order".id and payment.settles)`,
    })
    .from(order)
    .where(eq(order.id, sql.placeholder('id'))),
)

/** Without the actions of the caller. Throws `not_found`. */
export async function readCmsOrder(db: Database, id: number) {
  const [row] = await wholeOrder(db, { id })
  return found(row, 'order')
}

const traceStatement = statement('cms_order_trace', (db) =>
  db
    .select({ trace: traceOf })
    .from(order)
    .where(eq(order.id, sql.placeholder('id'))),
)

/** Throws `not_found`. */
export async function readCmsTrace(db: Database, id: number) {
  const [row] = await traceStatement(db, { id })
  return found(row, 'order').trace
}

export const asSeenBy = (caller: Caller, read: Awaited<ReturnType<typeof readCmsOrder>>) => ({
  ...read,
  actions: staffActionsOf(read, caller),
})
