'use client'

import { Anchor, Group, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { Copy } from '@/components/shop/copy'
import { GoodsLine } from '@/components/shop/goods-line'
import classes from '@/components/shop/order/order.module.css'
import { isOpenCase, isSomethingLeft, piecesOf } from '@/components/shop/order/pieces-of'
import { isPart, useStatusText } from '@/components/shop/order/status-text'
import { TimeLeft } from '@/components/shop/order/time-left'
import type { OrderDetail } from '@/components/shop/order/use-order-actions'
import { usePayments } from '@/components/shop/payment/provider'
import { Sums } from '@/components/shop/sums'
import { shopLanguage } from '@/components/ui/language'
import { Link } from '@/components/ui/link'
import { Moment } from '@/components/ui/moment'
import type { Case } from '../../after_sale/case-card'
import { Invoice } from './invoice'
import { Parcel } from './parcel'
import { Pickup } from './pickup'
import { Receiver } from './receiver'
import { Refunds } from './refunds'

interface OrderFactsProps {
  order: OrderDetail
  cases: Case[]
  onExpired: () => void
  onChanged: (order: OrderDetail) => void
}

/** Codes are not shown. All others are texts of the shop. */
const ownReasons = ['customer', 'expired']

export function OrderFacts({ order, cases, onExpired, onChanged }: OrderFactsProps) {
  const t = useTranslations('purchase.order')
  const statusText = useStatusText()
  const { items, shipments, log } = order
  const isConfirming = usePayments().confirming.has(order.id) && order.status === 'unpaid'
  const hasOpenCase = cases.some(isOpenCase)
  const isDelivered = order.status === 'shipped' && shipments.every(({ tracking }) => tracking?.state === 'delivered')
  /** `held`: all unshipped pieces are in an after-sale case, so nothing is packed. */
  const meaning = () => {
    if (isConfirming) return 'confirming'
    if (order.status === 'paid' && hasOpenCase && !isSomethingLeft(order)) return 'held'
    if (order.status === 'paid' && order.pickup?.code) return order.pickup.ready_at ? 'ready' : 'preparing'
    if (isDelivered) return 'delivered'
    return isPart(order) ? 'part' : order.status
  }
  return (
    <div className={classes.blocks}>
      <section className={classes.card} aria-labelledby="status">
        <div>
          <h2 id="status" className={classes.status}>
            {isConfirming ? t('confirming') : isDelivered ? t('status.delivered') : statusText(order)}
          </h2>
          <Text size="sm" c="dimmed" role="status">
            {t.rich(`meaning.${meaning()}`, { time: () => <Moment at={order.expires_at} exact /> })}
          </Text>
          {order.by_shop && <Text size="sm">{t('byShop')}</Text>}
          {order.cancel_reason !== null && !ownReasons.includes(order.cancel_reason) && (
            <Text size="sm">
              {t.rich('cancelReason', { reason: () => <span lang={shopLanguage}>{order.cancel_reason}</span> })}
            </Text>
          )}
          {order.status === 'unpaid' && !isConfirming && <TimeLeft until={order.expires_at} onOver={onExpired} />}
          {hasOpenCase && (
            <Anchor component={Link} href={`/after_sale?order_id=${order.id}`} prefetch={false} size="sm" fw={600}>
              {t('openCase')}
            </Anchor>
          )}
        </div>
      </section>
      <Refunds order={order} />
      {order.pickup && <Pickup pickup={order.pickup} receiver={order.receiver} />}
      {shipments.map((shipment) => (
        <Parcel key={shipment.id} order_id={order.id} shipment={shipment} items={items} />
      ))}
      {order.pickup === null && <Receiver order={order} onChanged={onChanged} />}
      <section className={classes.card} aria-label={t('items')}>
        {items.map((item) => (
          <GoodsLine key={item.id} goods={item} href={`/product/${item.product_id}`}>
            <Marks item={item} order={order} cases={cases} />
          </GoodsLine>
        ))}
        <Sums sums={order} />
      </section>
      <Invoice order={order} onChanged={onChanged} />
      <section className={classes.card} aria-labelledby="log">
        <h2 id="log" className={classes.subheading}>
          {t('history')}
        </h2>
        <ol className={classes.log}>
          {log.map(({ action, created_at }) => (
            <li key={`${action} ${created_at}`}>
              <span>
                {t(action === 'ship' && order.pickup ? 'log.collected' : `log.${action}`)}
                {action === 'ship' && <ParcelName shipment={shipments.find((one) => one.shipped_at === created_at)} />}
              </span>
              <Text span inherit c="dimmed">
                <Moment at={created_at} exact />
              </Text>
            </li>
          ))}
        </ol>
        {order.remark && (
          <Text size="sm" c="dimmed">
            {t.rich('remark', { remark: () => <span lang={shopLanguage}>{order.remark}</span> })}
          </Text>
        )}
        <Group gap={4} wrap="nowrap">
          <Text size="sm" c="dimmed" className={classes.number}>
            {t('number', { number: order.order_no })}
          </Text>
          <Copy text={order.order_no} label={t('copyNumber')} isInline />
        </Group>
        {cases.length > 0 && (
          <Anchor component={Link} href={`/after_sale?order_id=${order.id}`} prefetch={false} size="sm">
            {t('cases')}
          </Anchor>
        )}
      </section>
    </div>
  )
}

/** Empty if revoked or without a tracking number. */
function ParcelName({ shipment }: { shipment: OrderDetail['shipments'][number] | undefined }) {
  if (!shipment?.tracking_no) return null
  return (
    <span className={classes.number} lang={shopLanguage}>
      {` ${shipment.carrier_name} ${shipment.tracking_no}`}
    </span>
  )
}

interface MarksProps extends Pick<OrderFactsProps, 'order' | 'cases'> {
  item: OrderDetail['items'][number]
}

function Marks({ item, order, cases }: MarksProps) {
  const t = useTranslations('purchase.order.line')
  const { isInOpenCase, refunded, shipping } = piecesOf(item, order, cases)
  return (
    <>
      {shipping && (
        <Text size="xs" c="dimmed">
          {t('shipping', shipping)}
        </Text>
      )}
      {isInOpenCase && (
        <Text size="xs" fw={600} c="orange">
          {t('open')}
        </Text>
      )}
      {refunded > 0 && (
        <Text size="xs" fw={600} c="dimmed">
          {t('refunded', { count: refunded })}
        </Text>
      )}
    </>
  )
}
