import type { z } from 'zod'
import { openAfterSaleStatuses } from '@/db/enums'
import type { AfterSale } from '@/lib/after_sale/schema'
import type { OrderDetail } from './use-order-actions'

type Case = Pick<z.output<typeof AfterSale>, 'status' | 'items'>
type Item = OrderDetail['items'][number]

const open: readonly string[] = openAfterSaleStatuses

/** Whether staff, the customer or a job still has to act on an after-sale case. */
export const isOpenCase = ({ status }: Pick<Case, 'status'>) => open.includes(status)

/**
 * Returns the state of the pieces of an item: whether pieces are in an open case, and the number of refunded pieces.
 * For a partly shipped order, also returns the numbers of shipped and unshipped pieces.
 */
export function piecesOf(item: Item, { fulfilment }: Pick<OrderDetail, 'fulfilment'>, cases: readonly Case[]) {
  const countIn = (chosen: readonly Case[]) =>
    chosen.flatMap(({ items }) => items).reduce((sum, one) => sum + (one.order_item_id === item.id ? one.count : 0), 0)
  const isIn = (one: Case) => one.items.some(({ order_item_id }) => order_item_id === item.id)
  // The API counts pieces of pending refunds as refunded.
  const refunded = item.refunded_count - countIn(cases.filter(({ status }) => status === 'refunding'))
  // Refundable pieces that cannot be returned are not shipped yet. An item with an open case has no refundable pieces.
  const left =
    item.refundable_count > 0
      ? item.refundable_count - item.returnable_count
      : item.count - item.shipped_count - item.refunded_count
  return {
    isInOpenCase: cases.some((one) => isOpenCase(one) && isIn(one)),
    refunded: Math.max(0, refunded),
    /** The shipped pieces and the pieces left to ship. undefined: the order is not partly shipped. */
    shipping: fulfilment === 'part' ? { shipped: item.shipped_count, left: Math.max(0, left) } : undefined,
  }
}

/** Whether money or pieces of an order can still be refunded. */
export const isSomethingLeft = ({ items }: Pick<OrderDetail, 'items'>) =>
  items.some(({ refundable_count, refundable_amount }) => refundable_count > 0 || refundable_amount > 0)
