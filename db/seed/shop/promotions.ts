import type { SeedPromotion } from './types'

/** They began before the first order of the shop. */
export const promotions: SeedPromotion[] = [
  {
    slug: 'autumn',
    name: '入冬满减',
    label: '满300减30',
    gives: 'reduction',
    days_left: 40,
    tiers: [
      { from_amount: 30_000, off_amount: 3_000 },
      { from_amount: 60_000, off_amount: 8_000 },
    ],
  },
  {
    slug: 'tea',
    name: '茶叶两件九折',
    label: '茶叶2件9折',
    gives: 'reduction',
    days_left: 12,
    priority: 1,
    categories: ['tea'],
    tiers: [{ from_pieces: 2, off_permille: 100, at_most: 5_000 }],
  },
  {
    slug: 'mug',
    name: '马克杯特价',
    label: '限时特价',
    gives: 'deal',
    days_left: 5,
    skus: ['MUG-YD-Z', 'MUG-YD-M', 'MUG-YD-Q'].map((sku_no) => ({ sku_no, price: 4_600, quota: 300 })),
  },
  {
    slug: 'center',
    name: '领券中心',
    label: '满100减10',
    gives: 'reduction',
    days_left: 30,
    tiers: [{ from_amount: 10_000, off_amount: 1_000 }],
    coupons: { coupon_source: 'customer', per_customer: 1, total: 500, valid_days: 14 },
  },
  {
    slug: 'article',
    name: '公众号文章兑换码',
    label: '满88减8',
    gives: 'reduction',
    days_left: 60,
    tiers: [{ from_amount: 8_800, off_amount: 800 }],
    coupons: { coupon_source: 'code', per_customer: 3, total: 200 },
  },
  {
    slug: 'sorry',
    name: '售后补偿',
    label: '无门槛减5',
    gives: 'reduction',
    days_left: 200,
    tiers: [{ from_pieces: 1, off_amount: 500 }],
    coupons: { coupon_source: 'staff', per_customer: 9 },
  },
]
