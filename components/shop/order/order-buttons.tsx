'use client'

import { Button } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { ActionButton } from '../../action-button'
import { Link } from '../../link'
import classes from './order.module.css'
import type { Order, OrderDeed } from './use-order-actions'

interface OrderButtonsProps {
  order: Order
  onAct: (order: Order, deed: OrderDeed) => Promise<unknown>
}

/** In the order in which they are shown; what a customer most likely wants comes last, at the thumb. */
const deeds = ['remove', 'cancel', 'again', 'confirm', 'pay'] as const
const main: readonly OrderDeed[] = ['pay', 'confirm']

/** What can be done with an order now, as the shop says. */
export function OrderButtons({ order, onAct }: OrderButtonsProps) {
  const t = useTranslations('purchase.order')
  const allowed = deeds.filter((deed) => deed === 'again' || order.actions.includes(deed))
  return (
    <div className={classes.buttons}>
      {order.actions.includes('after_sale') && (
        <Button
          component={Link}
          href={`/after_sale/new?order_id=${order.id}`}
          prefetch={false}
          size="sm"
          px="sm"
          variant="default"
        >
          {t('deed.after_sale')}
        </Button>
      )}
      {allowed.map((deed) => (
        <ActionButton
          key={deed}
          size="sm"
          px="sm"
          variant={main.includes(deed) ? 'filled' : 'default'}
          onAct={() => onAct(order, deed)}
        >
          {t(`deed.${deed}`)}
        </ActionButton>
      ))}
    </div>
  )
}
