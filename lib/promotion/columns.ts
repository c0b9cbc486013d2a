/** A line per SKU of a deal. */
export const dealColumns = ['sku_no', 'name', 'spec', 'regular_price_yuan', 'deal_price_yuan', 'quota', 'sold'] as const

export type DealColumn = (typeof dealColumns)[number]

/** Message keys. */
export const sheetWords = { texts: 'import', group: 'column' } as const

/** Before an import is applied. */
export type ShownColumn = 'sku_no' | 'name' | 'spec' | 'deal_price_yuan' | 'quota'

/** A line per coupon. */
export const couponColumns = [
  'user_id',
  'customer',
  'mobile',
  'promotion',
  'state',
  'source',
  'created_at',
  'starts_at',
  'ends_at',
  'order_no',
  'used_at',
  'revoked_at',
] as const

export type CouponColumn = (typeof couponColumns)[number]

export const couponWords = {
  texts: 'coupon',
  labels: { user_id: 'csv.userId', mobile: 'csv.mobile', order_no: 'order' },
  dictionaries: { state: 'coupon_state', source: 'coupon_source' },
} as const

/** A line per customer to grant a coupon. */
export const grantColumns = ['user_id', 'mobile', 'customer'] as const

export type GrantColumn = (typeof grantColumns)[number]
