import type { Case } from './record'

/** `left`: the pieces in the case, the maximum of the input. */
export const linesOf = ({ items }: Case) => items.map((item) => ({ ...item, id: item.order_item_id, left: item.count }))

/** After these, the goods are not sold again. */
const unsellable: readonly string[] = ['damaged', 'quality']

/** By default: none of damaged or faulty goods, else all. */
export const restockOf = ({ items, reason_code }: Case) =>
  unsellable.includes(reason_code) ? [] : items.map(({ order_item_id, count }) => ({ order_item_id, count }))
