'use client'

import { Text } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { pieces } from '@/components/shop/cart-sums'
import { GoodsLine } from '@/components/shop/goods-line'
import classes from '@/components/shop/order/order.module.css'
import { OrderButtons } from '@/components/shop/order/order-buttons'
import { isClosed, useStatusText } from '@/components/shop/order/status-text'
import type { Order, OrderDeed } from '@/components/shop/order/use-order-actions'
import { Link } from '@/components/ui/link'
import { Moment } from '@/components/ui/moment'

interface OrderCardProps {
  order: Order
  onAct: (order: Order, deed: OrderDeed, begin: () => void) => Promise<unknown>
}

/** A click anywhere opens the order; screen readers read only its number as the link. */
export function OrderCard({ order, onAct }: OrderCardProps) {
  const t = useTranslations('purchase.order')
  const format = useFormatter()
  const statusText = useStatusText()
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <Link href={`/order/${order.id}`} prefetch={false} className={classes.open}>
          <Text span size="sm" fw={600} className={classes.number}>
            {t('number', { number: order.order_no })}
          </Text>
        </Link>
        <Text span size="sm" fw={600} c={isClosed(order) ? 'dimmed' : 'accent'} style={{ whiteSpace: 'nowrap' }}>
          {statusText(order)}
        </Text>
      </div>
      {order.items.map((item) => (
        <GoodsLine key={item.id} goods={item} />
      ))}
      <div className={classes.head}>
        <Text span size="xs" c="dimmed">
          <Moment at={order.created_at} exact />
        </Text>
        <Text span size="sm">
          {t('summary', { count: pieces(order.items) })}{' '}
          <Text span inherit fw={650}>
            {format.number(order.total_amount / 100, 'price')}
          </Text>
        </Text>
      </div>
      <OrderButtons order={order} onAct={onAct} whose={t('number', { number: order.order_no })} />
    </li>
  )
}
