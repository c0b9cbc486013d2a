import { z } from 'zod'
import { stockReasons } from '@/db/enums'
import {
  bulkIds,
  fileUrl,
  id,
  idsUpTo,
  line,
  linesUpTo,
  moment,
  momentInput,
  money,
  pathId,
  queryBoolean,
  queryInt,
  safeHtml,
} from '@/lib/kit/api/endpoint/fields'
import { external_id, externalId } from '@/lib/kit/api/endpoint/labels'
import { changeQuery, cursorPageOf, cursorQuery, exportQuery, sortBy, wordsQuery } from '@/lib/kit/api/endpoint/page'
import { ProblemDocument } from '@/lib/kit/api/endpoint/problem-document'
import { staffName } from '@/lib/kit/people/schema'
import { bySkuName, skuChoice } from '@/lib/stock/sku-choice'
import { deliveries } from './deliveries'
import { cost, freight_template_id, low_stock, maxPrice, price, status, weight_g } from './input-schema'

const named = z.object({ id, name: z.string() })

const row = {
  id,
  name: z.string(),
  image_url: fileUrl.nullable(),
  category: named,
  price: money.meta({ description: 'Of the cheapest enabled SKU, in fen' }),
  price_max: money.meta({ description: 'Of the most expensive enabled SKU, in fen' }),
  stock: z.int().meta({ description: 'Sum over the enabled SKUs' }),
  lowest_stock: z.int().meta({ description: 'Of the enabled SKU that has the fewest pieces' }),
  sold_count: z.int(),
  status,
  external_id,
  publish_at: moment.nullable(),
  unpublish_at: moment.nullable(),
  created_at: moment,
  updated_at: moment.meta({
    description:
      'The last change of it or its SKUs by staff or its schedule; stock and sold_count are not a change of it',
  }),
  deleted_at: moment.nullable().meta({ description: 'null: it is not in the trash' }),
  version: z.int(),
}

export const CmsProductRow = z.object(row).meta({ id: 'CmsProductRow' })
export const CmsProductPage = cursorPageOf(CmsProductRow)

const pieces = (description: string) => z.int().meta({ description })

/** Of a SKU, beyond its stock. */
const open = {
  unpaid: pieces('In orders that are not paid yet'),
  unshipped: pieces('In orders that are paid and not shipped yet'),
}

const CmsSku = z
  .object({
    id,
    sku_no: z.string(),
    value_ids: z.array(id).meta({ description: 'In the order of specs' }),
    spec_values: z.array(z.string()).meta({ description: 'The names of the values' }),
    price: money,
    market_price: money.nullable(),
    cost: cost.optional(),
    stock: z.int(),
    stock_level: z.int().meta({ description: '0 none, 1 low, 2 more' }),
    weight_g: z.int().nullable().meta({ description: 'In grams' }),
    barcode: z.string().nullable(),
    external_id,
    image_url: fileUrl.nullable(),
    enabled: z.boolean(),
  })
  .meta({ id: 'CmsSku' })

export const PricesQuery = z.object({
  ids: idsUpTo(100).meta({ description: '1 to 100 products, separated by commas' }),
})
export const ProductPrices = z.array(
  CmsSku.pick({
    id: true,
    spec_values: true,
    price: true,
    market_price: true,
    cost: true,
    stock: true,
    enabled: true,
  }).extend({ product_id: id }),
)

export const CmsSkuRow = CmsSku.pick({
  id: true,
  sku_no: true,
  barcode: true,
  external_id: true,
  spec_values: true,
  price: true,
  cost: true,
  stock: true,
  enabled: true,
})
  .extend({
    ...open,
    product: named.extend({ status }),
    updated_at: moment.meta({
      description: 'The last change of it or its stock; unpaid and unshipped are not a change of it',
    }),
    deleted_at: moment.nullable().meta({ description: 'null: it is neither withdrawn nor in the trash' }),
  })
  .meta({ id: 'CmsSkuRow' })
export const CmsSkuPage = cursorPageOf(CmsSkuRow)

export const CmsSkuQuery = z.object({
  ...cursorQuery,
  ...changeQuery,
  sku_no: linesUpTo(100, 64).optional().meta({ description: 'Up to 100, separated by commas' }),
  q: line(1, 64).optional().meta({ description: 'Beginning of a sku_no, or a barcode' }),
  external_id: externalId.optional().meta({ description: 'The whole external_id, with the case of its letters' }),
  product_id: pathId.optional(),
  sort: sortBy(['id'], '-id', ['updated_at']).meta({ description: 'updated_at: with updated_from alone' }),
})

export const SkuPriceChange = z.strictObject({
  items: z
    .array(
      skuChoice
        .safeExtend({
          price: price.optional(),
          market_price: price.nullable().optional(),
          cost: cost.optional(),
        })
        .meta(bySkuName),
    )
    .min(1)
    .max(200),
})

/** In the order of the request. */
export const SkuPriceResult = z
  .object({
    results: z.array(
      z.object({
        sku_id: id.nullable().meta({ description: 'null: unknown' }),
        sku_no: z.string().nullable(),
        ok: z.boolean(),
        problem: ProblemDocument.optional().meta({
          description: 'Why the SKUs of this product keep their prices; others are not affected',
        }),
      }),
    ),
  })
  .meta({ id: 'SkuPriceResult' })

const actor = named.nullable().meta({ description: 'null: the system' })

