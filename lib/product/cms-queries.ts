import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { productStates } from '@/db/enums'
import { product, sku, stock_log } from '@/db/schema/product'
import { jsonStatement } from '@/db/statement'
import { upToCap } from '@/lib/api/count'
import { pathId } from '@/lib/api/fields'
import { beginsWith, contains, newestList, type Parts, within } from '@/lib/api/list'
import { found, type RowOf } from '@/lib/api/rows'
import type { Database } from '@/lib/database'
import { CmsProductQuery, type productTabs, StockLogQuery } from './cms-schema'

export type ProductRow = RowOf<typeof product>
export type SkuRow = RowOf<typeof sku>
type Tab = (typeof productTabs)[number]

/** Whether a product is not in the bin. */
export const isLiving = isNull(product.deleted_at)

/** The enabled SKUs of the product of the outer query; those of one in the bin are in the bin with it. */
const offered = sql`sku s where s.product_id = "product"."id" and s.enabled and s.deleted_at is not distinct from "product"."deleted_at"`

const { grams, content, summary, images, properties, specs, shown_specs, ...listed } = getTableColumns(product)

const columns = {
  ...listed,
  image_url: sql<string | null>`${images}[1]`,
  category: sql<{
    id: number
    name: string
  }>`(select json_build_object('id', c.id, 'name', c.name) from category c where c.id = "product"."category_id")`,
  stock: sql<number>`(select coalesce(sum(s.stock), 0)::int from ${offered})`,
  lowest_stock: sql<number>`(select coalesce(min(s.stock), 0) from ${offered})`,
}

const scarce = (level: number) =>
  sql`${product.id} in (select s.product_id from sku s where s.stock_level <= ${sql.raw(String(level))} and s.enabled and s.deleted_at is null)`

/** Products by their state, as partial indexes have it: one for those on sale, one for the others. */
const inState: Record<(typeof productStates)[number], SQL> = {
  on_sale: sql`status = 'on_sale' and deleted_at is null`,
  off_sale: sql`state = 'off_sale'`,
  draft: sql`state = 'draft'`,
  deleted: sql`state = 'deleted'`,
}

/** All that are not in the bin. No index holds all of them in an order, so that a sale writes no further one. */
const livingParts = [inState.on_sale, inState.off_sale, inState.draft] as const

/** The products of each tab. */
const tabs: Record<Tab, SQL | undefined> = {
  ...inState,
  sold_out: and(isLiving, scarce(0), sql`not exists (select from ${offered} and s.stock_level > 0)`),
  low: and(isLiving, scarce(1)),
}

const countCap = 1_000

const q = sql.placeholder('q')
const often = sql.placeholder('often')
const named = (where: SQL) =>
  sql`select p.id from product p where ${where} and grams(p.name) @> search_grams(${q}::text) and ${contains(sql`p.name`, q)}`

/** The products with `q` in their name, at the beginning of a number, or as a barcode; one may be several times among them. */
const hits = sql`(${named(sql`p.status = 'on_sale' and p.deleted_at is null`)}) union all (${named(sql`p.state <> 'on_sale'`)})
  union all select s.product_id from sku s where ${beginsWith(sql`s.sku_no`, q)}
  union all select s.product_id from sku s where s.barcode = ${q}::text`

/** How many hits are looked up and sorted; more are found by reading the list in its order. */
const mostHits = sql.raw('1000')

const areMany = jsonStatement('cms_product_hits', (db) =>
  db
    .select({ json: sql<boolean>`count(*) > ${mostHits}` })
    .from(sql`(select 1 from (${hits}) h limit ${mostHits} + 1) few`),
)

const treeBelow = jsonStatement('cms_category_tree', (db) =>
  db.select({ json: sql<number>`tree.id` }).from(sql`(
    with recursive tree as (
      select ${sql.placeholder('id')}::int as id
      union all select c.id from category c join tree on c.parent_id = tree.id
    ) select id from tree) tree`),
)

/** What the values of a query become before its list is read: the best plan depends on them. */
const Listed = CmsProductQuery.omit({ tab: true, category_id: true }).extend({
  /** The category with all below it: how many products they have is known for each, not for a subquery. */
  category_ids: z.array(z.int()).optional(),
  /** In place of `q` where it has many hits. */
  often: z.string().optional(),
})

