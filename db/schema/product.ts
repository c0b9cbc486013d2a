import { type SQL, sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { productStatuses, stockReasons } from '../enums'
import { category } from './category'
import { html, identified, moment, oneOf, versioned } from './columns'

export const product = pgTable(
  'product',
  {
    ...versioned,
    category_id: integer()
      .notNull()
      .references(() => category.id, { onDelete: 'restrict' }),
    name: text().notNull(),
    summary: text().notNull().default(''),
    content: html(),
    images: text().array().notNull().default(sql`'{}'`),
    properties: jsonb().$type<{ name: string; detail: string }[]>().notNull().default([]),
    specs: jsonb().$type<{ name: string; values: string[] }[]>().notNull().default([]),
    status: text({ enum: productStatuses }).notNull().default('draft'),
    sort_order: integer().notNull().default(0),
    sold_count: integer().notNull().default(0),
    /** The price of the cheapest enabled SKU, in fen; stored here so that lists can be sorted by an index. */
    price: integer().notNull().default(0),
    market_price: integer(),
    /** All substrings of one and two characters of the searchable text, for searching Chinese words of any length. */
    grams: text()
      .array()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`grams(product_text("name", "summary", "properties"))`),
    deleted_at: moment(),
  },
  (t) => {
    const visible = sql`status = 'on_sale' and deleted_at is null`
    return [
      oneOf('product_status', t.status, productStatuses),
      check('product_price', sql`${t.price} >= 0`),
      index('product_by_sort_order').on(t.category_id, t.sort_order, t.id).where(visible),
      index('product_by_price').on(t.category_id, t.price, t.id).where(visible),
      index('product_by_sold_count').on(t.category_id, t.sold_count, t.id).where(visible),
      index('product_by_created_at').on(t.category_id, t.created_at, t.id).where(visible),
      index('product_newest').on(t.id).where(visible),
      index('product_on_sale_by_sort_order').on(t.sort_order, t.id).where(visible),
      index('product_on_sale_by_price').on(t.price, t.id).where(visible),
      index('product_on_sale_by_sold_count').on(t.sold_count, t.id).where(visible),
      index('product_on_sale_by_created_at').on(t.created_at, t.id).where(visible),
      index('product_grams').using('gin', t.grams),
      // Without a list of pending entries, which every search would read, computing the pieces of each name in it.
      index('product_name_grams').using('gin', sql`grams(${t.name})`).with({ fastupdate: false }).where(visible),
      // An eighth of the products shows cheaply which words are frequent.
      index('product_sample_grams')
        .using('gin', t.grams, sql`grams(${t.name})`)
        .with({ fastupdate: false })
        .where(sql`id % 8 = 0 and ${visible}`),
    ]
  },
)

export const sku = pgTable(
  'sku',
  {
    ...identified,
    product_id: integer()
      .notNull()
      .references(() => product.id, { onDelete: 'restrict' }),
    sku_no: text().notNull(),
    /** In the order of the product's `specs`. */
    spec_values: text().array().notNull().default(sql`'{}'`),
    price: integer().notNull(),
    market_price: integer(),
    cost: integer(),
    stock: integer().notNull().default(0),
    image_url: text(),
    enabled: boolean().notNull().default(true),
    deleted_at: moment(),
  },
  (t) => [
    index('sku_product').on(t.product_id),
    uniqueIndex('sku_sku_no').on(t.sku_no).where(sql`deleted_at is null`),
    check('sku_stock_not_negative', sql`${t.stock} >= 0`),
    check('sku_price', sql`${t.price} >= 0`),
  ],
)

/** The stock ledger: the sum of `delta` of a SKU is its stock; `balance` is the stock after the change. */
export const stock_log = pgTable(
  'stock_log',
  {
    ...identified,
    sku_id: integer()
      .notNull()
      .references(() => sku.id, { onDelete: 'restrict' }),
    delta: integer().notNull(),
    balance: integer().notNull(),
    reason: text({ enum: stockReasons }).notNull(),
    /** No foreign key: the ledger is kept when the order is deleted. */
    order_id: integer(),
    /** The user who made the change; null: the system. */
    actor: integer(),
  },
  (t) => [index('stock_log_sku').on(t.sku_id, t.id), oneOf('stock_log_reason', t.reason, stockReasons)],
)
