import { getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { jsonStatement } from '@/db/connection/statement'
import { type productStates, productStatuses } from '@/db/enums'
import { product } from '@/db/schema/product'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import { upToCap } from '@/lib/kit/api/rows/count'
import { beginsWith, contains, countOf, newestList, type Parts } from '@/lib/kit/api/rows/list'
import { found } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { isNotDeleted } from './cms-queries'
import { CmsProductQuery, type productTabs } from './cms-schema'
import { isPossibleOrder } from './scarce'

/* Each tab, filter and search has a condition with an index. */

type Tab = (typeof productTabs)[number]

/** Of the product of the outer query. In the trash: those that were deleted with the product. */
const offered = sql`sku s where s.product_id = "product"."id" and s.enabled and s.deleted_at is not distinct from "product"."deleted_at"`

const { grams, content, summary, images, properties, specs, shown_specs, state, stock_level, ...listed } =
  getTableColumns(product)

const stock = sql<number>`(select coalesce(sum(s.stock), 0)::int from ${offered})`

const columns = {
  ...listed,
  image_url: sql<string | null>`${images}[1]`,
  category: sql<{
    id: number
    name: string
  }>`(select json_build_object('id', c.id, 'name', c.name) from category c where c.id = "product"."category_id")`,
  stock,
  lowest_stock: sql<number>`(select coalesce(min(s.stock), 0) from ${offered})`,
}

/** For partial indexes: one has the products on sale, another all other products. */
const inState: Record<(typeof productStates)[number], SQL> = {
  on_sale: sql`status = 'on_sale' and deleted_at is null`,
  off_sale: sql`state = 'off_sale'`,
  draft: sql`state = 'draft'`,
  deleted: sql`state = 'deleted'`,
}

/** Each part has an index. No index sorts all of these products, because each sale would have to write it. */
const activeParts: Parts = [inState.on_sale, inState.off_sale, inState.draft]

const scarce = (level: 0 | 1) => sql`stock_level = ${sql.raw(String(level))} and deleted_at is null`
const scarceParts: Parts = [scarce(0), scarce(1)]

/** `all`: without the trash. */
export const tabs: Record<Tab | 'all', SQL> = {
  ...inState,
  all: isNotDeleted,
  sold_out: scarce(0),
  low: sql`stock_level < 2 and deleted_at is null`,
}

/** For tabs without one index for all of their products. */
const partsOf: Partial<Record<Tab | 'all', Parts>> = { all: activeParts, low: scarceParts }

const countCap = 1_000

/** `limit` applies separately to products on sale and to all others. */
const namedLike = (q: Placeholder, limit = sql``) => {
  const named = (where: SQL) =>
    sql`(select p.id from product p where ${where} and grams(p.name) @> search_grams(${q}::text) and ${contains(sql`p.name`, q)} ${limit})`
  return sql`${named(sql`p.status = 'on_sale' and p.deleted_at is null`)} union all ${named(sql`p.state <> 'on_sale'`)}`
}

/** Number that begins with a text, or whole barcode. `limit` applies to numbers. Products can repeat. */
const numbered = (q: Placeholder, limit = sql``) =>
  sql`(select s.product_id as id from sku s where ${beginsWith(sql`s.sku_no`, q)} ${limit})
    union all select s.product_id from sku s where s.barcode = ${q}::text`

/**
 * Hits up to which a search looks them up by id. With more hits, products are read in the sort order of the list, which
 * may reach SKU numbers that begin alike late: they are often created together.
 */
const most = { named: 2_000, numbered: 20_000 }

// Applied to each part of the hits: for one limit over all parts, the planner chooses a parallel plan, which starts
// late.
const upTo = (limit: number) => sql.raw(`limit ${limit}`)

/** By name (`named`) and number (`numbered`); null: too many hits. */
const findHits = jsonStatement('cms_product_hits', (db) => {
  const idsOf = (hits: SQL, limit: number) =>
    sql`(select case when count(*) <= ${sql.raw(String(limit))} then coalesce(json_agg(distinct h.id), '[]') end from (${hits}) h)`
  const q = sql.placeholder('q')
  const [named, numbers] = [namedLike(q, upTo(most.named + 1)), numbered(q, upTo(most.numbered + 1))]
  return db
    .select({
      json: sql<{
        named: number[] | null
        numbered: number[] | null
      }>`json_build_object('named', ${idsOf(named, most.named)}, 'numbered', ${idsOf(numbers, most.numbered)})`,
    })
    .from(sql`(values (1)) one`)
})

const treeBelow = jsonStatement('cms_category_tree', (db) =>
  db.select({ json: sql<number>`tree.id` }).from(sql`(
    with recursive tree as (
      select ${sql.placeholder('id')}::int as id
      union all select c.id from category c join tree on c.parent_id = tree.id
    ) select id from tree) tree`),
)

/** Some parameters are replaced by values that are read first, because the best plan depends on them. */
const Listed = CmsProductQuery.omit({ tab: true, category_id: true, q: true }).extend({
  /** With descendants. PostgreSQL estimates the number of products better for ids than for a subquery. */
  category_ids: z.array(z.int()).optional(),
  /** Found by `q`. */
  ids: z.array(z.int()).optional(),
  /** `q`, if in too many names. `or_ids` then has the products that match by number. */
  named: z.string().optional(),
  or_ids: z.array(z.int()).optional(),
  /** `q`, if it matches more than `most.numbered` SKU numbers and barcodes. */
  numbered: z.string().optional(),
})

const idsIn = (name: keyof typeof Listed.shape) => sql`${sql.placeholder(name)}::int[]`
const declared = {
  table: product,
  query: Listed,
  columns,
  sorts: { stock },
  cap: countCap,
  filters: {
    status: product.status,
    external_id: product.external_id,
    category_ids: sql`${product.category_id} = any(${idsIn('category_ids')})`,
    // An array, because the planner always expects few elements in it, unlike in a subquery.
    theme_id: sql`${product.id} = any(array(select t.product_id from theme_product t where t.theme_id = ${sql.placeholder('theme_id')}))`,
    price_from: sql`${product.price} >= ${sql.placeholder('price_from')}`,
    price_to: sql`${product.price} <= ${sql.placeholder('price_to')}`,
    created_from: sql`${product.created_at} >= ${sql.placeholder('created_from')}::timestamptz`,
    created_to: sql`${product.created_at} < ${sql.placeholder('created_to')}::timestamptz`,
    ids: sql`${product.id} = any(${idsIn('ids')})`,
    named: sql`(${contains(product.name, sql.placeholder('named'))} or ${product.id} in (select unnest(${idsIn('or_ids')})))`,
    or_ids: undefined,
    numbered: sql`(${contains(product.name, sql.placeholder('numbered'))} or exists (
      select from (${numbered(sql.placeholder('numbered'))}) h where h.id = "product"."id"))`,
  },
}

const ofEachTab = <List>(make: (tab: Tab | 'all') => List): Record<Tab | 'all', List> => ({
  all: make('all'),
  on_sale: make('on_sale'),
  off_sale: make('off_sale'),
  draft: make('draft'),
  sold_out: make('sold_out'),
  low: make('low'),
  deleted: make('deleted'),
})

const sorted = (tab: Tab | 'all') => {
  const parts = partsOf[tab]
  return { ...declared, ...(parts ? { parts } : { base: tabs[tab] }) }
}

const lists = ofEachTab((tab) => newestList(`cms_products_${tab}`, sorted(tab)))
/** A program that follows changes has to learn of products that were deleted. */
const withTrash = newestList('cms_products_with_trash', declared)
/** Few hits are looked up by id and sorted. */
const listsOfFew = ofEachTab((tab) => newestList(`cms_products_few_${tab}`, { ...declared, base: tabs[tab] }))
/** Many hits soon fill a page, so it is read in the sort order of an index. The total is the number of hits. */
const listsOfMany = ofEachTab((tab) => {
  const counting = (name: string, limit?: SQL) => {
    const hits = (q: Placeholder) =>
      sql`${product.id} = any(array(select h.id from (${namedLike(q, limit)} union all ${numbered(q, limit)}) h))`
    const filters = {
      ...declared.filters,
      named: hits(sql.placeholder('named')),
      numbered: hits(sql.placeholder('numbered')),
    }
    return countOf(`cms_products_${name}_${tab}`, { ...declared, base: tabs[tab], filters })
  }
  const countFirst = counting('first', upTo(most.named))
  const countAll = counting('many')
  const total: typeof countAll = async (db, query) => {
    const first = await countFirst(db, query)
    return first > countCap ? first : countAll(db, query)
  }
  return newestList(`cms_products_often_${tab}`, { ...sorted(tab), total })
})

/** Throws `invalid_request` naming `sort`. */
export async function list(db: Database, { tab, status, category_id, q, ...query }: z.output<typeof CmsProductQuery>) {
  if (!isPossibleOrder(query.sort, tab))
    throw invalid('query', 'sort', 'not_allowed', 'Only the tabs sold_out and low are sorted by stock.')
  const [[hits] = [], category_ids] = await Promise.all([
    q === undefined ? undefined : findHits(db, { q }),
    category_id === undefined ? undefined : treeBelow(db, { id: category_id }),
  ])
  // A status without a tab selects the tab of this status. With the tab of another status, the list is empty.
  const name = tab ?? status ?? 'all'
  const values = { ...query, category_ids, ...(tab && { status }) }
  if (status && status !== name && isStatus(name)) return listsOfFew[name]({ db, query: { ...values, ids: [] } })
  if (!hits && name === 'all' && query.updated_from !== undefined) return withTrash({ db, query: values })
  if (!hits) return (query.external_id === undefined ? lists : listsOfFew)[name]({ db, query: values })
  if (!hits.numbered) return listsOfMany[name]({ db, query: { ...values, numbered: q } })
  if (!hits.named) return listsOfMany[name]({ db, query: { ...values, named: q, or_ids: hits.numbered } })
  return listsOfFew[name]({ db, query: { ...values, ids: [...hits.named, ...hits.numbered] } })
}

const isStatus = (tab: string) => productStatuses.some((one) => one === tab)

/** Counts up to 1000. */
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
