'use client'

import { Alert, Anchor } from '@mantine/core'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { recordPath } from '@/lib/server/admin/record-path'
import classes from './order.module.css'
import { useRefusals } from './use-refusals'

interface HeldBackOrdersProps {
  rows: readonly { id: number; order_no: string; is_address_asked: boolean }[]
}

/**
 * The selected orders that cannot be shipped yet, each with the reason: a requested change of address, or an open
 * after-sale case.
 */
export function HeldBackOrders({ rows }: HeldBackOrdersProps) {
  const t = useTranslations('sale.ship')
  const textOf = useRefusals()
  return (
    <Alert color="yellow" variant="light" title={t('heldBackOrders')}>
      <ul className={classes.parcels}>
        {rows.map(({ id, order_no, is_address_asked }) => (
          <li key={id}>
            <Anchor component={Link} href={recordPath('order', id)} inherit>
              {order_no}
            </Anchor>{' '}
            {is_address_asked ? textOf('ship', 'address_asked') : t('heldBackOrder')}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
