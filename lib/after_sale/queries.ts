import { eq, getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type AfterSaleStatus, afterSaleStatuses } from '@/db/enums'
import { after_sale } from '@/db/schema/after_sale'
import { order } from '@/db/schema/order'
import { pictureAddress } from '@/lib/file/pictures'
import { upToCap } from '@/lib/kit/api/rows/count'
import { newestList } from '@/lib/kit/api/rows/list'
import { found, getRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { customerOf, nameOf } from '@/lib/kit/people/customer'
import { searchOrders } from '@/lib/order/desk/cms-list'
import { codesIn, isHit } from '@/lib/order/desk/cms-search'
import { deal_pieces, linesOf } from '@/lib/order/lines'
import { freightLeft } from '@/lib/pricing/shares'
import { type CmsAfterSale, type CmsAfterSaleCount, type CmsAfterSalePage, CmsAfterSaleQuery } from './cms-schema'
import { type AfterSale, AfterSaleQuery } from './schema'
import { customerActionsOf, databaseNow } from './status'

type Own = z.input<typeof AfterSale>
type Cms = z.input<typeof CmsAfterSale>
type Row = z.input<typeof CmsAfterSalePage>['items'][number]

interface Picture {
  key: string
  of_dispute: boolean
}

const logOf = (further: SQL) => sql`coalesce((
  select json_agg(json_build_object('action', l.action, 'from_status', l.from_status, 'to_status', l.to_status, 'note', l.note,
    'created_at', l.created_at${further}) order by l.id)
  from after_sale_log l where l.after_sale_id = after_sale.id), '[]')`

const order_no = sql<string>`(select o.order_no from "order" o where o.id = after_sale.order_id)`

/** Not of the rest that earlier refunds of other amounts left: shares of a line differ by less than a fen a piece. */
const discount_amount = sql`case when abs(c.amount - i.paid_amount::numeric * c.count / i.count) <= c.count
  then greatest(i.price::bigint * c.count - c.amount, 0) end`

/** For customers and staff. */
const columns = {
  ...getTableColumns(after_sale),
  order_no,
  items: sql<Own['items']>`(
    select json_agg(json_build_object('order_item_id', i.id, 'name', i.name, 'spec_text', i.spec_text, 'image_url', i.image_url,
      'count', c.count, 'amount', c.amount, 'discount_amount', ${discount_amount},
      'ordered_count', i.count, 'deal_pieces', ${deal_pieces}) order by i.id)
    from after_sale_item c join order_item i on i.id = c.order_item_id where c.after_sale_id = after_sale.id)`,
  pictures: sql<Picture[]>`coalesce((
    select json_agg(json_build_object('key', f.key, 'of_dispute', p.of_dispute) order by p.of_dispute, p.sort_order)
    from after_sale_picture p join file_object f on f.id = p.object_id where p.after_sale_id = after_sale.id), '[]')`,
  refund: sql<Own['refund']>`(
    select json_build_object('refund_no', r.refund_no, 'amount', r.amount, 'status', r.status, 'succeeded_at', r.succeeded_at)
    from refund r where r.id = after_sale.refund_id)`,
}

const ownColumns = { ...columns, now: databaseNow, log: sql<Own['log']>`${logOf(sql``)}` }

const customer = customerOf(sql`after_sale.user_id`)
const order_status = sql<Cms['order_status']>`(select o.status from "order" o where o.id = after_sale.order_id)`

/** `images` and `dispute_images`, the signed addresses. */
const withPictures = <Row extends { pictures: Picture[] }>({ pictures, ...row }: Row) => {
  const of = (of_dispute: boolean) =>
    pictures.filter((one) => one.of_dispute === of_dispute).map(({ key }) => pictureAddress(key))
  return { ...row, images: of(false), dispute_images: of(true) }
}

type OwnRow = Parameters<typeof customerActionsOf>[0] & { pictures: Picture[]; now: Date }
const asOwn = <Row extends OwnRow>(row: Row) => ({ ...withPictures(row), actions: customerActionsOf(row, row.now) })

const listOwn = newestList('own_after_sales', {
  table: after_sale,
  query: AfterSaleQuery.extend({ user_id: AfterSaleQuery.shape.order_id }),
  columns: ownColumns,
  filters: { user_id: after_sale.user_id, order_id: after_sale.order_id },
})

/** Newest first. */
export async function listCases(db: Database, user_id: number, query: z.output<typeof AfterSaleQuery>) {
  const { items, ...page } = await listOwn({ db, query: { ...query, user_id } })
  return { ...page, items: items.map(asOwn) }
}

/** Throws `not_found`. */
export async function readCase(db: Database, user_id: number, id: number) {
  const [row] = await db
    .select(ownColumns)
    .from(after_sale)
    .where(sql`${after_sale.id} = ${id} and ${after_sale.user_id} = ${user_id}`)
  return asOwn(found(row, 'after sale'))
}

/** In the entry of the last transition to `refunding`, which opened the refund; else null. */
const restock = sql`case when after_sale.refund_id is not null and l.id = (
    select max(o.id) from after_sale_log o where o.after_sale_id = after_sale.id and o.to_status = 'refunding')
  then coalesce((
    select json_agg(json_build_object('order_item_id', r.order_item_id, 'count', r.restock_count) order by r.order_item_id)
    from refund_item r where r.refund_id = after_sale.refund_id and r.restock_count > 0), '[]') end`

const cmsLog = sql<Cms['log']>`${logOf(sql`, 'actor', ${nameOf('l.actor')}, 'restock', ${restock}`)}`

/** Without the actions of the caller and the values of settings. Throws `not_found`. */
export async function readCmsCase(db: Database, id: number) {
  const [row] = await db
    .select({ ...columns, customer, order_status, log: cmsLog })
    .from(after_sale)
    .where(eq(after_sale.id, id))
  const read = withPictures(found(row, 'after sale'))
  const of = await getRow(db, order, read.order_id)
  return { ...read, freight_left: freightLeft(of, await linesOf(db, read.order_id)) }
}

const isNumbered = (codes: Placeholder) =>
  sql`${after_sale.no} = any(${codes}::text[]) or ${after_sale.return_tracking_no} = any(${codes}::text[])`

const ListQuery = CmsAfterSaleQuery.omit({ tab: true, q: true }).extend({
  /** Found by `q`. Given together with `codes`, which `q` may be. */
  order_ids: z.array(z.int()).optional(),
  codes: z.array(z.string()).optional(),
  /** `q`, where it finds too many orders to list their ids. */
  often: z.string().optional(),
  often_codes: z.array(z.string()).optional(),
})

const list = {
  table: after_sale,
  columns: {
    id: after_sale.id,
    no: after_sale.no,
    order_id: after_sale.order_id,
    order_no,
    customer,
    items: sql<Row['items']>`(
      select json_agg(json_build_object('order_item_id', i.id, 'name', i.name, 'spec_text', i.spec_text, 'image_url', i.image_url,
        'count', i.count) order by i.id)
      from (
        select o.id, o.name, o.spec_text, o.image_url, c.count from after_sale_item c join order_item o on o.id = c.order_item_id
        where c.after_sale_id = after_sale.id order by o.id limit 3) i)`,
    line_count: sql<number>`(select count(*)::int from after_sale_item c where c.after_sale_id = after_sale.id)`,
    piece_count: sql<number>`(select sum(c.count)::int from after_sale_item c where c.after_sale_id = after_sale.id)`,
    kind: after_sale.kind,
    status: after_sale.status,
    reason_code: after_sale.reason_code,
    requested_amount: after_sale.requested_amount,
    approved_amount: after_sale.approved_amount,
    decide_by: after_sale.decide_by,
    return_by: after_sale.return_by,
    inspect_by: after_sale.inspect_by,
    created_at: after_sale.created_at,
    updated_at: after_sale.updated_at,
  },
  filters: {
    order_ids: sql`(${isNumbered(sql.placeholder('codes'))} or ${after_sale.order_id} = any(${sql.placeholder('order_ids')}::int[]))`,
    codes: undefined,
    often_codes: undefined,
    often: sql`(${isNumbered(sql.placeholder('often_codes'))} or exists (
      select from "order" where "order"."id" = ${after_sale.order_id} and ${isHit(sql.placeholder('often'), sql.placeholder('often_codes'))} offset 0))`,
    order_id: after_sale.order_id,
    customer_id: after_sale.user_id,
    kind: after_sale.kind,
  },
}

const listByStatus = newestList('cms_after_sales', {
  ...list,
  query: ListQuery.extend({ tab: z.enum(afterSaleStatuses).optional() }),
  filters: { ...list.filters, tab: after_sale.status },
})

const listWaiting = newestList('cms_after_sales_waiting', {
  ...list,
  query: ListQuery,
  parts: [sql`status = 'requested'`, sql`status = 'returned'`, sql`status = 'disputed'`],
})

export async function listCmsCases({
  db,
  query: { tab, q, ...rest },
}: {
  db: Database
  query: z.output<typeof CmsAfterSaleQuery>
}) {
  const { ids: order_ids, often } = await searchOrders(db, { q })
  const codes = codesIn(q ?? '')
  const query = {
    ...rest,
    ...(order_ids && { order_ids, codes }),
    ...(often !== undefined && { often, often_codes: codes }),
  }
  return tab === 'waiting' ? listWaiting({ db, query }) : listByStatus({ db, query: { ...query, tab } })
}

const countCap = 1_000

/** Counts up to 1000. */
export async function countCases(db: Database): Promise<z.input<typeof CmsAfterSaleCount>> {
  const counted = (...statuses: AfterSaleStatus[]) => {
    const sums = statuses.map(
      (status) => sql`(select count(*) from ${upToCap(db, after_sale, eq(after_sale.status, status), countCap)})`,
    )
    return sql<number>`least(${sql.join(sums, sql` + `)}, ${sql.raw(String(countCap))})::int`
  }
  const [row] = await db
    .select({
      waiting: counted('requested', 'returned', 'disputed'),
      requested: counted('requested'),
      returning: counted('returning'),
      returned: counted('returned'),
      disputed: counted('disputed'),
      refunding: counted('refunding'),
      done: counted('done'),
      rejected: counted('rejected'),
      withdrawn: counted('withdrawn'),
      expired: counted('expired'),
    })
    .from(sql`(values (1)) one`)
  return found(row, 'count')
}
