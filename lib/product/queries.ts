import { type SQL, sql } from 'drizzle-orm'
import { genericParam, jsonStatement, statement } from '@/db/connection/statement'
import type { Delivery } from '@/db/enums'
import { cappedTotal, totalCap } from '@/lib/kit/api/endpoint/page'
import type { Database } from '@/lib/kit/database'
import { hasPieces, runningDeals, shownLeft } from '@/lib/pricing/deal'
import { dealForm, inForms, isRunning } from '@/lib/pricing/running'
import { areTooMany, type CardDeal, cheapest, type DealsOfShop, dealsForm, dealsOfShop, withDeals } from './deals'
import type { ProductSort } from './schema'

export interface CardRow {
  id: number
  name: string
  summary: string
  image_url: string | null
  price: number
  price_max: number
  market_price: number | null
  stock: number
  sold_count: number
  category_id: number
  pickup_only: boolean
  deal: CardDeal | null
}

interface SkuRow {
  id: number
  sku_no: string
  spec_values: string[]
  price: number
  market_price: number | null
  stock: number
  image_url: string | null
  deal: SkuDeal | null
}

interface SkuDeal extends CardDeal {
  promotion_id: number
  label: string
  limit: number | null
  exclusive: boolean
}

/** Products have the alias `p` in all SQL of this file. */
export const visible = sql.raw(`p.status = 'on_sale' and p.deleted_at is null`)

/** `s` of product `p`, as the end of a query. Append further conditions with `and`. */
const offered = sql.raw(`sku s where s.product_id = p.id and s.enabled and s.deleted_at is null`)

/** With their SKU `s`. */
const usableDeals = sql`${runningDeals} and ${hasPieces}
  and exists (select from sku s where s.id = ds.sku_id and ds.price < s.price and s.enabled and s.deleted_at is null)`

/** Of product `p`; null: no deal. */
const cheapestDeal = sql`(
  select json_build_object('price', ds.price, 'ends_at', d.ends_at, 'left', ${shownLeft}) from ${usableDeals} and ds.product_id = p.id
  order by ds.price, d.ends_at limit 1)`

const noDeal = sql.raw('null::json')

const isPickupOnly = sql.raw(`'express' <> all (p.deliveries)`)

/** Fields of product `p` that lists show. */
const cardWith = (deal: SQL) => sql`json_build_object(
  'id', p.id, 'name', p.name, 'summary', p.summary, 'image_url', p.images[1], 'price', p.price, 'price_max', p.price_max,
  'market_price', p.market_price, 'stock', (select coalesce(sum(s.stock), 0) from ${offered}), 'sold_count', p.sold_count, 'category_id', p.category_id,
  'pickup_only', ${isPickupOnly}, 'deal', ${deal})`

const card = cardWith(cheapestDeal)

/** One more than the highest exact total, to tell it from a larger one. */
const capped = sql.raw(String(totalCap + 1))

const cardColumns = sql.raw(
  'p.id, p.name, p.summary, p.images, p.price, p.price_max, p.market_price, p.sold_count, p.category_id, p.deliveries, p.sort_order, p.created_at',
)

interface ProductRow extends Omit<CardRow, 'stock'> {
  images: string[]
  properties: { name: string; detail: string }[]
  specs: { name: string; values: string[] }[]
  skus: SkuRow[]
  deliveries: Delivery[]
  content: string
  category: { id: number; name: string }
}

interface ReadProduct {
  form: number
  product: ProductRow
  /** Of its SKUs, whatever they cost without it. */
  deals: { sku_id: number; deal: SkuDeal }[] | null
}

const dealsOfProduct = sql`(
  select json_agg(json_build_object('sku_id', ds.sku_id, 'deal', json_build_object(
    'promotion_id', d.id, 'label', d.label, 'price', ds.price, 'ends_at', d.ends_at,
    'left', ${shownLeft}, 'limit', d.per_customer, 'exclusive', d.exclusive)))
  from deal_sku ds cross join lateral (select d.* from promotion d where d.id = ds.promotion_id and ${isRunning} offset 0) d
  where ds.product_id = p.id and ${hasPieces})`

