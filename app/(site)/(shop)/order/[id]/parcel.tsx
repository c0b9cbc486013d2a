'use client'

import { Anchor, Group, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { Copy } from '@/components/shop/copy'
import { useCustomer } from '@/components/shop/customer/provider'
import classes from '@/components/shop/order/order.module.css'
import type { OrderDetail } from '@/components/shop/order/use-order-actions'
import { shopLanguage } from '@/components/ui/language'
import { Moment } from '@/components/ui/moment'
import { ParcelNews } from '@/components/ui/parcel-news'
import { send } from '@/lib/server/client'

interface ParcelProps {
  order_id: number
  shipment: OrderDetail['shipments'][number]
  items: OrderDetail['items']
}

export function Parcel({ order_id, shipment, items }: ParcelProps) {
  const { asCustomer } = useCustomer()
  const t = useTranslations('purchase.order.parcel')
  const { id, method, carrier_name, carrier_url, tracking_no, shipped_at, tracking } = shipment
  const names = new Map(items.map(({ id, name }) => [id, name]))
  const contents = shipment.items.map(({ order_item_id, count }) => `${names.get(order_item_id) ?? ''} × ${count}`)
  return (
    <section className={classes.card} aria-label={t('title')}>
      <div className={classes.head}>
        <Text fw={600} size="sm" lang={method === 'express' ? shopLanguage : undefined}>
          {method === 'express' ? carrier_name : t(`method.${method}`)}
        </Text>
        <Text size="xs" c="dimmed" span>
          <Moment at={shipped_at} exact />
        </Text>
      </div>
      {tracking_no && (
        <Group justify="space-between" gap="xs">
          <Text size="sm" className={classes.number}>
            {carrier_url ? (
              <Anchor href={carrier_url} target="_blank" rel="noreferrer" inherit>
                {t('track', { number: tracking_no })}
              </Anchor>
            ) : (
              tracking_no
            )}
          </Text>
          <Copy text={tracking_no} label={t('copy')} />
        </Group>
      )}
      {tracking && (
        <ParcelNews
          shipment_id={id}
          tracking={tracking}
          read={() => asCustomer((token) => send('GET /v1/order/{id}/trace', { params: { id: order_id }, token }))}
        />
      )}
      <Text size="sm" c="dimmed" lang={shopLanguage}>
        {contents.join('、')}
      </Text>
    </section>
  )
}
