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
  /** Nothing is left to refund, according to the details of the order. */
  hasNothingLeft?: boolean
}

/** In the order of display; the most likely action comes last, near the thumb. */
const deeds = ['remove', 'cancel', 'again', 'confirm', 'pay'] as const
const main: readonly OrderDeed[] = ['pay', 'confirm']
const asking: readonly OrderDeed[] = ['remove', 'cancel', 'confirm']

/** The possible actions on an order, from the API. */
export function OrderButtons({ order, onAct, hasNothingLeft = false }: OrderButtonsProps) {
  const t = useTranslations('purchase.order')
  const { confirming } = usePayments()
  const isConfirming = order.status === 'unpaid' && confirming.has(order.id)
  // A customer who has not paid yet wants to pay this order rather than order again; one who has paid, neither.
  const allowed = deeds.filter((deed) => {
    if (deed === 'again') return order.status !== 'unpaid'
    return order.actions.includes(deed) && !(isConfirming && (deed === 'pay' || deed === 'cancel'))
  })
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
