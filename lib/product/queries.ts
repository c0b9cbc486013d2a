import { type SQL, sql } from 'drizzle-orm'
import { jsonStatement, statement, unseen } from '@/db/statement'
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

/** What a customer may see, of a product called `p`. */
const visible = sql.raw(`p.status = 'on_sale' and p.deleted_at is null`)

/** The SKUs on offer of a product called `p`. */
const offered = sql.raw(`sku s where s.product_id = p.id and s.enabled and s.deleted_at is null`)

/** A card as JSON, of a product called `p`. The statements of this file alias it so throughout. */
const card = sql`json_build_object(
  'id', p.id, 'name', p.name, 'summary', p.summary, 'image_url', p.images[1], 'price', p.price, 'market_price', p.market_price,
  'stock', (select coalesce(sum(s.stock), 0) from ${offered}), 'sold_count', p.sold_count, 'category_id', p.category_id)`

const sortColumns = sql.raw('p.sort_order, p.price, p.sold_count, p.created_at')

/** A count goes one beyond the cap, to tell "exactly" from "at least". */
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

/** One JSON value, because taking fourteen columns apart costs more than the query. */
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

/** `order by` over products called `p`; the id makes the order total and lets one index serve both directions. */
function orderBy(sort: ProductSort): SQL {
  const [field, direction] = sort.startsWith('-') ? [sort.slice(1), 'desc'] : [sort, 'asc']
  return sql.raw(`p.${field} ${direction}, p.id ${direction}`)
}

/**
 * The first so many of the `rows`, which are of products called `p`. How many is kept from the planner, which would then
 * expect a tenth of all there are; `most` tells it how few they are at most.
 */
const firstOf = (rows: SQL, order: SQL, most: number, end: SQL) =>
  sql`select p.* from (${rows} order by ${order} limit ${sql.raw(String(most))}) p order by ${order} limit ${end}`

/** A statement per kind, made and prepared when it is first needed. */
function per<Kind, Made>(make: (kind: Kind) => Made) {
  const made = new Map<Kind, Made>()
  return (kind: Kind) => {
    const known = made.get(kind) ?? make(kind)
    made.set(kind, known)
    return known
  }
}

interface Listed {
  known: boolean
  counted: number
  items: CardRow[]
}

/**
 * Products of a category and of all below it. Each category is read through its own index up to the end of the page
 * and the few rows are merged: the cost follows the page, not the number of products. They are counted in the
 * usual order, which is mostly that of the table: without any, the database may as well read all of it for a category
 * that has few, and in another it looks up for every single one whether it is still there.
 */
const byCategory = per((sort: ProductSort) =>
  per((most: number) =>
    jsonStatement(`by_category_${sort}_${most}`, (db) => {
      const [order, usual] = [orderBy(sort), orderBy('sort_order')]
      const [size, offset] = [unseen('size', 'int'), unseen('offset', 'int')]
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
              select 1 from product p where p.category_id = tree.id and ${visible} order by ${usual} limit ${capped}) p
            limit ${capped}) c) as counted,
          (select coalesce(json_agg(${card} order by ${order}), '[]') from (
            select p.* from tree cross join lateral (${firstOf(ofOne, order, most, sql`${offset} + ${size}`)}) p
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

/** Undefined where the category is unknown, disabled, or below a disabled one. */
export async function listByCategory(db: Database, id: number, page: Page) {
  // The end of the page, rounded up: what it costs is of that magnitude, and there are few.
  const most = 10 ** Math.max(2, Math.ceil(Math.log10(page.page * page.size)))
  const [row] = await byCategory(page.sort)(most)(db, { id, ...window(page) })
  if (!row?.known) return undefined
  return { items: row.items, page: page.page, size: page.size, ...cappedTotal(row.counted) }
}

/**
 * Products whose name, summary or properties contain `q`, in any case. The pieces of the term find the candidates; the
 * term itself decides. A term of one or two characters is a piece, so there is nothing left to compare. Only ids and what
 * is sorted by go through the candidates: they may be many. Not prepared: how best to search depends on the term.
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
    .from(sql`(${firstOf(all, sql`p.id desc`, 100, unseen('size', 'int'))}) p`)
    .orderBy(sql`p.id desc`)
})

/** The newest visible products, a hundred at most. */
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

/** The visible products of a theme in its own order, at most a hundred. */
export async function productsOfTheme(db: Database, theme_id: number): Promise<CardRow[]> {
  return (await inTheme(db, { theme_id })).map((row) => row.card)
}
