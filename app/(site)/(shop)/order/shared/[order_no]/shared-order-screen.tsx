'use client'

import { Anchor, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { CustomerGate } from '@/components/shop/customer/gate'
import { useCustomer } from '@/components/shop/customer/provider'
import { GoodsLine } from '@/components/shop/goods-line'
import { ListSkeleton } from '@/components/shop/list-skeleton'
import { MissingOrder } from '@/components/shop/order/missing-order'
import classes from '@/components/shop/order/order.module.css'
import { TimeLeft } from '@/components/shop/order/time-left'
import { usePayments, useSharedPayment } from '@/components/shop/payment/provider'
import { StickyBar } from '@/components/shop/sticky-bar'
import { Sums } from '@/components/shop/sums'
import { ActionButton } from '@/components/ui/action-button'
import { Failure } from '@/components/ui/failure'
import { Link } from '@/components/ui/link'
import { Moment } from '@/components/ui/moment'
import { useAction } from '@/components/ui/use-action'
import { usePoll } from '@/components/ui/use-poll'
import { useRead } from '@/components/ui/use-read'
import { SendError, send } from '@/lib/server/client'

/** An order that the shop placed, for anyone who has its link: to look at and to pay. */
export const SharedOrderScreen = ({ order_no }: { order_no: string }) => (
  <CustomerGate skeleton={<ListSkeleton height={160} />}>
    <SharedOrder order_no={order_no} />
  </CustomerGate>
)

function SharedOrder({ order_no }: { order_no: string }) {
  const t = useTranslations('purchase.shared')
  const { token, asCustomer } = useCustomer()
  const { ended, confirming } = usePayments()
  const pay = useSharedPayment()
  const act = useAction()
  const read = async () => {
    try {
      const params = { order_no }
      return { order: await asCustomer((token) => send('GET /v1/order/shared/{order_no}', { params, token })) }
    } catch (error) {
      if (error instanceof SendError && error.code === 'not_found') return { order: undefined }
      throw error
    }
  }
  const { value, isFailed, reload, refresh, replace } = useRead(read, `${token} ${order_no} ${ended}`)
  const isConfirming = value?.order !== undefined && confirming.has(value.order.id)
  usePoll(refresh, [isConfirming ? 5_000 : 60_000])
  if (isFailed) return <Failure onRetry={reload} />
  if (!value) return <ListSkeleton height={160} />
  const { order } = value
  if (!order) return <MissingOrder />
  const isUnpaid = order.status === 'unpaid'
  const over = order.status === 'cancelled' ? t('cancelled') : t('paid')
  return (
    <>
      <div className={classes.blocks}>
        <section className={classes.card} aria-labelledby="status">
          <h2 id="status" className={classes.status}>
            {isUnpaid ? t('unpaid') : over}
          </h2>
          {isUnpaid && (
            <>
              <Text size="sm" c="dimmed">
                {t.rich('until', { time: () => <Moment at={order.expires_at} exact /> })}
              </Text>
              <TimeLeft until={order.expires_at} onOver={reload} />
            </>
          )}
          {order.is_own ? (
            <Anchor component={Link} href={`/order/${order.id}`} prefetch={false} size="sm" fw={600}>
              {t('own')}
            </Anchor>
          ) : (
            <Text size="sm" c="dimmed">
              {t('private')}
            </Text>
          )}
        </section>
        <section className={classes.card} aria-label={t('items')}>
          {order.items.map((item) => (
            <GoodsLine key={item.id} goods={item} href={`/product/${item.product_id}`} />
          ))}
          <Sums sums={order} />
        </section>
      </div>
      {isUnpaid && (
        <StickyBar>
          <ActionButton
            size="md"
            flex={1}
            disabled={isConfirming}
            onAct={() => act(async () => replace({ order: await pay(order) }), { failure: t('failed'), isLocal: true })}
          >
            {t('pay')}
          </ActionButton>
        </StickyBar>
      )}
    </>
  )
}
