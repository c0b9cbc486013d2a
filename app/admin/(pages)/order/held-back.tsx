'use client'

import { Alert, Anchor } from '@mantine/core'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { recordPath } from '@/lib/server/admin/record-path'
import classes from './order.module.css'

interface HeldBackOrdersProps {
  rows: readonly { id: number; order_no: string }[]
}

/** The selected orders that are not shipped, because a return request or another address waits for an answer. */
export function HeldBackOrders({ rows }: HeldBackOrdersProps) {
  const t = useTranslations('sale.ship')
  if (rows.length === 0) return null
  return (
    <Alert color="yellow" variant="light" title={t('heldBackOrders')}>
      <ul className={classes.parcels}>
        {rows.map(({ id, order_no }) => (
          <li key={id}>
            <Anchor component={Link} href={recordPath('order', id)} inherit>
              {order_no}
            </Anchor>
          </li>
        ))}
      </ul>
      {t('heldBackHelp')}
    </Alert>
  )
}
