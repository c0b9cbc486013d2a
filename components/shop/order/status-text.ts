'use client'

import { useTranslations } from 'next-intl'
import type { Order } from './use-order-actions'

export const isClosed = ({ status }: Pick<Order, 'status'>) => status === 'cancelled' || status === 'refunded'

export const isPart = ({ status, fulfilment }: Pick<Order, 'status' | 'fulfilment'>) =>
  status === 'paid' && fulfilment === 'part'

export function useStatusText() {
  const t = useTranslations('purchase.order.status')
  return (order: Pick<Order, 'status' | 'fulfilment' | 'store_id'>) => {
    if (isPart(order)) return t('part')
    return order.status === 'paid' && order.store_id !== null ? t('toCollect') : t(order.status)
  }
}
