'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import type { Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { DictionaryTag } from '@/components/admin/tag/tag'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { send } from '@/lib/server/client'

const PromotionForm = dynamic(() => import('./form'))

/** The promotions of the shop, by their state. */
export function Promotions({ page }: { page: Page<RowOf<'GET /cms/promotion'>> }) {
  const t = useTranslations('promotion')
  return (
    <ResourceTable
      name="promotion"
      rows={page}
      search={t('search')}
      tabs={{
        name: 'state',
        label: t('state'),
        options: [
          { value: '', label: t('tab.all') },
          { value: 'running', label: t('tab.running') },
          { value: 'upcoming', label: t('tab.upcoming') },
          { value: 'ended', label: t('tab.ended') },
          { value: 'stopped', label: t('tab.stopped') },
        ],
      }}
      filters={[
        { kind: 'choice', name: 'gives', label: t('gives'), options: useDictionaryOptions('promotion_gives') },
        {
          kind: 'choice',
          name: 'with_coupons',
          label: t('source'),
          options: [
            { value: 'true', label: t('withCoupons') },
            { value: 'false', label: t('byItself') },
          ],
        },
      ]}
      columns={[
        { key: 'name', label: t('name'), kind: 'text', sort: true },
        { key: 'label', label: t('label'), kind: 'text', width: 180, sort: true },
        { key: 'gives', label: t('gives'), kind: 'tag', dictionary: 'promotion_gives', width: 120, sort: true },
        {
          key: 'coupon_source',
          label: t('source'),
          width: 150,
          render: ({ coupon_source }) =>
            coupon_source ? <DictionaryTag type="coupon_source" value={coupon_source} /> : t('byItself'),
        },
        { key: 'state', label: t('state'), kind: 'tag', dictionary: 'promotion_state', width: 110 },
        { key: 'starts_at', label: t('startsAt'), kind: 'time', width: 150, sort: true },
        { key: 'ends_at', label: t('endsAt'), kind: 'time', width: 150, sort: true },
        { key: 'priority', label: t('priority'), kind: 'number', width: 110, sort: true, hidden: true },
        { key: 'updated_at', label: t('updatedAt'), kind: 'time', width: 150, sort: true, hidden: true },
      ]}
      nameOf={({ name }) => name}
      create={t('create')}
      empty={t('empty')}
      form={PromotionForm}
      remove={{ send: ({ id }) => send('DELETE /cms/promotion/{id}', { params: { id } }), warning: t('deleteWarning') }}
      read={(id) => send('GET /cms/promotion/{id}', { params: { id } })}
      isWide
    />
  )
}
