/*
 * The tabs of products that are sold out or low in stock. They have few, so that they can be sorted by stock: an index of it
 * would make every sale slower. Safe in the browser.
 */

const scarceTabs: readonly unknown[] = ['sold_out', 'low']

/** Whether the list of this tab can be in this order. */
export const isPossibleOrder = (sort: unknown, tab: unknown): boolean =>
  (sort !== 'stock' && sort !== '-stock') || scarceTabs.includes(tab)