export const CmsProduct = z
  .object({
    ...row,
    category_id: id,
    summary: z.string(),
    content: safeHtml,
    images: z.array(fileUrl),
    properties: z.array(z.object({ name: z.string(), detail: z.string() })),
    specs: z.array(
      z.object({ id, name: z.string(), values: z.array(named.extend({ image_url: fileUrl.nullable() })) }),
    ),
    skus: z.array(CmsSku),
    market_price: money.nullable(),
    sort_order: z.int(),
    low_stock,
    freight_template_id,
    deliveries,
    uses_count: z.int().meta({ description: 'Themes and banners that show it' }),
    created_by: actor,
    updated_by: actor,
  })
  .meta({ id: 'CmsProduct' })

const PlannedSku = z
  .object({
    sku_id: id.nullable().meta({ description: 'null: it does not exist yet' }),
    spec_text: z.string(),
    stock: pieces('In stock now'),
    ...open,
  })
  .meta({ id: 'PlannedSku' })

export const ProductPlan = z
  .object({
    kept: z.array(PlannedSku),
    created: z.array(PlannedSku),
    revived: z.array(PlannedSku),
    withdrawn: z.array(PlannedSku),
  })
  .meta({ id: 'ProductPlan' })

export const productTabs = ['on_sale', 'off_sale', 'draft', 'sold_out', 'low', 'deleted'] as const

export const CmsProductQuery = z.object({
  ...exportQuery,
  ...changeQuery,
  ...wordsQuery,
  tab: z
    .enum(productTabs)
    .optional()
    .meta({ description: 'sold_out: every enabled SKU is; low: any is low or sold out; deleted: those in the trash' }),
  status: status.optional(),
  external_id: externalId.optional().meta({ description: 'The whole external_id, with the case of its letters' }),
  category_id: pathId.optional().meta({ description: 'With all categories below it' }),
  theme_id: pathId.optional(),
  price_from: queryInt(0, 999_999_999).optional().meta({ description: 'In fen' }),
  price_to: queryInt(0, 999_999_999).optional().meta({ description: 'In fen, itself included' }),
  created_from: momentInput.optional(),
  created_to: momentInput.optional(),
  q: line(1, 64).optional().meta({ description: 'Part of the name, beginning of a sku_no, or a barcode' }),
  sort: sortBy(['id', 'created_at', 'name', 'price', 'sold_count', 'stock'], '-id', ['updated_at']).meta({
    description: 'stock: all pieces of its enabled SKUs, with tab=sold_out or tab=low alone',
  }),
})

const capped = z.int().meta({ description: 'At most 1000' })
export const ProductCount = z
  .object({ on_sale: capped, off_sale: capped, draft: capped, sold_out: capped, low: capped, deleted: capped })
  .meta({ id: 'ProductCount' })

export const DryRun = z.object({
  dry_run: queryBoolean
    .optional()
    .meta({ description: 'true: answers what would become of the SKUs, and changes nothing' }),
})

const count = z.int().min(0)
export const ProductUses = z
  .object({
    themes: z.array(named),
    banners: z.array(named),
    unpaid_orders: count.meta({ description: 'Orders with it that are not paid yet' }),
    unshipped_orders: count.meta({ description: 'Orders with it that are paid and not shipped yet' }),
  })
  .meta({ id: 'ProductUses' })

const ids = bulkIds
const bulk = <const Action extends string, Shape extends z.ZodRawShape>(action: Action, shape: Shape) =>
  z.strictObject({ ids, action: z.literal(action), ...shape })
const percent = z.int().min(-90).max(900)
const amount = z.int().min(-maxPrice).max(maxPrice).meta({ description: 'In fen, added to every price' })

export const ProductBulk = z.discriminatedUnion('action', [
  bulk('on_sale', {}),
  bulk('off_sale', {}),
  bulk('restore', {}),
  bulk('category', { category_id: id }),
  bulk('price', { percent: percent.optional(), amount: amount.optional() })
    .refine((input) => (input.percent === undefined) !== (input.amount === undefined), {
      error: 'Send either percent or amount.',
      params: { code: 'ambiguous' },
      path: ['percent'],
    })
    .meta({ oneOf: [{ required: ['percent'] }, { required: ['amount'] }] }),
  bulk('low_stock', { low_stock }),
  bulk('freight_template', { freight_template_id }),
  bulk('deliveries', { deliveries }),
  bulk('weight', {
    weight_g,
    only_missing: z.boolean().default(true).meta({ description: 'true: SKUs that have a weight keep it' }),
  }),
])

const reason = z.enum(stockReasons)
export const StockLogRow = z
  .object({
    id,
    created_at: moment,
    sku_id: id,
    sku_no: z.string(),
    spec_text: z.string(),
    delta: z.int(),
    balance: z.int().meta({ description: 'The stock after the change' }),
    reason,
    note: z.string(),
    order_id: id.nullable(),
    order_no: z.string().nullable(),
    actor: id.nullable().meta({ description: 'The user who made the change; null: the system' }),
    person: staffName.nullable().meta({ description: 'The member of staff; null: a customer or the system' }),
  })
  .meta({ id: 'StockLogRow' })
export const StockLogPage = cursorPageOf(StockLogRow)
export const StockLogQuery = z.object({
  ...exportQuery,
  sku_id: pathId.optional(),
  reason: reason.optional(),
  from: momentInput.optional(),
  to: momentInput.optional(),
})
