'use client'

import { useTranslations } from 'next-intl'
import type { RowOf } from '@/components/resource-table/declaration'
import { DictionaryTag, Tag, Tags } from '@/components/tag/tag'

type Told = Pick<RowOf<'GET /cms/order'>, 'status' | 'fulfilment' | 'refunded_amount' | 'promised_amount'>

/** The status of an order, whether a part of it was shipped, and whether money is on its way back. */
export function OrderTags({ order: { status, fulfilment, refunded_amount, promised_amount } }: { order: Told }) {
  const t = useTranslations('sale')
  return (
    <Tags>
      <DictionaryTag type="order_status" value={status} />
      {status === 'paid' && fulfilment !== 'none' && <Tag style="info">{t('partShipped')}</Tag>}
      {promised_amount > refunded_amount && <Tag style="warning">{t('refunding')}</Tag>}
    </Tags>
  )
}
