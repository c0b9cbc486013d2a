import type { Case } from './record'

/**
 * Returns the items of a case as lines for the inputs of returned pieces. `left`: the pieces in the case, which are the
 * maximum of the input.
 */
export const linesOf = ({ items }: Case) => items.map((item) => ({ ...item, id: item.order_item_id, left: item.count }))

/** Reasons of a case after which the goods are not sold again. */
const unsellable: readonly string[] = ['damaged', 'quality']

/** The pieces that return to stock by default: none for damaged or faulty goods, else all. */
export const restockOf = ({ items, reason_code }: Case) =>
  unsellable.includes(reason_code) ? [] : items.map(({ order_item_id, count }) => ({ order_item_id, count }))
