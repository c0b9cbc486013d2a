'use client'

import { useTranslations } from 'next-intl'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { DictionaryTag, Tag, Tags } from '@/components/admin/tag/tag'

type Told = Pick<
  RowOf<'GET /cms/order'>,
  'status' | 'fulfilment' | 'paid_amount' | 'refunded_amount' | 'promised_amount'
> & { is_address_asked?: boolean; store?: object | null; ready_at?: string | null; ships_with_count?: number }

/** Includes orders for the same parcel, a requested change of address, and running refunds. */
export function OrderTags({ order }: { order: Told }) {
  const t = useTranslations('sale')
  const { status, fulfilment, paid_amount, refunded_amount, promised_amount } = order
  // All pieces of a `refunded` order are refunded, even if for less than was paid.
  const isPartlyRefunded = status !== 'refunded' && refunded_amount > 0 && refunded_amount < paid_amount
  return (
    <Tags>
      <DictionaryTag type="order_status" value={status} />
      {order.store && <Tag style="default">{t('pickup.tag')}</Tag>}
      {status === 'paid' && order.ready_at && <Tag style="info">{t('pickup.ready')}</Tag>}
      {status === 'paid' && fulfilment !== 'none' && <Tag style="info">{t('partShipped')}</Tag>}
      {order.ships_with_count ? <Tag style="info">{t('shipsWith', { count: order.ships_with_count })}</Tag> : null}
      {order.is_address_asked && <Tag style="warning">{t('askedAddress.tag')}</Tag>}
      {isPartlyRefunded && <Tag style="warning">{t('partRefunded')}</Tag>}
      {promised_amount > refunded_amount && <Tag style="warning">{t('refunding')}</Tag>}
    </Tags>
  )
}
