/** The tabs of the order list: `all`, and some statuses. */
export const tabs = ['all', 'unpaid', 'paid', 'shipped', 'completed'] as const
export type OrderTab = (typeof tabs)[number]
