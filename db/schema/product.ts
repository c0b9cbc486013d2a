import { type SQL, sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { deliveries, productStates, productStatuses, stockReasons } from '@/db/enums'
import type { Spec } from '@/db/specs'
import { category } from './category'
import { about, external, html, identified, moment, oneOf, versioned } from './columns'
import { freight_template } from './freight'

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
    /** Including removed specs and values: a name that staff add again gets its old id. */
    specs: jsonb().$type<Spec[]>().notNull().default([]),
    /** Without removed specs and values: `[{name, values: [name]}]`. */
    shown_specs: jsonb()
      .$type<{ name: string; values: string[] }[]>()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`shown_specs("specs")`),
    status: text({ enum: productStatuses }).notNull().default('draft'),
    sort_order: integer().notNull().default(0),
    sold_count: integer().notNull().default(0),
    /** The lowest price of enabled SKUs, in fen; stored so that lists can be sorted by an index. */
    price: integer().notNull().default(0),
    /** The highest price of enabled SKUs, in fen. */
    price_max: integer().notNull().default(0),
    market_price: integer(),
    /** Up to this number, the stock of a SKU is low; null: the setting `stock.low` applies. */
    low_stock: integer(),
    /** null: the default template. */
    freight_template_id: integer().references(() => freight_template.id, { onDelete: 'restrict' }),
    /** At least one. */
    deliveries: text({ enum: deliveries }).array().notNull().default(['express']),
    /** When a job puts the product on sale, and off sale again. */
    publish_at: moment(),
    unpublish_at: moment(),
    /** null: the system. */
    created_by: integer(),
    ...external,
    /** All substrings of one and two characters: with them, Chinese words of any length are found. */
    grams: text()
      .array()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`grams(product_text("name", "summary", "properties" || shown_specs("specs")))`),
    /** 0: all enabled SKUs are sold out, 1: at least one is low or sold out, 2: none. Written by a trigger. */
    stock_level: integer().notNull().default(2),
    deleted_at: moment(),
    /** `deleted`: in the trash. */
    state: text({ enum: productStates })
      .notNull()
      .generatedAlwaysAs((): SQL => sql`case when "deleted_at" is null then "status" else 'deleted' end`),
  },
  (t) => {
    const visible = sql`status = 'on_sale' and deleted_at is null`
    const hidden = sql`state <> 'on_sale'`
    const scarce = sql`stock_level < 2 and deleted_at is null`
    return [
      oneOf('product_status', t.status, productStatuses),
      check(
        'product_deliveries',
        sql`cardinality(${t.deliveries}) between 1 and 2 and ${t.deliveries} <@ array['express', 'pickup']`,
      ),
      check('product_price', sql`${t.price} >= 0`),
      index('product_by_sort_order').on(t.category_id, t.sort_order, t.id).where(visible),
      index('product_by_price').on(t.category_id, t.price, t.id).where(visible),
      index('product_by_sold_count').on(t.category_id, t.sold_count, t.id).where(visible),
      index('product_by_created_at').on(t.category_id, t.created_at, t.id).where(visible),
      index('product_newest').on(t.id).where(visible),
      index('product_on_sale_by_sort_order').on(t.sort_order, t.id).where(visible),
      index('product_on_sale_by_price').on(t.price, t.id).where(visible),
      index('product_on_sale_by_sold_count').on(t.sold_count, t.id).where(visible),
      index('product_on_sale_by_name').on(t.name, t.id).where(visible),
      index('product_on_sale_by_created_at').on(t.created_at, t.id).where(visible),
      // Lists of the admin. Lists of products on sale use the indexes above, so that a sale updates no further indexes.
      index('product_hidden').on(t.state, t.id).where(hidden),
      index('product_hidden_by_price').on(t.state, t.price, t.id).where(hidden),
      index('product_hidden_by_sold_count').on(t.state, t.sold_count, t.id).where(hidden),
      index('product_hidden_by_name').on(t.state, t.name, t.id).where(hidden),
      index('product_hidden_by_created_at').on(t.state, t.created_at, t.id).where(hidden),
      index('product_hidden_name_grams').using('gin', sql`grams(${t.name})`).with({ fastupdate: false }).where(hidden),
      index('product_category_status').on(t.category_id, t.status).where(sql`deleted_at is null`),
      index('product_scarce').on(t.stock_level, t.id).where(scarce),
      index('product_scarce_by_price').on(t.stock_level, t.price, t.id).where(scarce),
      index('product_scarce_by_sold_count').on(t.stock_level, t.sold_count, t.id).where(scarce),
      index('product_scarce_by_name').on(t.stock_level, t.name, t.id).where(scarce),
      index('product_scarce_by_created_at').on(t.stock_level, t.created_at, t.id).where(scarce),
      index('product_publish_at').on(t.publish_at).where(sql`publish_at is not null`),
      index('product_freight_template').on(t.freight_template_id).where(sql`freight_template_id is not null`),
      index('product_updated').on(t.updated_at, t.id),
      uniqueIndex('product_external_id').on(t.external_id).where(sql`external_id is not null and deleted_at is null`),
      index('product_unpublish_at').on(t.unpublish_at).where(sql`unpublish_at is not null`),
      index('product_grams').using('gin', t.grams),
      // `fastupdate` is off: searches would read the list of pending entries and compute the pieces of each name there.
      index('product_name_grams').using('gin', sql`grams(${t.name})`).with({ fastupdate: false }).where(visible),
      // An index on an eighth of the products. Searches use this sample to find out cheaply which words are frequent.
      index('product_sample_grams')
        .using('gin', t.grams, sql`grams(${t.name})`)
        .with({ fastupdate: false })
        .where(sql`id % 8 = 0 and ${visible}`),
    ]
  },
)

