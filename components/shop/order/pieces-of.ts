import type { z } from 'zod'
import { openAfterSaleStatuses } from '@/db/enums'
import type { AfterSale } from '@/lib/after_sale/schema'
import type { OrderDetail } from './use-order-actions'

type Case = Pick<z.output<typeof AfterSale>, 'status' | 'items'>
type Item = OrderDetail['items'][number]

const open: readonly string[] = openAfterSaleStatuses

/** The shop, the customer or a job still has to act. */
export const isOpenCase = ({ status }: Pick<Case, 'status'>) => open.includes(status)

/** `shipping`: only of a partly shipped order. */
export function piecesOf(
  item: Item,
  { fulfilment, refunds }: Pick<OrderDetail, 'fulfilment' | 'refunds'>,
  cases: readonly Case[],
) {
  const isIn = (one: Pick<Case, 'items'>) => one.items.some(({ order_item_id }) => order_item_id === item.id)
  // Not `refunded_count`, which has also the pieces of refunds under way.
  const refunded = refunds
    .filter(({ status }) => status === 'succeeded')
    .flatMap(({ items }) => items)
    .reduce((sum, one) => sum + (one.order_item_id === item.id ? one.count : 0), 0)
  // Refundable but not returnable: not shipped. An item with an open case has no refundable pieces.
  const left =
    item.refundable_count > 0
      ? item.refundable_count - item.returnable_count
      : item.count - item.shipped_count - item.refunded_count
  return {
    isInOpenCase: cases.some((one) => isOpenCase(one) && isIn(one)),
    refunded,
    shipping: fulfilment === 'part' ? { shipped: item.shipped_count, left: Math.max(0, left) } : undefined,
  }
}

export const isSomethingLeft = ({ items }: Pick<OrderDetail, 'items'>) =>
  items.some(({ refundable_count, refundable_amount }) => refundable_count > 0 || refundable_amount > 0)
