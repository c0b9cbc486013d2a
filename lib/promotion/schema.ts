import { z } from 'zod'
import { couponSources, promotionAudiences, promotionGains, promotionScopes, promotionStates } from '@/db/enums'
import { code, edits, fileUrl, id, line, moment, momentInput, money, queryBoolean } from '@/lib/kit/api/endpoint/fields'
import { inFormat } from '@/lib/kit/api/endpoint/formats'
import { changedQuery, fileQuery, pageOf, pageQuery, sortBy, wordsQuery } from '@/lib/kit/api/endpoint/page'
import { ProductPage } from '@/lib/product/schema'
import { bySkuName, skuChoice } from '@/lib/stock/sku-choice'
import { ThemeProduct } from '@/lib/theme/schema'

const gives = z.enum(promotionGains)
const scope = z.enum(promotionScopes)
const audience = z.enum(promotionAudiences)
const state = z.enum(promotionStates)
const couponSource = z.enum(couponSources)

const notAllowed = (name: string, error: string) => ({ error, path: [name], params: { code: 'not_allowed' } })

const oneOfTwo = (one: string, other: string) => ({
  error: `Give either ${one} or ${other}.`,
  params: { code: 'required' },
})

const tier = {
  from_amount: money.min(1).max(100_000_000).optional().meta({ description: 'Threshold in fen' }),
  from_pieces: z.int().min(1).max(999).optional().meta({ description: 'Threshold in pieces, instead of from_amount' }),
  nth: z.int().min(2).max(10).optional().meta({
    description:
      'Instead of a threshold: of every 2 (3, …) pieces, off_permille reduces one, the cheapest ones. Only of a reduction, as its only tier',
  }),
  per_product: z.boolean().optional().meta({
    description: 'With nth: the pieces of each product count by themselves; else those of the whole scope together',
  }),
  off_amount: money.min(1).max(100_000_000).optional().meta({ description: 'The reduction in fen' }),
  off_permille: z
    .int()
    .min(1)
    .max(1000)
    .optional()
    .meta({ description: 'The reduction in thousandths, instead of off_amount. 1000 only for the shipping fee' }),
  at_most: money.min(1).optional().meta({ description: 'The largest reduction in fen' }),
}

/** SKUs of a deal. */
export const mostSkus = 200

export const dealPrice = {
  price: money.min(1).meta({ description: 'In fen, lower than the price of the SKU' }),
  quota: z.int().min(1).max(1_000_000).nullable().meta({ description: 'Pieces at this price; null: any number' }),
}

export const Tier = z.object(tier).meta({ id: 'PromotionTier' })

const TierInput = z
  .strictObject(tier)
  .refine(
    ({ from_amount, from_pieces, nth }) =>
      [from_amount, from_pieces, nth].filter((threshold) => threshold !== undefined).length === 1,
    { error: 'Give one of from_amount, from_pieces and nth.', path: ['from_amount'], params: { code: 'required' } },
  )
  .refine(
    ({ nth, off_amount, off_permille }) =>
      nth !== undefined || (off_amount === undefined) !== (off_permille === undefined),
    { ...oneOfTwo('off_amount', 'off_permille'), path: ['off_amount'] },
  )
  .refine(({ nth, off_permille }) => nth === undefined || off_permille !== undefined, {
    error: 'An n-th piece is reduced by thousandths.',
    path: ['off_permille'],
    params: { code: 'required' },
  })
  .refine(
    ({ nth, off_amount, off_permille }) => nth === undefined || off_permille === undefined || off_amount === undefined,
    notAllowed('off_amount', 'An n-th piece is reduced by thousandths.'),
  )
  .refine(
    ({ nth, at_most }) => nth === undefined || at_most === undefined,
    notAllowed('at_most', 'The reduction of an n-th piece has no limit.'),
  )
  .refine(
    ({ nth, per_product }) => nth !== undefined || !per_product,
    notAllowed('per_product', 'Only an n-th piece counts by product.'),
  )

