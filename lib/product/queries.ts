import { type SQL, sql } from 'drizzle-orm'
import { genericParam, jsonStatement, statement } from '@/db/statement'
import { cappedTotal, totalCap } from '@/lib/api/page'
import type { Database } from '@/lib/database'
import type { ProductSort } from './schema'

export interface CardRow {
  id: number
  name: string
  summary: string
  image_url: string | null
  price: number
  market_price: number | null
  stock: number
  sold_count: number
  category_id: number
}

interface SkuRow {
  id: number
  sku_no: string
  spec_values: string[]
  price: number
  market_price: number | null
  stock: number
  image_url: string | null
}

/** Whether customers see a product; its alias is `p`, as in all SQL of this file. */
const visible = sql.raw(`p.status = 'on_sale' and p.deleted_at is null`)

/** The SKUs on offer of product `p`. */
const offered = sql.raw(`sku s where s.product_id = p.id and s.enabled and s.deleted_at is null`)

/** The card of product `p` as JSON. */
const card = sql`json_build_object(
  'id', p.id, 'name', p.name, 'summary', p.summary, 'image_url', p.images[1], 'price', p.price, 'market_price', p.market_price,
  'stock', (select coalesce(sum(s.stock), 0) from ${offered}), 'sold_count', p.sold_count, 'category_id', p.category_id)`

const sortColumns = sql.raw('p.sort_order, p.price, p.sold_count, p.created_at')

/** Counts stop one beyond the cap, which tells "exactly" from "at least". */
const capped = sql.raw(String(totalCap + 1))

const cardColumns = sql.raw(
  'p.id, p.name, p.summary, p.images, p.price, p.market_price, p.sold_count, p.category_id, p.sort_order, p.created_at',
)

interface ProductRow extends Omit<CardRow, 'stock'> {
  images: string[]
  properties: { name: string; detail: string }[]
  specs: { name: string; values: string[] }[]
  skus: SkuRow[]
  content: string
  category: { id: number; name: string }
}

/** One JSON value, because decoding fourteen columns takes longer than the query. */
const productStatement = jsonStatement('read_product', (db) =>
  db
    .select({
      json: sql<ProductRow>`json_build_object(
        'id', p.id, 'name', p.name, 'summary', p.summary, 'image_url', p.images[1], 'price', p.price, 'market_price', p.market_price,
        'sold_count', p.sold_count, 'category_id', p.category_id, 'images', p.images, 'properties', p.properties, 'specs', p.specs,
        'content', p.content, 'category', json_build_object('id', c.id, 'name', c.name),
        'skus', coalesce((
          select json_agg(json_build_object('id', s.id, 'sku_no', s.sku_no, 'spec_values', s.spec_values, 'price', s.price,
            'market_price', s.market_price, 'stock', s.stock, 'image_url', s.image_url) order by s.id) from ${offered}), '[]'))`,
    })
    .from(sql`product p join category c on c.id = p.category_id`)
    .where(sql`p.id = ${sql.placeholder('id')} and ${visible}`),
)

/** A visible product with its SKUs on offer; undefined where there is none. */
export async function readProduct(db: Database, id: number) {
  const [product] = await productStatement(db, { id })
  return product && Object.assign(product, { stock: product.skus.reduce((sum, one) => sum + one.stock, 0) })
}

/** `order by` for products `p`; the id makes the order total and lets one index serve both directions. */
function orderBy(sort: ProductSort): SQL {
  const [field, direction] = sort.startsWith('-') ? [sort.slice(1), 'desc'] : [sort, 'asc']
  return sql.raw(`p.${field} ${direction}, p.id ${direction}`)
}

/**
 * The first `end` of `rows`, which have the alias `p`. `end` is a generic parameter, for which the planner would assume a
 * tenth of all rows; the literal `maximum`, at least as large, gives it a better estimate.
 */
const firstOf = (rows: SQL, order: SQL, maximum: number, end: SQL) =>
  sql`select p.* from (${rows} order by ${order} limit ${sql.raw(String(maximum))}) p order by ${order} limit ${end}`

/** Makes one value per key, when it is first needed. */
function memoizeByKey<Key, Value>(make: (key: Key) => Value) {
  const values = new Map<Key, Value>()
  return (key: Key) => {
    const value = values.get(key) ?? make(key)
    values.set(key, value)
    return value
  }
}

interface Listed {
  known: boolean
  counted: number
  items: CardRow[]
}

/**
 * Products of a category and of all below it. Each category's products are read through an index up to the end of the
 * page and the rows are merged, so the cost depends on the page, not on the number of products. The count is ordered by
 * the default sort too: without an order, the planner may scan the whole table for a category with few products.
 */
