export const tabs = ['usable', 'used', 'expired'] as const
export type CouponTab = (typeof tabs)[number]
