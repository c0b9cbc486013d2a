'use client'

import { useTranslations } from 'next-intl'
import type { Order } from './use-order-actions'

/** Whether an order came to nothing. */
export const isClosed = ({ status }: Pick<Order, 'status'>) => status === 'cancelled' || status === 'refunded'

/** What customers call the status of an order. */
export function useStatusText() {
  const t = useTranslations('purchase.order.status')
  return ({ status, fulfilment }: Pick<Order, 'status' | 'fulfilment'>) =>
    t(status === 'paid' && fulfilment === 'part' ? 'part' : status)
}
