'use client'

import { Button } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { usePayments } from '@/components/shop/payment/provider'
import { ActionButton } from '@/components/ui/action-button'
import { Link } from '@/components/ui/link'
import classes from './order.module.css'
import type { Order, OrderDeed } from './use-order-actions'

interface OrderButtonsProps {
  order: Order
  onAct: (order: Order, deed: OrderDeed, begin: () => void) => Promise<unknown>
  /** Only on the page of an order, because lists do not contain the items. */
  hasNothingLeft?: boolean
  /** Only in lists, whose orders have buttons of the same name. */
  whose?: string
}

/** In the order of display: the most likely action is last, near the thumb. */
const deeds = ['remove', 'cancel', 'again', 'confirm', 'pay'] as const
const main: readonly OrderDeed[] = ['pay', 'confirm']
const asking: readonly OrderDeed[] = ['remove', 'cancel', 'confirm']

export function OrderButtons({ order, onAct, hasNothingLeft = false, whose }: OrderButtonsProps) {
  const t = useTranslations('purchase.order')
  const { confirming } = usePayments()
  const isConfirming = order.status === 'unpaid' && confirming.has(order.id)
  // While its payment is being confirmed, an unpaid order cannot be paid or canceled either.
  const allowed = deeds.filter((deed) => {
    if (deed === 'again') return order.status !== 'unpaid'
    return order.actions.includes(deed) && !(isConfirming && (deed === 'pay' || deed === 'cancel'))
  })
  const named = (name: string) => (whose === undefined ? {} : { 'aria-label': `${name} ${whose}` })
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
          {...named(t('deed.after_sale'))}
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
          {...named(t(`deed.${deed}`))}
        >
          {t(`deed.${deed}`)}
        </ActionButton>
      ))}
    </div>
  )
}
