'use client'

import { Anchor } from '@mantine/core'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useMayOpen } from '@/components/admin/frame/admin-context'
import { RecordAnchor } from '@/components/admin/record-anchor'
import { Fact, Facts } from '@/components/ui/facts'
import { listPath, ordersWith } from '@/lib/server/admin/record-path'
import type { Answer } from '@/lib/server/client'

type ProductUses = Answer<'GET /cms/product/{id}/uses'>

export default function Uses({ id, uses }: { id: number; uses: ProductUses }) {
  const t = useTranslations('catalogue.uses')
  const seesOrders = useMayOpen()(listPath('order'))
  const { themes, banners, unpaid_orders, unshipped_orders } = uses
  return (
    <Facts>
      <Fact name={t('themes')}>{themes.length > 0 ? <Records resource="theme" records={themes} /> : t('none')}</Fact>
      <Fact name={t('banners')}>
        {banners.length > 0 ? <Records resource="banner" records={banners} /> : t('none')}
      </Fact>
      <Fact name={t('unpaid')}>{t('orders', { count: unpaid_orders })}</Fact>
      <Fact name={t('unshipped')}>{t('orders', { count: unshipped_orders })}</Fact>
      {seesOrders && (
        <Fact name={t('orderList')}>
          <Anchor component={Link} href={ordersWith({ product_id: id })} prefetch={false} fz="inherit">
            {t('all')}
          </Anchor>
        </Fact>
      )}
    </Facts>
  )
}

function Records({ resource, records }: { resource: 'theme' | 'banner'; records: ProductUses['themes'] }) {
  return records.map(({ id, name }, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <RecordAnchor resource={resource} id={id}>
        {name}
      </RecordAnchor>
    </span>
  ))
}
