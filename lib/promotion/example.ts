import type { z } from 'zod'
import type { CmsCoupon, Coupon } from './coupon-schema'
import type { CmsPromotion, CmsPromotionPage, CopiedPromotion, DealSkus, Promotion } from './schema'

export const promotion = {
  id: 1,
  label: '满200减30',
  gives: 'reduction',
  scope: 'all',
  category_ids: [],
  product_ids: [],
  except_product_ids: [],
  tiers: [
    { from_amount: 10_000, off_amount: 1_000 },
    { from_amount: 20_000, off_amount: 3_000 },
  ],
  repeats: false,
  audience: 'everyone',
  per_customer: null,
  starts_at: '2026-11-20T00:00:00.000Z',
  ends_at: '2026-12-20T00:00:00.000Z',
  coupon_source: null,
  valid_days: null,
  left: null,
  scope_names: [],
} satisfies z.input<typeof Promotion>

const { left: _, scope_names: __, ...terms } = promotion

export const cmsPromotionRow = {
  ...terms,
  name: '冬季满减',
  exclusive: false,
  priority: 0,
  enabled: true,
  total: null,
  shared_code: null,
  taken_count: 0,
  state: 'running',
  sku_count: 0,
  lowest_price: null,
  order_count: 12,
  discount_amount: 36_000,
  created_at: '2026-11-20T02:15:04.120Z',
  updated_at: '2026-11-20T02:15:04.120Z',
  version: 1,
} satisfies z.input<typeof CmsPromotionPage>['items'][number]

export const cmsPromotion = {
  ...cmsPromotionRow,
  skus: [],
  products: [],
  paid_amount: 254_000,
  refunded_amount: 0,
  buyer_count: 11,
  new_buyer_count: 4,
  held_count: 0,
  used_count: 0,
  code_count: 0,
  overlaps: [],
  excess: null,
} satisfies z.input<typeof CmsPromotion>

export const copiedPromotion = {
  ...cmsPromotion,
  id: 9,
  name: '冬季满减（副本）',
  enabled: false,
  state: 'stopped',
  left_out: [],
} satisfies z.input<typeof CopiedPromotion>

export const dealSkus = {
  items: [
    {
      sku_id: 12,
      price: 4_900,
      quota: 100,
      sold: 3,
      product_id: 5,
      sku_no: 'LJ-50',
      name: '明前龙井',
      spec_text: '50g',
      image_url: null,
      regular_price: 9_900,
    },
  ],
} satisfies z.input<typeof DealSkus>

const couponPromotion = {
  ...promotion,
  id: 2,
  label: '满50减5',
  tiers: [{ from_amount: 5_000, off_amount: 500 }],
  per_customer: 1,
  coupon_source: 'customer',
  valid_days: 7,
} satisfies z.input<typeof Promotion>

const issued = {
  id: 5,
  source: 'customer',
  state: 'usable',
  starts_at: '2026-11-24T09:12:30.000Z',
  ends_at: '2026-12-01T09:12:30.000Z',
  order_id: null,
  used_at: null,
  created_at: '2026-11-24T09:12:30.000Z',
} as const

export const coupon = { ...issued, promotion: couponPromotion } satisfies z.input<typeof Coupon>

export const cmsCoupon = {
  ...issued,
  source: 'staff',
  revoked_at: null,
  promotion: { id: 2, name: '补偿券', label: '满50减5' },
  customer: { id: 7, nickname: '晚晚', username: null, mobile: '13800000000', avatar_url: null },
  order_no: null,
} satisfies z.input<typeof CmsCoupon>
