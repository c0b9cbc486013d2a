import type { z } from 'zod'
import type { CmsPromotion, CmsPromotionPage, Promotion } from './schema'

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
} satisfies z.input<typeof Promotion>

export const cmsPromotionRow = {
  ...promotion,
  name: '冬季满减',
  exclusive: false,
  priority: 0,
  enabled: true,
  state: 'running',
  created_at: '2026-11-20T02:15:04.120Z',
  updated_at: '2026-11-20T02:15:04.120Z',
  version: 1,
} satisfies z.input<typeof CmsPromotionPage>['items'][number]

export const cmsPromotion = {
  ...cmsPromotionRow,
  products: [],
  order_count: 12,
  discount_amount: 36_000,
} satisfies z.input<typeof CmsPromotion>
