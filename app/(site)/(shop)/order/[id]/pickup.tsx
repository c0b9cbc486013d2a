'use client'

import { Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import classes from '@/components/shop/order/order.module.css'
import { PickupCode } from '@/components/shop/order/pickup-code'
import type { OrderDetail } from '@/components/shop/order/use-order-actions'
import { StoreFacts } from '@/components/shop/store-facts'
import { shopLanguage } from '@/components/ui/language'

type Collected = NonNullable<OrderDetail['pickup']>

interface PickupProps {
  pickup: Collected
  receiver: OrderDetail['receiver']
}

export function Pickup({ pickup: { store, code }, receiver: { name, mobile } }: PickupProps) {
  const t = useTranslations('purchase.order.pickup')
  return (
    <>
      {code !== null && (
        <section className={classes.card} aria-label={t('code')}>
          <PickupCode code={code} />
        </section>
      )}
      <section className={classes.card} aria-label={t('store')}>
        <StoreFacts store={store} />
        <Text size="sm">
          {t.rich('by', {
            who: () => (
              <span lang={shopLanguage}>
                {name} {mobile}
              </span>
            ),
          })}
        </Text>
      </section>
    </>
  )
}