const byCategory = memoizeByKey((sort: ProductSort) =>
  memoizeByKey((maximum: number) =>
    jsonStatement(`by_category_${sort}_${maximum}`, (db) => {
      const [order, defaultOrder] = [orderBy(sort), orderBy('sort_order')]
      const [size, offset] = [genericParam('size', 'int'), genericParam('offset', 'int')]
      const ofOne = sql`select ${cardColumns} from product p where p.category_id = tree.id and ${visible}`
      return db.select({ json: sql<Listed>`to_json(answer)` }).from(sql`(
        with recursive up as (
          select id, parent_id, status from category where id = ${sql.placeholder('id')}
          union all select c.id, c.parent_id, c.status from category c join up on c.id = up.parent_id
        ), tree as (
          select ${sql.placeholder('id')}::int as id where (select bool_and(status = 'enabled') from up)
          union all select c.id from category c join tree on c.parent_id = tree.id where c.status = 'enabled'
        )
        select exists (select 1 from tree) as known,
          (select count(*)::int from (
            select 1 from tree cross join lateral (
              select 1 from product p where p.category_id = tree.id and ${visible} order by ${defaultOrder} limit ${capped}) p
            limit ${capped}) c) as counted,
          (select coalesce(json_agg(${card} order by ${order}), '[]') from (
            select p.* from tree cross join lateral (${firstOf(ofOne, order, maximum, sql`${offset} + ${size}`)}) p
            order by ${order} limit ${size} offset ${offset}) p) as items
      ) as answer`)
    }),
  ),
)

interface Page {
  page: number
  size: number
  sort: ProductSort
}

const window = ({ page, size }: Page) => ({ offset: (page - 1) * size, size })

/** A page of the visible products of a category. Undefined where it is unknown, disabled, or below a disabled one. */
export async function listByCategory(db: Database, id: number, page: Page) {
  // The end of the page, rounded up to a power of ten, so that there are few statements per sort.
  const maximum = 10 ** Math.max(2, Math.ceil(Math.log10(page.page * page.size)))
  const [row] = await byCategory(page.sort)(maximum)(db, { id, ...window(page) })
  if (!row?.known) return undefined
  return { items: row.items, page: page.page, size: page.size, ...cappedTotal(row.counted) }
}

/**
 * A page of the products whose name, summary or properties contain `q`, ignoring case. The index on grams of one and two
 * characters finds the candidates; a longer `q` is then compared with their text. Candidates may be many, so they carry
 * only the id and the sort columns. Not a prepared statement, because the best plan depends on `q`.
 */
export async function searchProducts(db: Database, q: string, page: Page) {
  const order = orderBy(page.sort)
  const { size, offset } = window(page)
  const [row] = await db.select({ counted: sql<number>`counted`, items: sql<CardRow[]>`items` }).from(sql`(
    with hits as materialized (
      select p.id, ${sortColumns} from product p
      where p.grams @> search_grams(${q}::text) and ${visible}
        and (char_length(${q}::text) <= 2 or position(lower(${q}::text) in product_text(p.name, p.summary, p.properties)) > 0)
    ), shown as (
      select p.id from hits p order by ${order} limit ${size} offset ${offset}
    )
    select (select count(*)::int from (select 1 from hits limit ${capped}) c) as counted,
      (select coalesce(json_agg(${card} order by ${order}), '[]') from shown join product p on p.id = shown.id) as items
  ) as answer`)
  return { items: row?.items ?? [], page: page.page, size: page.size, ...cappedTotal(row?.counted ?? 0) }
}

const newest = statement('newest_products', (db) => {
  const all = sql`select ${cardColumns} from product p where ${visible}`
  return db
    .select({ card: sql<CardRow>`${card}` })
    .from(sql`(${firstOf(all, sql`p.id desc`, 100, genericParam('size', 'int'))}) p`)
    .orderBy(sql`p.id desc`)
})

/** The newest visible products, at most 100. */
export async function newestProducts(db: Database, size: number): Promise<CardRow[]> {
  return (await newest(db, { size })).map((row) => row.card)
}

const inTheme = statement('theme_products', (db) =>
  db
    .select({ card: sql<CardRow>`${card}` })
    .from(sql`theme_product tp join product p on p.id = tp.product_id`)
    .where(sql`tp.theme_id = ${sql.placeholder('theme_id')} and ${visible}`)
    .orderBy(sql`tp.sort_order, p.id`)
    .limit(100),
)

/** The visible products of a theme in its own order, at most 100. */
export async function productsOfTheme(db: Database, theme_id: number): Promise<CardRow[]> {
  return (await inTheme(db, { theme_id })).map((row) => row.card)
}