const listOf = (name: string, base: SQL | undefined, parts?: Parts) =>
  newestList(`cms_products_${name}`, {
    table: product,
    query: Listed,
    columns,
    cap: countCap,
    ...(base && { base }),
    ...(parts && { parts }),
    filters: {
      status: product.status,
      category_ids: sql`${product.category_id} = any(${sql.placeholder('category_ids')}::int[])`,
      // An array has few elements for the planner, whatever it knows of the subquery.
      theme_id: sql`${product.id} = any(array(select t.product_id from theme_product t where t.theme_id = ${sql.placeholder('theme_id')}))`,
      price_from: sql`${product.price} >= ${sql.placeholder('price_from')}`,
      price_to: sql`${product.price} <= ${sql.placeholder('price_to')}`,
      created_from: sql`${product.created_at} >= ${sql.placeholder('created_from')}::timestamptz`,
      created_to: sql`${product.created_at} < ${sql.placeholder('created_to')}::timestamptz`,
      q: sql`${product.id} = any(array(${hits}))`,
      often: sql`(${contains(product.name, often)} or exists (
        select from sku s where s.product_id = "product"."id" and (${beginsWith(sql`s.sku_no`, often)} or s.barcode = ${often}::text)))`,
    },
  })

const lists = {
  all: listOf('all', undefined, livingParts),
  on_sale: listOf('on_sale', tabs.on_sale),
  off_sale: listOf('off_sale', tabs.off_sale),
  draft: listOf('draft', tabs.draft),
  sold_out: listOf('sold_out', tabs.sold_out, livingParts),
  low: listOf('low', tabs.low, livingParts),
  deleted: listOf('deleted', tabs.deleted),
}

/** A page of the products of a tab; without one, of all that are not in the bin. */
export async function listCmsProductsOf(
  db: Database,
  { tab, status, category_id, q, ...query }: z.output<typeof CmsProductQuery>,
) {
  const [[isOften = false] = [], category_ids] = await Promise.all([
    q === undefined ? undefined : areMany(db, { q }),
    category_id === undefined ? undefined : treeBelow(db, { id: category_id }),
  ])
  const values = { ...query, category_ids, ...(isOften ? { often: q } : { q }) }
  // A status alone is a tab.
  return tab ? lists[tab]({ db, query: { ...values, status } }) : lists[status ?? 'all']({ db, query: values })
}

/** How many products each tab has, counted up to 1000. */
export async function countTabs(db: Database): Promise<Record<Tab, number>> {
  const counted = (tab: Tab) =>
    sql<number>`(select least(count(*), ${sql.raw(String(countCap))})::int from ${upToCap(db, product, tabs[tab], countCap)})`
  const [row] = await db
    .select({
      on_sale: counted('on_sale'),
      off_sale: counted('off_sale'),
      draft: counted('draft'),
      sold_out: counted('sold_out'),
      low: counted('low'),
      deleted: counted('deleted'),
    })
    .from(sql`(values (1)) one`)
  return found(row, 'count')
}

/** Whether a SKU belongs to its product as it is, also in the bin: it was not withdrawn before. */
const isShownOf = (row: ProductRow) => (one: SkuRow) => one.deleted_at?.getTime() === row.deleted_at?.getTime()

/** What a product and its SKUs say by themselves, as the admin reads it. */
export function recordOf(row: ProductRow, skus: SkuRow[]) {
  const shown = skus.filter(isShownOf(row))
  const enabled = shown.filter((one) => one.enabled)
  const living = <One extends { removed?: true }>(all: One[]) => all.filter(({ removed }) => !removed)
  return {
    ...row,
    image_url: row.images[0] ?? null,
    specs: living(row.specs).map(({ id, name, values }) => ({
      id,
      name,
      values: living(values).map((value) => ({ id: value.id, name: value.name, image_url: value.image_url ?? null })),
    })),
    skus: shown,
    stock: enabled.reduce((sum, one) => sum + one.stock, 0),
    lowest_stock: enabled.length > 0 ? Math.min(...enabled.map((one) => one.stock)) : 0,
  }
}

const nameOf = (column: SQL) =>
  sql<{
    id: number
    name: string
  } | null>`(select json_build_object('id', u.id, 'name', u.nickname) from "user" u where u.id = ${column})`

