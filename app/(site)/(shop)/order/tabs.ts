/** The tabs of the list of orders: statuses, and all of them. */
export const tabs = ['all', 'unpaid', 'paid', 'shipped', 'completed'] as const
export type OrderTab = (typeof tabs)[number]
