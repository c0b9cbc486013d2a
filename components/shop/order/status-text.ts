'use client'

import { useTranslations } from 'next-intl'
import type { Order } from './use-order-actions'

/** Whether an order came to nothing. */
export const isClosed = ({ status }: Pick<Order, 'status'>) => status === 'cancelled' || status === 'refunded'

/** Whether a part of an order is on its way, and the rest still in the shop. */
export const isPart = ({ status, fulfilment }: Pick<Order, 'status' | 'fulfilment'>) =>
  status === 'paid' && fulfilment === 'part'

/** What customers call the status of an order. */
export function useStatusText() {
  const t = useTranslations('purchase.order.status')
  return (order: Pick<Order, 'status' | 'fulfilment'>) => t(isPart(order) ? 'part' : order.status)
}