const terms = {
  id,
  label: z.string().meta({ description: 'The text to show, such as 满200减30' }),
  gives: gives.meta({ description: 'deal: of single SKUs; reduction: of the goods; freight: of the shipping fee' }),
  scope,
  category_ids: z.array(id).meta({ description: 'With the categories below them' }),
  product_ids: z.array(id),
  except_product_ids: z.array(id),
  tiers: z.array(Tier).meta({ description: 'In ascending order; the highest that is reached applies' }),
  repeats: z.boolean().meta({ description: 'The reduction counts once for each time the threshold is reached' }),
  audience: audience.meta({ description: 'first_order: customers who have paid nothing yet' }),
  per_customer: z.int().nullable().meta({
    description:
      'Orders of one customer with it, or coupons that one customer can get, or pieces of each SKU of a deal; null: any number',
  }),
  starts_at: moment,
  ends_at: moment,
  coupon_source: couponSource.nullable().meta({
    description:
      'How customers get its coupon: they take it, by a code, from staff, or as new mini-program users; null: it applies by itself',
  }),
  valid_days: z.int().nullable().meta({ description: 'Days for which a coupon is valid; null: until ends_at' }),
}

export const Promotion = z
  .object({
    ...terms,
    left: z.int().nullable().meta({ description: 'Coupons that can still be taken, if at most 10; null: more' }),
    scope_names: z.array(z.string()).meta({ description: 'The names of the first three categories or products' }),
  })
  .meta({ id: 'Promotion' })

export const PromotionProducts = ProductPage.extend({ promotion: Promotion }).meta({ id: 'PromotionProducts' })

const CmsPromotionRow = z
  .object({
    ...terms,
    name: z.string().meta({ description: 'For staff' }),
    exclusive: z.boolean().meta({ description: 'Combined with no other promotion on the same line' }),
    priority: z.int().meta({
      description: 'Of combinations of promotions with the same total, the one with the highest priority applies',
    }),
    enabled: z.boolean().meta({ description: 'false: stopped' }),
    total: z.int().nullable().meta({ description: 'Coupons in all; null: any number' }),
    shared_code: z.string().nullable().meta({
      description: 'The code that any number of customers can use; null: only codes for one customer each',
    }),
    taken_count: z.int().meta({ description: 'Coupons that customers have got' }),
    state,
    sku_count: z.int().meta({ description: 'SKUs of a deal' }),
    lowest_price: money.nullable().meta({ description: 'Of the SKUs of a deal, in fen' }),
    order_count: z.int().meta({ description: 'Orders with it, without canceled ones' }),
    discount_amount: money.meta({ description: 'What it took off these orders, in fen' }),
    created_at: moment,
    updated_at: moment,
    version: z.int(),
  })
  .meta({ id: 'CmsPromotionRow' })

/** For the audit log. */
export const EditedPromotion = CmsPromotionRow.omit({
  state: true,
  sku_count: true,
  lowest_price: true,
  taken_count: true,
  order_count: true,
  discount_amount: true,
}).extend({
  skus: z.array(z.object({ sku_id: id, ...dealPrice })),
})

const DealSku = z
  .object({
    sku_id: id,
    ...dealPrice,
    sold: z.int().meta({ description: 'Pieces at this price in orders that were not canceled' }),
    product_id: id,
    sku_no: z.string(),
    name: z.string(),
    spec_text: z.string(),
    image_url: fileUrl.nullable(),
    regular_price: money.meta({ description: 'The price of the SKU, in fen' }),
  })
  .meta({ id: 'DealSku' })

export const DealSkus = z.object({ items: z.array(DealSku) }).meta({ id: 'DealSkus' })

export const DealSkuQuery = z.object({ ...fileQuery, ...wordsQuery })

const excess = z
  .object({
    pieces: z.int(),
    product_name: z.string(),
    amount: money.meta({ description: 'What the pieces cost, in fen' }),
    off_amount: money,
  })
  .meta({ id: 'PromotionExcess' })
  .nullable()
  .meta({ description: 'A tier that takes off as much as its pieces of the cheapest SKU cost, or more; null: none' })

export const CmsPromotion = CmsPromotionRow.extend({
  skus: z.array(DealSku).meta({ description: 'The prices of a deal' }),
  products: z
    .array(ThemeProduct.extend({}).meta({ id: 'PromotionProduct' }))
    .meta({ description: 'Those of product_ids and except_product_ids that are not deleted' }),
  paid_amount: money.meta({ description: 'What was paid for these orders, in fen' }),
  refunded_amount: money.meta({ description: 'What of that was paid back, in fen' }),
  buyer_count: z.int().meta({ description: 'Customers who have paid such an order' }),
  new_buyer_count: z.int().meta({ description: 'Those of them whose first paid order it was' }),
  held_count: z.int().meta({ description: 'Coupons in unpaid orders' }),
  used_count: z.int().meta({ description: 'Coupons in paid orders' }),
  code_count: z.int().meta({ description: 'Codes for coupons' }),
  overlaps: z
    .array(
      z
        .object({
          id,
          name: z.string(),
          label: z.string(),
          product_names: z.array(z.string()).meta({ description: 'Of up to four products that are in both' }),
        })
        .meta({ id: 'PromotionOverlap' }),
    )
    .meta({
      description:
        'Up to ten other promotions in its period of which these goods get only one: the combination with the lowest total applies',
    }),
  excess,
}).meta({ id: 'CmsPromotion' })

