import { eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { InvoiceStatus } from '@/db/enums'
import { file_object } from '@/db/schema/file'
import { invoice } from '@/db/schema/invoice'
import { withFile } from '@/lib/file/pictures'
import { upToCap } from '@/lib/kit/api/rows/count'
import { beginsWith, newestList, within } from '@/lib/kit/api/rows/list'
import { found } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { customerOf } from '@/lib/kit/people/customer'
import { searchOrders } from '@/lib/order/desk/cms-list'
import { codesIn, isHit } from '@/lib/order/desk/cms-search'
import { freight_left } from '@/lib/order/invoiced'
import { type CmsInvoice, type CmsInvoiceCount, CmsInvoiceQuery } from './cms-schema'
import { InvoiceQuery } from './schema'

const kept_amount = sql<number>`(
  select o.paid_amount - o.promised_amount from "order" o where o.id = invoice.order_id)`.mapWith(Number)

const columns = {
  id: invoice.id,
  order_id: invoice.order_id,
  order_no: sql<string>`(select o.order_no from "order" o where o.id = invoice.order_id)`,
  status: invoice.status,
  kind: invoice.kind,
  title: invoice.title,
  tax_no: invoice.tax_no,
  email: invoice.email,
  phone: invoice.phone,
  bank: invoice.bank,
  bank_account: invoice.bank_account,
  address: invoice.address,
  lines_by: invoice.lines_by,
  amount: sql<number>`coalesce(${invoice.amount}, ${kept_amount})`.mapWith(Number),
  number: invoice.number,
  issued_at: invoice.issued_at,
  reason: invoice.reason,
  file_key: sql<string | null>`(select f.key from ${file_object} f where f.id = invoice.object_id)`,
  created_at: invoice.created_at,
}

const listOwn = newestList('own_invoices', {
  table: invoice,
  query: InvoiceQuery.extend({ user_id: InvoiceQuery.shape.order_id }),
  columns,
  filters: { user_id: invoice.user_id, order_id: invoice.order_id },
})

/** Newest first. */
export async function listInvoices(db: Database, user_id: number, query: z.output<typeof InvoiceQuery>) {
  const { items, ...page } = await listOwn({ db, query: { ...query, user_id } })
  return { ...page, items: items.map(withFile) }
}

/** Throws `not_found`. */
export async function readInvoice(db: Database, user_id: number, id: number) {
  const [row] = await db
    .select(columns)
    .from(invoice)
    .where(sql`${invoice.id} = ${id} and ${invoice.user_id} = ${user_id}`)
  return withFile(found(row, 'invoice'))
}

const cmsColumns = {
  ...columns,
  customer: customerOf(sql`invoice.user_id`),
  kept_amount,
  replaces_id: invoice.replaces_id,
  file_id: invoice.object_id,
  updated_at: invoice.updated_at,
  version: invoice.version,
}

/** Goods that were not refunded, or their categories; the freight has no name. */
export const lines = sql<z.input<typeof CmsInvoice>['lines']>`coalesce((
  select json_agg(json_build_object('name', l.name, 'spec_text', l.spec_text, 'count', l.count, 'amount', l.amount) order by l.rank)
  from (
    select min(i.id) as rank, k.name, k.spec_text, sum(i.count - i.refunded_count)::int as count,
      sum(i.paid_amount - i.refunded_amount) as amount
    from order_item i
    cross join lateral (
      select case when invoice.lines_by = 'goods' then i.name else coalesce((
          select c.name from product p join category c on c.id = p.category_id where p.id = i.product_id), i.name) end as name,
        case when invoice.lines_by = 'goods' then i.spec_text else '' end as spec_text,
        case when invoice.lines_by = 'goods' then i.id end as own
    ) k
    where i.order_id = invoice.order_id and i.paid_amount > i.refunded_amount
    group by k.name, k.spec_text, k.own
    union all
    select 2147483648, '', '', 0, ${freight_left} from "order" o where o.id = invoice.order_id and ${freight_left} > 0
  ) l), '[]')`

/** Throws `not_found`. */
export async function readCmsInvoice(db: Database, id: number) {
  const [row] = await db
    .select({ ...cmsColumns, lines })
    .from(invoice)
    .where(eq(invoice.id, id))
  return withFile(found(row, 'invoice'))
}

const isNamed = (q: Placeholder, codes: Placeholder): SQL => sql`(${invoice.number} = any(${codes}::text[])
  or ${invoice.tax_no} = any(${codes}::text[]) or ${beginsWith(sql`folded(${invoice.title})`, sql`folded(${q}::text)`)})`

const ListQuery = CmsInvoiceQuery.omit({ q: true }).extend({
  /** Found by `q`. Given together with `text`, the search text, and `codes`. */
  order_ids: z.array(z.int()).optional(),
  codes: z.array(z.string()).optional(),
  text: z.string().optional(),
  /** The search text, where too many orders match to list their ids: this statement searches them. */
  often: z.string().optional(),
  often_codes: z.array(z.string()).optional(),
})

const list = newestList('cms_invoices', {
  table: invoice,
  query: ListQuery,
  columns: cmsColumns,
  filters: {
    status: invoice.status,
    kind: invoice.kind,
    order_id: invoice.order_id,
    order_ids: sql`(${isNamed(sql.placeholder('text'), sql.placeholder('codes'))} or ${invoice.order_id} = any(${sql.placeholder('order_ids')}::int[]))`,
    text: undefined,
    codes: undefined,
    often_codes: undefined,
    often: sql`(${isNamed(sql.placeholder('often'), sql.placeholder('often_codes'))} or exists (
      select from "order" where "order"."id" = ${invoice.order_id} and ${isHit(sql.placeholder('often'), sql.placeholder('often_codes'))} offset 0))`,
    ...within(invoice),
  },
})

export async function listCmsInvoices({
  db,
  query: { q, ...rest },
}: {
  db: Database
  query: z.output<typeof CmsInvoiceQuery>
}) {
  const { ids: order_ids, often } = await searchOrders(db, { q })
  const codes = codesIn(q ?? '')
  const query = {
    ...rest,
    ...(order_ids && { order_ids, text: q, codes }),
    ...(often !== undefined && { often, often_codes: codes }),
  }
  const { items, ...page } = await list({ db, query })
  return { ...page, items: items.map(withFile) }
}

const countCap = 1_000

/** Counts up to 1000. */
export async function countInvoices(db: Database): Promise<z.input<typeof CmsInvoiceCount>> {
  const counted = (status: InvoiceStatus) =>
    sql<number>`(select least(count(*), ${sql.raw(String(countCap))})::int from ${upToCap(db, invoice, eq(invoice.status, status), countCap)})`
  const [row] = await db
    .select({
      requested: counted('requested'),
      issued: counted('issued'),
      to_replace: counted('to_replace'),
      refused: counted('refused'),
      replaced: counted('replaced'),
    })
    .from(sql`(values (1)) one`)
  return found(row, 'count')
}