/** One JSON value, because decoding fourteen columns takes longer than the query. */
const productWith = (db: Database, deals: SQL) =>
  db
    .select({
      json: sql<ReadProduct>`json_build_object('form', ${dealForm}, 'deals', ${deals}, 'product', json_build_object(
        'id', p.id, 'name', p.name, 'summary', p.summary, 'image_url', p.images[1], 'price', p.price, 'price_max', p.price_max,
        'market_price', p.market_price, 'sold_count', p.sold_count, 'category_id', p.category_id, 'pickup_only', ${isPickupOnly}, 'deal', null, 'images', p.images, 'properties', p.properties, 'specs', p.shown_specs,
        'deliveries', p.deliveries, 'content', p.content, 'category', json_build_object('id', c.id, 'name', c.name),
        'skus', coalesce((
          select json_agg(json_build_object('id', s.id, 'sku_no', s.sku_no, 'spec_values', s.spec_values, 'price', s.price,
            'market_price', s.market_price, 'stock', s.stock, 'image_url', s.image_url, 'deal', null) order by s.id) from ${offered}), '[]')))`,
    })
    .from(sql`product p join category c on c.id = p.category_id`)
    .where(sql`p.id = ${sql.placeholder('id')} and ${visible}`)

const productStatement = inForms([
  jsonStatement('read_product_plain', (db) => productWith(db, noDeal)),
  jsonStatement('read_product', (db) => productWith(db, dealsOfProduct)),
])

/** With its SKUs on offer. */
export async function readProduct(db: Database, id: number) {
  const [found] = await productStatement(db, { id })
  if (!found) return undefined
  const { product, deals } = found
  for (const sku of deals ? product.skus : []) {
    const own = deals?.filter(({ sku_id, deal }) => sku_id === sku.id && deal.price < sku.price)
    sku.deal = cheapest(own?.map(({ deal }) => deal) ?? [])
  }
  const best = cheapest(product.skus.flatMap(({ deal }) => deal ?? []))
  product.deal = best && { price: best.price, ends_at: best.ends_at, left: best.left }
  return Object.assign(product, { stock: product.skus.reduce((sum, one) => sum + one.stock, 0) })
}

const cardsStatement = jsonStatement('cards_of', (db) =>
  db
    .select({ json: sql<CardRow>`${card}` })
    .from(
      sql`unnest(${genericParam('ids', 'int[]')}) with ordinality asked(id, place) join product p on p.id = asked.id`,
    )
    .where(visible)
    .orderBy(sql`asked.place`),
)

/** In the sequence of `ids`. Without products that customers do not see. */
export const cardsOf = (db: Database, ids: number[]): Promise<CardRow[]> => cardsStatement(db, { ids })

/** Ends with the id, so that the sequence is unique and one index serves both directions. */
export function orderBy(sort: ProductSort): SQL {
  const [field, direction] = sort.startsWith('-') ? [sort.slice(1), 'desc'] : [sort, 'asc']
  return sql.raw(`p.${field} ${direction}, p.id ${direction}`)
}

/**
 * `rows` have the alias `p`. For `end`, the planner would assume a tenth of all rows; the literal `maximum`, not below
 * `end`, gives it a better estimate.
 */
const firstOf = (rows: SQL, order: SQL, maximum: number, end: SQL) =>
  sql`select p.* from (${rows} order by ${order} limit ${sql.raw(String(maximum))}) p order by ${order} limit ${end}`

function memoizeByKey<Key, Value>(make: (key: Key) => Value) {
  const values = new Map<Key, Value>()
  return (key: Key) => {
    const value = values.get(key) ?? make(key)
    values.set(key, value)
    return value
  }
}

interface Listed {
  form: number
  /** null: none, or each card has its own. */
  deals: DealsOfShop
  known: boolean
  counted: number
  items: CardRow[]
}

