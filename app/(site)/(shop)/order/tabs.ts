/** The tabs of the list of orders: `all`, and the statuses that have a tab. */
export const tabs = ['all', 'unpaid', 'paid', 'shipped', 'completed'] as const
export type OrderTab = (typeof tabs)[number]
