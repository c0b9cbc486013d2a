import type { Case } from './record'

/** The pieces of a case, as many as can be chosen of each. */
export const linesOf = ({ items }: Case) => items.map((item) => ({ ...item, id: item.order_item_id, left: item.count }))

/** Goods that are broken or bad are not sold again. */
const unsellable: readonly string[] = ['damaged', 'quality']

/** The pieces that return to stock if nobody says otherwise. */
export const restockOf = ({ items, reason_code }: Case) =>
  unsellable.includes(reason_code) ? [] : items.map(({ order_item_id, count }) => ({ order_item_id, count }))
