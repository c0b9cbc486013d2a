export const tabs = ['all', 'unpaid', 'paid', 'shipped', 'completed'] as const
export type OrderTab = (typeof tabs)[number]
