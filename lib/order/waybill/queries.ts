import { desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type ActionRefusal, type OrderStatus, openWaybillStates } from '@/db/enums'
import { order } from '@/db/schema/order'
import { carrier_account, waybill } from '@/db/schema/waybill'
import { accountProblem } from '@/lib/carrier_account/usable'
import { newestList } from '@/lib/kit/api/rows/list'
import { found } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { shipsWith } from '@/lib/order/cms-queries'
import { sku_codes } from '@/lib/order/lines'
import { longestName } from '@/lib/platform/wechat/waybill'
import { isNotCanceled } from './not-canceled'
import { digestOf } from './receiver'
import { type PackableOrders, type PackableQuery, type Waybill, WaybillQuery } from './schema'

type Row = z.input<typeof Waybill>

const ofOrders = (columns: SQL) => sql`
  select ${columns} from waybill_order w join "order" o on o.id = w.order_id where w.waybill_id = waybill.id`

/** The same for all orders of the parcel. */
const is_name_cut = sql<boolean>`(${ofOrders(sql`coalesce(bool_or(octet_length(o.receiver ->> 'name') > ${sql.raw(String(longestName))}), false)`)})`

const columns = {
  id: waybill.id,
  key: waybill.key,
  state: waybill.state,
  account_id: waybill.account_id,
  delivery_id: waybill.delivery_id,
  tracking_no: waybill.tracking_no,
  orders: sql<
    Row['orders']
  >`(${ofOrders(sql`json_agg(json_build_object('id', o.id, 'order_no', o.order_no) order by o.id)`)})`,
  items: waybill.items,
  weight_g: waybill.weight_g,
  remark: waybill.remark,
  is_name_cut,
  reason: sql<Row['reason']>`case when ${waybill.reason_code} is not null then
    json_build_object('code', ${waybill.reason_code}, 'text', coalesce(${waybill.reason_text}, '')) end`,
  print_count: waybill.print_count,
  printed_at: waybill.printed_at,
  next_try_at: waybill.next_try_at,
  created_at: waybill.created_at,
  updated_at: waybill.updated_at,
  version: waybill.version,
}

/** Newest first. */
export const list = newestList('cms_waybills', {
  table: waybill,
  query: WaybillQuery,
  columns,
  filters: {
    state: waybill.state,
    ids: sql`${waybill.id} = any(${sql.placeholder('ids')}::int[])`,
    order_ids: sql`${waybill.id} in (
      select w.waybill_id from waybill_order w where w.order_id = any(${sql.placeholder('order_ids')}::int[]))`,
    not_canceled: isNotCanceled,
    number: sql`(${waybill.tracking_no} = ${sql.placeholder('number')} or ${waybill.id} in (
      select w.waybill_id from waybill_order w join "order" o on o.id = w.order_id where o.order_no = ${sql.placeholder('number')}))`,
  },
})

const isOpen = inArray(sql`w.state`, [...openWaybillStates])

/** Orders that have an open waybill together with one of `named`. */
const inSameParcel = (named: SQL) => sql`${order.id} in (
  select other.order_id from "order" named
    join waybill_order own on own.order_id = named.id
    join waybill w on w.id = own.waybill_id and ${isOpen}
    join waybill_order other on other.waybill_id = w.id
  where ${named})`

/**
 * Returns orders with what packing them needs, in the sequence of the request. Those of the same open waybill follow.
 * Unknown ones are left out.
 */
export async function readPackable(db: Database, { ids, order_no }: z.output<typeof PackableQuery>) {
  const isNamed = ids ? inArray(sql`named.id`, ids) : sql`named.order_no = ${order_no ?? ''}`
  const rows = await db
    .select({
      id: order.id,
      order_no: order.order_no,
      version: order.version,
      receiver: order.receiver,
      remark: order.remark,
      items: sql<z.input<typeof PackableOrders>['items'][number]['items']>`(
        select coalesce(json_agg(json_build_object('id', i.id, 'name', i.name, 'spec_text', i.spec_text, ${sku_codes},
          'left_count', i.count - i.shipped_count - i.kept_count) order by i.id), '[]')
        from order_item i join sku s on s.id = i.sku_id
        where i.order_id = "order".id and i.count > i.shipped_count + i.kept_count)`,
      status: order.status,
      fulfilment: order.fulfilment,
      store_id: order.store_id,
      is_address_asked: sql<boolean>`${order.asked_receiver} is not null`,
      has_case: sql<boolean>`exists (
        select from order_item i join after_sale_item c on c.order_item_id = i.id and c.open
        where i.order_id = "order".id and i.count > i.shipped_count + i.kept_count)`,
      ships_with: sql<number[]>`(select coalesce(json_agg(w.id), '[]') from (${shipsWith(sql`o.id`)}) w)`,
      waybill_id: sql<number | null>`(
        select max(w.id) from waybill_order c join waybill w on w.id = c.waybill_id
        where c.order_id = "order".id and ${isOpen})`,
    })
    .from(order)
    .where(or(ids ? inArray(order.id, ids) : eq(order.order_no, order_no ?? ''), inSameParcel(isNamed)))
    .orderBy(order.id)
  const known = rows.flatMap(({ waybill_id }) => waybill_id ?? [])
  const waybills =
    known.length > 0
      ? await db
          .select({ ...columns, digest: waybill.receiver_digest })
          .from(waybill)
          .where(inArray(waybill.id, known))
      : []
  const placeOf = (id: number) => (ids?.includes(id) ? ids.indexOf(id) : rows.length + (ids?.length ?? 0))
  return rows
    .toSorted((a, b) => placeOf(a.id) - placeOf(b.id))
    .map(({ receiver, status, fulfilment, store_id, is_address_asked, has_case, waybill_id, ...row }) => {
      const own = waybills.find(({ id }) => id === waybill_id)
      return {
        ...row,
        receiver_name: receiver.name,
        refusal: refusalOf({ status, fulfilment, store_id, is_address_asked, has_case }),
        waybill: own ?? null,
        is_outdated: own !== undefined && own.digest !== digestOf(receiver),
      }
    })
}

/** Returns the enabled accounts, the default one first. */
export async function readAccounts(db: Database) {
  const rows = await db
    .select()
    .from(carrier_account)
    .where(eq(carrier_account.enabled, true))
    .orderBy(desc(carrier_account.is_default), carrier_account.id)
  return rows.map((row) => ({ ...row, problem: accountProblem(row) }))
}

interface Judged {
  status: OrderStatus
  fulfilment: string
  store_id: number | null
  is_address_asked: boolean
  has_case: boolean
}

function refusalOf({ status, fulfilment, store_id, is_address_asked, has_case }: Judged): ActionRefusal | null {
  if (status !== 'paid') return status
  if (store_id !== null) return 'pickup'
  if (is_address_asked) return 'address_asked'
  if (has_case) return 'after_sale_open'
  return fulfilment === 'all' ? 'nothing_left' : null
}

/** In the sequence of `ids`. Throws `not_found`. */
export async function readWaybills(db: Database, ids: number[]) {
  const rows = await db.select(columns).from(waybill).where(inArray(waybill.id, ids))
  return ids.map((id) =>
    found(
      rows.find((row) => row.id === id),
      'waybill',
    ),
  )
}

/** Throws `not_found`. */
export async function readWaybill(db: Database, id: number) {
  const [row] = await readWaybills(db, [id])
  return found(row, 'waybill')
}
