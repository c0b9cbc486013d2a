/** The tabs of the customer's coupons, by their state. */
export const tabs = ['usable', 'used', 'expired'] as const
export type CouponTab = (typeof tabs)[number]