interface CategoryPage {
  sort: ProductSort
  maximum: number
  /** A card of product `p`. */
  shown: SQL
  form: SQL
  deals: SQL
}

/**
 * Merges the rows of each category, read by an index up to the end of the page: the cost depends on the page. Without
 * its `order by`, the count may scan the whole table for a category with few products.
 */
function categoryPage(db: Database, { sort, maximum, shown, ...deals }: CategoryPage) {
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
    select ${deals.form} as form, ${deals.deals} as deals, exists (select 1 from tree) as known,
      (select count(*)::int from (
        select 1 from tree cross join lateral (
          select 1 from product p where p.category_id = tree.id and ${visible} order by ${defaultOrder} limit ${capped}) p
        limit ${capped}) c) as counted,
      (select coalesce(json_agg(${shown} order by ${order}), '[]') from (
        select p.* from tree cross join lateral (${firstOf(ofOne, order, maximum, sql`${offset} + ${size}`)}) p
        order by ${order} limit ${size} offset ${offset}) p) as items
  ) as answer`)
}

const byCategory = memoizeByKey((sort: ProductSort) =>
  memoizeByKey((maximum: number) => {
    const name = `by_category_${sort}_${maximum}`
    const page = { sort, maximum, shown: cardWith(noDeal), form: dealForm, deals: noDeal }
    const few = jsonStatement(`${name}_deals`, (db) => categoryPage(db, { ...page, deals: dealsOfShop }))
    return inForms([
      jsonStatement(`${name}_plain`, (db) => categoryPage(db, page)),
      async (db: Database, values?: Record<string, unknown>) =>
        (await few(db, values)).map((row) => ({ ...row, form: areTooMany(row.deals) ? 2 : row.form })),
      jsonStatement(name, (db) => categoryPage(db, { ...page, shown: card, form: dealsForm })),
    ])
  }),
)

export interface Page<Sort> {
  page: number
  size: number
  sort: Sort
}

export interface Window {
  size: number
  offset: number
}

export const windowOf = ({ page, size }: { page: number; size: number }): Window => ({
  offset: (page - 1) * size,
  size,
})

/** undefined: unknown, disabled, or below a disabled category. */
export async function listByCategory(db: Database, id: number, page: Page<ProductSort>) {
  // The end of the page is rounded up to a power of ten, so that there are few prepared statements per sort.
  const maximum = 10 ** Math.max(2, Math.ceil(Math.log10(page.page * page.size)))
  const [row] = await byCategory(page.sort)(maximum)(db, { id, ...windowOf(page) })
  if (!row?.known) return undefined
  return { items: withDeals(row.items, row.deals), page: page.page, size: page.size, ...cappedTotal(row.counted) }
}

/** More than are counted exactly. */
export async function areMany(db: Database, condition: SQL): Promise<boolean> {
  const [row] = await db
    .select({ many: sql<boolean>`count(*) = ${capped}` })
    .from(sql`(select 1 from product p where ${visible} and (${condition}) limit ${capped}) hit`)
  return row?.many ?? false
}

/** Frequent words usually fill a page much sooner; otherwise all hits are sorted. */
const mostWalked = sql.raw('20000')

/** In the sort order of an index. Products behind the first 20,000 can be missing. */
export const walk = (condition: SQL, order: SQL) =>
  sql`select p.* from (select p.* from product p where ${visible} order by ${order} limit ${mostWalked}) p
    where ${condition} order by ${order}`

interface Found {
  counted: number
  items: CardRow[]
}

/** `hits`: only ids and sort columns, because there can be many. Not prepared: the best plan depends on the words. */
export async function sortHits(db: Database, hits: SQL, order: SQL, { size, offset }: Window): Promise<Found> {
  const [row] = await db.select({ counted: sql<number>`counted`, items: sql<CardRow[]>`items` }).from(sql`(
    with hits as materialized (${hits}), shown as (
      select p.id, row_number() over (order by ${order}) as place from hits p order by ${order} limit ${size} offset ${offset}
    )
    select (select count(*)::int from hits) as counted,
      (select coalesce(json_agg(${card} order by shown.place), '[]') from shown join product p on p.id = shown.id) as items
  ) as answer`)
  return { counted: row?.counted ?? 0, items: row?.items ?? [] }
}

export async function walkHits(db: Database, condition: SQL, order: SQL, { size, offset }: Window): Promise<CardRow[]> {
  const rows = await db
    .select({ card: sql<CardRow>`${card}` })
    .from(sql`(${walk(condition, order)} limit ${size} offset ${offset}) p`)
    .orderBy(order)
  return rows.map((row) => row.card)
}

export const answer = ({ page, size }: { page: number; size: number }, { items, counted }: Found) => ({
  items,
  page,
  size,
  ...cappedTotal(counted),
})

/** `condition`: of product `p`. */
export async function listWhere(db: Database, condition: SQL, { sort, ...page }: Page<ProductSort>) {
  const [order, window] = [orderBy(sort), windowOf(page)]
  const hits = sql`select ${cardColumns} from product p where ${visible} and (${condition})`
  const items = (await areMany(db, condition)) ? await walkHits(db, condition, order, window) : []
  return answer(
    page,
    items.length === page.size ? { items, counted: totalCap + 1 } : await sortHits(db, hits, order, window),
  )
}

const newest = statement('newest_products', (db) => {
  const all = sql`select ${cardColumns} from product p where ${visible}`
  return db
    .select({ card: sql<CardRow>`${card}` })
    .from(sql`(${firstOf(all, sql`p.id desc`, 100, genericParam('size', 'int'))}) p`)
    .orderBy(sql`p.id desc`)
})

/** At most 100. */
export async function newestProducts(db: Database, size: number): Promise<CardRow[]> {
  return (await newest(db, { size })).map((row) => row.card)
}

/** One JSON value, for statements that also select other data. */
export const newestCards = (size: number): SQL => sql`(
  select coalesce(json_agg(${card} order by p.id desc), '[]')
  from (select ${cardColumns} from product p where ${visible} order by p.id desc limit ${sql.raw(String(size))}) p)`

/** One JSON value, for statements that also select other data. By the end of the deal, the earliest first. */
export const dealCards = (size: number): SQL => sql`(
  select coalesce(json_agg(${card} order by p.ends_at, p.id), '[]') from (
    select ${cardColumns}, deals.ends_at
    from (select ds.product_id, min(d.ends_at) as ends_at from ${usableDeals} group by ds.product_id) deals
      join product p on p.id = deals.product_id
    where ${visible} order by deals.ends_at, p.id limit ${sql.raw(String(size))}) p)`

const similar = jsonStatement('similar_products', (db) => {
  const id = sql.placeholder('id')
  const ofSame = sql`select ${cardColumns} from product p where p.category_id = gone.category_id and p.id <> gone.id and ${visible}`
  return db
    .select({
      json: sql<CardRow[]>`(
        select coalesce(json_agg(${card} order by p.sold_count desc, p.id desc), '[]')
        from (${firstOf(ofSame, orderBy('-sold_count'), 10, sql.raw('10'))}) p)`,
    })
    .from(sql`product gone`)
    .where(sql`gone.id = ${id} and gone.state <> 'draft'`)
})

/** At most ten, also for a product off sale or in the trash; undefined: a draft, or no such product. */
export async function similarProducts(db: Database, id: number): Promise<CardRow[] | undefined> {
  const [cards] = await similar(db, { id })
  return cards
}

const inTheme = statement('theme_products', (db) =>
  db
    .select({ card: sql<CardRow>`${card}` })
    .from(sql`theme_product tp join product p on p.id = tp.product_id`)
    .where(sql`tp.theme_id = ${sql.placeholder('theme_id')} and ${visible}`)
    .orderBy(sql`tp.sort_order, p.id`)
    .limit(100),
)

/** As sorted in the theme, at most 100. */
export async function productsOfTheme(db: Database, theme_id: number): Promise<CardRow[]> {
  return (await inTheme(db, { theme_id })).map((row) => row.card)
}
