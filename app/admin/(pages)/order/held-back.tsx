'use client'

import { useTranslations } from 'next-intl'
import { RefusedOrders } from './refused-orders'
import { useRefusals } from './use-refusals'

interface HeldBackOrdersProps {
  rows: readonly { id: number; order_no: string; is_address_asked: boolean }[]
}

/** A requested change of address, or an open after-sale case. */
export function HeldBackOrders({ rows }: HeldBackOrdersProps) {
  const t = useTranslations('sale.ship')
  const textOf = useRefusals()
  return (
    <RefusedOrders
      title={t('heldBackOrders')}
      orders={rows.map(({ id, order_no, is_address_asked }) => ({
        id,
        order_no,
        why: is_address_asked ? textOf('ship', 'address_asked') : t('heldBackOrder'),
      }))}
    />
  )
}
