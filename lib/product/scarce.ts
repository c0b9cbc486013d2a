/* Only these can be sorted by stock: they have few products, and an index would make every sale slower. */

const scarceTabs: readonly unknown[] = ['sold_out', 'low']

export const isPossibleOrder = (sort: unknown, tab: unknown): boolean =>
  (sort !== 'stock' && sort !== '-stock') || scarceTabs.includes(tab)
