'use client'

import { useTranslations } from 'next-intl'
import { RefusedOrders } from './refused-orders'

interface HeldByCaseProps {
  action: 'refund' | 'cancel'
  rows: readonly { id: number; order_no: string }[]
}

/** Neither refunded nor canceled until the open case is decided. */
export function HeldByCase({ action, rows }: HeldByCaseProps) {
  const t = useTranslations('sale.bulk')
  return (
    <RefusedOrders
      title={action === 'refund' ? t('refusedRefund') : t('refusedCancel')}
      orders={rows.map(({ id, order_no }) => ({ id, order_no, why: t('caseOpen') }))}
    />
  )
}