export const CopiedPromotion = CmsPromotion.extend({
  left_out: z
    .array(z.object({ sku_id: id, name: z.string(), spec_text: z.string() }))
    .meta({ description: 'SKUs of the deal that are deleted, or cost no more than the deal' }),
}).meta({ id: 'CopiedPromotion' })

export const CmsPromotionPage = pageOf(CmsPromotionRow)

export const CmsPromotionQuery = z.object({
  ...pageQuery,
  ...changedQuery,
  state: state.optional(),
  gives: gives.optional(),
  with_coupons: queryBoolean.optional().meta({ description: 'false: only those that apply by themselves' }),
  q: line(1, 64).optional().meta({ description: 'Part of the name or the label' }),
  sort: sortBy(['id', 'name', 'label', 'gives', 'priority', 'starts_at', 'ends_at', 'updated_at'], '-id'),
})

const ids = (maximum: number) =>
  z
    .array(id)
    .max(maximum)
    .superRefine((list, context) => {
      for (const [at, one] of list.entries()) {
        if (list.indexOf(one) < at) {
          const message = 'Each may be listed only once.'
          context.addIssue({ code: 'custom', path: [at], message, params: { code: 'duplicate' } })
        }
      }
    })

const fields = {
  name: line(1, 64),
  label: line(1, 20),
  gives,
  enabled: z.boolean(),
  exclusive: z.boolean(),
  priority: z.int().min(0).max(99),
  starts_at: momentInput,
  ends_at: momentInput.meta({ description: 'At most 366 days after starts_at' }),
  scope,
  category_ids: ids(50),
  product_ids: ids(500),
  except_product_ids: ids(500),
  tiers: z.array(TierInput).max(5).meta({ description: 'At least one, except of a deal' }),
  skus: z
    .array(skuChoice.safeExtend({ ...dealPrice, quota: dealPrice.quota.default(null) }).meta(bySkuName))
    .max(mostSkus)
    .meta({ description: 'The prices of a deal' }),
  repeats: z.boolean().meta({ description: 'Only with one tier that has off_amount' }),
  audience,
  per_customer: z.int().min(1).max(999).nullable().meta({ description: 'Required with coupons' }),
  coupon_source: couponSource.nullable(),
  total: z.int().min(1).max(1_000_000).nullable().meta({ description: 'Only with coupons' }),
  valid_days: z.int().min(1).max(365).nullable().meta({ description: 'Only with coupons' }),
  shared_code: inFormat(code(1, 40), 'coupon_code').nullable().meta({
    description: 'Only if coupon_source is code. No other running or later promotion has it',
  }),
}

export const PromotionInput = z.strictObject({
  ...fields,
  enabled: fields.enabled.default(true),
  exclusive: fields.exclusive.optional().meta({ description: 'By default true of a deal, else false' }),
  priority: fields.priority.default(0),
  scope: fields.scope.default('all'),
  category_ids: fields.category_ids.default([]),
  product_ids: fields.product_ids.default([]),
  except_product_ids: fields.except_product_ids.default([]),
  repeats: fields.repeats.default(false),
  audience: fields.audience.default('everyone'),
  per_customer: fields.per_customer.default(null),
  tiers: fields.tiers.default([]),
  skus: fields.skus.default([]),
  coupon_source: fields.coupon_source.default(null),
  total: fields.total.default(null),
  valid_days: fields.valid_days.default(null),
  shared_code: fields.shared_code.default(null),
})

export const PromotionChanges = edits(fields)

export const PromotionEstimate = z
  .object({
    orders: z.int().meta({ description: 'Orders that it would have reduced' }),
    of_orders: z.int().meta({ description: 'Orders that were paid in the last 30 days, at most 2,000' }),
    amount: money.meta({ description: 'What it would have taken off them, in fen' }),
    excess,
  })
  .meta({ id: 'PromotionEstimate' })