/** The names that a product shows of other records. */
export async function relationsOf(db: Database, id: number) {
  const [related] = await db
    .select({
      category: sql<{
        id: number
        name: string
      }>`(select json_build_object('id', c.id, 'name', c.name) from category c where c.id = "product"."category_id")`,
      created_by: nameOf(sql.raw('"product"."created_by"')),
      updated_by: nameOf(sql.raw('"product"."updated_by"')),
      uses_count: sql<number>`((select count(*) from theme_product t where t.product_id = "product"."id")
        + (select count(distinct i.banner_id) from banner_item i where i.target_type = 'product' and i.target = "product"."id"::text))::int`,
    })
    .from(product)
    .where(eq(product.id, id))
  return found(related, 'product')
}

export const skusOf = (db: Database, product_id: number) =>
  db.select().from(sku).where(eq(sku.product_id, product_id)).orderBy(sku.id)

/** A product with its SKUs as the admin reads it, also from the bin. Throws `not_found`. */
export async function readCmsProduct(db: Database, id: number) {
  const [[row], skus] = await Promise.all([db.select().from(product).where(eq(product.id, id)), skusOf(db, id)])
  return { ...recordOf(found(row, 'product'), skus), ...(await relationsOf(db, id)) }
}

const openItems = (id: number) =>
  sql`"order" o join order_item i on i.order_id = o.id where o.status in ('unpaid', 'paid') and i.product_id = ${id}`

/** Themes, banners and open orders that have the product. Throws `not_found`. */
export async function readUses(db: Database, id: number) {
  const [row] = await db
    .select({
      themes: sql<{ id: number; name: string }[]>`(
        select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by t.id), '[]')
        from theme t join theme_product p on p.theme_id = t.id where p.product_id = ${id})`,
      banners: sql<{ id: number; name: string }[]>`(
        select coalesce(json_agg(json_build_object('id', b.id, 'name', b.name) order by b.id), '[]') from banner b
        where exists (select from banner_item i where i.banner_id = b.id and i.target_type = 'product' and i.target = ${String(id)}))`,
      unpaid_orders: sql<number>`(select count(distinct o.id)::int from ${openItems(id)} and o.status = 'unpaid')`,
      unshipped_orders: sql<number>`(select count(distinct o.id)::int from ${openItems(id)} and o.status = 'paid')`,
    })
    .from(product)
    .where(eq(product.id, id))
  return found(row, 'product')
}

/** The pieces of each SKU of a product in orders that are not paid, or not shipped, yet. */
export async function openPieces(db: Database, product_id: number) {
  const rows = await db
    .select({
      sku_id: sql<number>`open.sku_id`,
      unpaid: sql<number>`open.unpaid`,
      unshipped: sql<number>`open.unshipped`,
    })
    .from(sql`(
      select i.sku_id, coalesce(sum(i.count) filter (where o.status = 'unpaid'), 0)::int as unpaid,
        coalesce(sum(i.count) filter (where o.status = 'paid'), 0)::int as unshipped
      from ${openItems(product_id)} group by i.sku_id) open`)
  return new Map(rows.map((row) => [row.sku_id, row]))
}

const { created_at, id, sku_id, delta, balance, reason, note, order_id, actor } = getTableColumns(stock_log)

const logColumns = {
  id,
  created_at,
  sku_id,
  sku_no: sql<string>`(select s.sku_no from sku s where s.id = "stock_log"."sku_id")`,
  spec_text: sql<string>`(select array_to_string(s.spec_values, ' / ') from sku s where s.id = "stock_log"."sku_id")`,
  delta,
  balance,
  reason,
  note,
  order_id,
  actor,
}

const ofProduct = sql`${stock_log.sku_id} in (select s.id from sku s where s.product_id = ${sql.placeholder('product_id')})`

/** The stock ledger of the SKUs of a product, also of withdrawn ones, newest first. */
export const listStockLogOf = newestList('stock_log', {
  table: stock_log,
  query: StockLogQuery.extend({ product_id: pathId }),
  columns: logColumns,
  filters: { product_id: ofProduct, sku_id: stock_log.sku_id, reason: stock_log.reason, ...within(stock_log) },
})
