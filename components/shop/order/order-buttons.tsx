'use client'

import { Button } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { ActionButton } from '@/components/ui/action-button'
import { Link } from '@/components/ui/link'
import classes from './order.module.css'
import type { Order, OrderDeed } from './use-order-actions'

interface OrderButtonsProps {
  order: Order
  onAct: (order: Order, deed: OrderDeed, begin: () => void) => Promise<unknown>
  /** Nothing more can be asked for, as the details of the order tell. */
  hasNothingLeft?: boolean
}

/** In the order in which they are shown; what a customer most likely wants comes last, at the thumb. */
const deeds = ['remove', 'cancel', 'again', 'confirm', 'pay'] as const
const main: readonly OrderDeed[] = ['pay', 'confirm']
const asking: readonly OrderDeed[] = ['remove', 'cancel', 'confirm']

/** What can be done with an order now, as the shop says. */
export function OrderButtons({ order, onAct, hasNothingLeft = false }: OrderButtonsProps) {
  const t = useTranslations('purchase.order')
  // Who has not paid yet wants this order, not the same once more.
  const allowed = deeds.filter((deed) => (deed === 'again' ? order.status !== 'unpaid' : order.actions.includes(deed)))
  return (
    <div className={classes.buttons}>
      {order.actions.includes('after_sale') && !hasNothingLeft && (
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
          asks={asking.includes(deed)}
          onAct={(begin) => onAct(order, deed, begin)}
        >
          {t(`deed.${deed}`)}
        </ActionButton>
      ))}
    </div>
  )
}
