import type { Case } from './record'

/** The lines of a case. `left` is the maximum count of a choice. */
export const linesOf = ({ items }: Case) => items.map((item) => ({ ...item, id: item.order_item_id, left: item.count }))

/** Reasons for which goods are not sold again. */
const unsellable: readonly string[] = ['damaged', 'quality']

/** The pieces that return to stock by default. */
export const restockOf = ({ items, reason_code }: Case) =>
  unsellable.includes(reason_code) ? [] : items.map(({ order_item_id, count }) => ({ order_item_id, count }))