/** Written by a trigger. Order lines keep the old name, so a search for orders must match former names, too. */
export const product_past_name = pgTable(
  'product_past_name',
  {
    product_id: integer()
      .notNull()
      .references(() => product.id, { onDelete: 'cascade' }),
    name: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.product_id, t.name] }),
    index('product_past_name_grams').using('gin', sql`grams(${t.name})`).with({ fastupdate: false }),
  ],
)

export const sku = pgTable(
  'sku',
  {
    ...identified,
    product_id: integer()
      .notNull()
      .references(() => product.id, { onDelete: 'restrict' }),
    sku_no: text().notNull(),
    /** One for each spec, in the order of `product.specs`. */
    value_ids: integer().array().notNull().default(sql`'{}'`),
    /** In the order of `value_ids`. */
    spec_values: text().array().notNull().default(sql`'{}'`),
    price: integer().notNull(),
    market_price: integer(),
    cost: integer(),
    stock: integer().notNull().default(0),
    /** A copy of `product.low_stock`, or of the setting `stock.low`. */
    low_stock: integer().notNull().default(10),
    /** false: `low_stock` is the setting `stock.low`. */
    own_low_stock: boolean().notNull().default(false),
    /** 0: none, 1: at most `low_stock` pieces, 2: more. Not indexed: an index would make every sale slower. */
    stock_level: integer()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`case when "stock" = 0 then 0 when "stock" <= "low_stock" then 1 else 2 end`),
    weight_g: integer(),
    barcode: text(),
    ...external,
    image_url: text(),
    enabled: boolean().notNull().default(true),
    deleted_at: moment(),
  },
  (t) => [
    index('sku_product').on(t.product_id),
    uniqueIndex('sku_sku_no').on(t.sku_no).where(sql`deleted_at is null`),
    uniqueIndex(about('values', 'sku_combination')).on(t.product_id, t.value_ids).where(sql`deleted_at is null`),
    index('sku_sku_no_search').on(t.sku_no.op('text_pattern_ops')),
    uniqueIndex('sku_external_id').on(t.external_id).where(sql`external_id is not null and deleted_at is null`),
    index('sku_barcode').on(t.barcode).where(sql`barcode is not null`),
    // Rows that change with the setting `stock.low`.
    index('sku_usual_low_stock').on(t.low_stock).where(sql`not own_low_stock`),
    check('sku_stock_not_negative', sql`${t.stock} >= 0`),
    check('sku_price', sql`${t.price} >= 0`),
  ],
)

/** The sum of `delta` of a SKU is its stock; `balance` is the stock after the change. */
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
    /** No foreign key: the ledger outlives the order. */
    order_id: integer(),
    /** No foreign key: the ledger outlives the refund. */
    refund_id: integer(),
    /** null: the system. */
    actor: integer(),
    note: text().notNull().default(''),
  },
  (t) => [
    index('stock_log_sku').on(t.sku_id, t.id),
    index('stock_log_created').on(t.created_at, t.sku_id),
    // A refund returns its pieces once, even if the provider reports it several times.
    uniqueIndex('stock_log_refund').on(t.refund_id, t.sku_id).where(sql`refund_id is not null`),
    oneOf('stock_log_reason', t.reason, stockReasons),
  ],
)
