import { Alert, Text } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import classes from '@/components/shop/order/order.module.css'
import type { OrderDetail } from '@/components/shop/order/use-order-actions'
import sumClasses from '@/components/shop/sums.module.css'
import { shopLanguage } from '@/components/ui/language'
import { Moment } from '@/components/ui/moment'
import { isAverageOf } from '@/lib/order/refund-sum'
import { isFailedRefund } from '@/lib/payment/failed'

export function Refunds({ order: { items, refunds } }: { order: Pick<OrderDetail, 'items' | 'refunds'> }) {
  const t = useTranslations('purchase.order.refund')
  // What is closed pays nothing: another refund has taken its place, or the shop has given it up.
  const shown = refunds.filter(({ status }) => status !== 'closed')
  if (shown.length === 0) return null
  return (
    <section className={classes.card} aria-labelledby="refunds">
      <h2 id="refunds" className={classes.subheading}>
        {t('title')}
      </h2>
      {shown.map((refund) => (
        <Refund key={refund.refund_no} refund={refund} items={items} />
      ))}
    </section>
  )
}

function Refund({ refund, items }: { refund: OrderDetail['refunds'][number]; items: OrderDetail['items'] }) {
  const t = useTranslations('purchase.order.refund')
  const tSum = useTranslations('purchase.sum')
  const tCase = useTranslations('purchase.case')
  const format = useFormatter()
  const priceOf = (fen: number) => format.number(fen / 100, 'price')
  const { amount, freight_amount, postage_amount, status, created_at, succeeded_at } = refund
  const row = (key: string | number, label: ReactNode, fen: number) => (
    <div key={key} className={sumClasses.row}>
      <dt>{label}</dt>
      <dd>{priceOf(fen)}</dd>
    </div>
  )
  return (
    <div className={classes.told}>
      <Text size="sm" fw={600}>
        {t(status === 'succeeded' ? 'done' : 'underWay', { amount: priceOf(amount) })}
      </Text>
      <Text size="sm" c="dimmed">
        {t.rich('asked', { time: () => <Moment at={created_at} exact /> })}
      </Text>
      {succeeded_at && (
        <Text size="sm" c="dimmed">
          {t.rich('paid', { time: () => <Moment at={succeeded_at} exact /> })}
        </Text>
      )}
      {isFailedRefund(status) && (
        <Alert color="orange" variant="light">
          {tCase('refundFailed')}
        </Alert>
      )}
      <dl className={sumClasses.sums}>
        {refund.items.map(({ order_item_id, count, amount }) => {
          const item = items.find(({ id }) => id === order_item_id)
          const name = (
            <>
              <span lang={shopLanguage}>{[item?.name, item?.spec_text].filter(Boolean).join(' ')}</span>
              {count > 0 && ` × ${format.number(count)}`}
              {item && isAverageOf(item, { count, amount }) && (
                <Text size="xs" c="dimmed">
                  {tCase('averaged')}
                </Text>
              )}
            </>
          )
          return row(order_item_id, name, amount)
        })}
        {freight_amount > 0 && row('freight', tSum('freight'), freight_amount)}
        {postage_amount > 0 && row('postage', t('postage'), postage_amount)}
      </dl>
    </div>
  )
}
