/*
 * The tabs of products that are sold out or low in stock. Only these tabs can be sorted by stock: they have few
 * products, and an index of the stock would make every sale slower. Safe in the browser.
 */

const scarceTabs: readonly unknown[] = ['sold_out', 'low']

/** Whether the products of a tab can be sorted by `sort`. Only some tabs can be sorted by stock. */
export const isPossibleOrder = (sort: unknown, tab: unknown): boolean =>
  (sort !== 'stock' && sort !== '-stock') || scarceTabs.includes(tab)
