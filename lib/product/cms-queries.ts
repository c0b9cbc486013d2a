import { and, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { product, sku, stock_log } from '@/db/schema/product'
import { pathId } from '@/lib/kit/api/endpoint/fields'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import { beginsWith, changedAfter, longestWrite, newestList, within } from '@/lib/kit/api/rows/list'
import { found, type RowOf } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { nameOf as userNameOf } from '@/lib/kit/people/customer'
import { openItems, openPieces } from '@/lib/stock/open-pieces'
import { type CmsSkuPage, CmsSkuQuery, StockLogQuery, type StockLogRow } from './cms-schema'

export type ProductRow = RowOf<typeof product>
export type SkuRow = RowOf<typeof sku>

export const isNotDeleted = isNull(product.deleted_at)

/** For a product in the trash, the SKUs that were deleted with it. */
const isShownOf = (row: ProductRow) => (one: SkuRow) => one.deleted_at?.getTime() === row.deleted_at?.getTime()

/** Without fields of related records. */
export function recordOf(row: ProductRow, skus: SkuRow[]) {
  const shown = skus.filter(isShownOf(row))
  const enabled = shown.filter((one) => one.enabled)
  const kept = <One extends { removed?: true }>(all: One[]) => all.filter(({ removed }) => !removed)
  return {
    ...row,
    image_url: row.images[0] ?? null,
    specs: kept(row.specs).map(({ id, name, values }) => ({
      id,
      name,
      values: kept(values).map((value) => ({ id: value.id, name: value.name, image_url: value.image_url ?? null })),
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

/** Throws `not_found`. */
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

/** Without withdrawn SKUs. */
export const readPrices = (db: Database, product_ids: number[]) => {
  const { id, product_id, spec_values, price, market_price, cost, stock, enabled } = sku
  return db
    .select({ id, product_id, spec_values, price, market_price, cost, stock, enabled })
    .from(sku)
    .where(and(inArray(product_id, product_ids), isNull(sku.deleted_at)))
    .orderBy(product_id, id)
}

/** Also from the trash. Throws `not_found`. */
export async function readCmsProduct(db: Database, id: number) {
  const [[row], skus] = await Promise.all([db.select().from(product).where(eq(product.id, id)), skusOf(db, id)])
  return { ...recordOf(found(row, 'product'), skus), ...(await relationsOf(db, id)) }
}

/** Throws `not_found`. */
export async function readUses(db: Database, id: number) {
  const [row] = await db
    .select({
      themes: sql<{ id: number; name: string }[]>`(
        select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by t.id), '[]')
        from theme t join theme_product p on p.theme_id = t.id where p.product_id = ${id})`,
      banners: sql<{ id: number; name: string }[]>`(
        select coalesce(json_agg(json_build_object('id', b.id, 'name', b.name) order by b.id), '[]') from banner b
        where exists (select from banner_item i where i.banner_id = b.id and i.target_type = 'product' and i.target = ${String(id)}))`,
      unpaid_orders: sql<number>`(select count(distinct o.id)::int from ${openItems([id])} and o.status = 'unpaid')`,
      unshipped_orders: sql<number>`(select count(distinct o.id)::int from ${openItems([id])} and o.status = 'paid')`,
    })
    .from(product)
    .where(eq(product.id, id))
  return found(row, 'product')
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
  order_no: sql<string | null>`(select o.order_no from "order" o where o.id = "stock_log"."order_id")`,
  actor,
  person: sql<z.input<typeof StockLogRow>['person']>`
    case when (select u.kind from "user" u where u.id = "stock_log"."actor") = 'staff' then ${userNameOf('stock_log.actor')} end`,
}

const ofProduct = sql`${stock_log.sku_id} in (select s.id from sku s where s.product_id = ${sql.placeholder('product_id')})`

/** With withdrawn SKUs. */
export const listStockLog = newestList('stock_log', {
  table: stock_log,
  query: StockLogQuery.extend({ product_id: pathId }),
  columns: logColumns,
  filters: { product_id: ofProduct, sku_id: stock_log.sku_id, reason: stock_log.reason, ...within(stock_log) },
})

const q = sql.placeholder('q')

const declaredSkus = {
  table: sku,
  query: CmsSkuQuery,
  columns: {
    id: sku.id,
    sku_no: sku.sku_no,
    barcode: sku.barcode,
    external_id: sku.external_id,
    spec_values: sku.spec_values,
    price: sku.price,
    cost: sku.cost,
    stock: sku.stock,
    enabled: sku.enabled,
    updated_at: sku.updated_at,
    deleted_at: sku.deleted_at,
    product: sql<z.input<typeof CmsSkuPage>['items'][number]['product']>`(
      select json_build_object('id', p.id, 'name', p.name, 'status', p.status) from product p where p.id = sku.product_id)`,
  },
  filters: {
    sku_no: sql`${sku.sku_no} = any(${sql.placeholder('sku_no')}::text[])`,
    q: sql`${sku.id} = any(array(
      select s.id from sku s where ${beginsWith(sql`s.sku_no`, q)} union all select s.id from sku s where s.barcode = ${q}::text))`,
    external_id: sku.external_id,
    product_id: sku.product_id,
  },
}

const listOffered = newestList('cms_skus', { ...declaredSkus, base: sql`deleted_at is null` })

/**
 * By the ledger, and by the products, which change with everything else of a SKU: an index on the time of the last
 * change of SKUs would make every sale slower. A transaction that began before another may set the time of the product
 * after it, to an earlier one.
 */
const listChanged = newestList('cms_skus_changed', {
  ...declaredSkus,
  base: sql`${sku.id} = any(array(
    select l.sku_id from stock_log l where l.created_at >= ${changedAfter}
    union select s.id from product p join sku s on s.product_id = p.id where p.updated_at >= ${changedAfter} - ${longestWrite}))`,
})

/** Without withdrawn SKUs and the trash, unless by `updated_at`. Throws `invalid_request` for a missing `updated_from`. */
export async function listSkus({ db, query }: Parameters<typeof listOffered>[0]) {
  const isByChange = query.sort === 'updated_at'
  if (isByChange && query.updated_from === undefined)
    throw invalid('query', 'updated_from', 'required', 'SKUs are sorted by updated_at from a time.')
  const { items, ...page } = await (isByChange ? listChanged : listOffered)({ db, query })
  const ids = items.map(({ id }) => id)
  const products = [...new Set(items.map(({ product }) => product.id))]
  const open = await openPieces(db, products, ids)
  return { ...page, items: items.map((one) => ({ ...one, unpaid: 0, unshipped: 0, ...open.get(one.id) })) }
}
