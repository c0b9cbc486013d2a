'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import type { Page, RowAction, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { DictionaryTag } from '@/components/admin/tag/tag'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { send } from '@/lib/server/client'
import { useCommands } from './use-commands'
import { useSentences } from './use-sentences'

const PromotionForm = dynamic(() => import('./form'))

type Row = RowOf<'GET /cms/promotion'>

function useRowActions() {
  const t = useTranslations('promotion')
  const commands = useCommands()
  return (row: Row): RowAction[] => {
    const { copy, stop } = commands(row)
    return [
      ...(copy ? [{ key: 'duplicate', label: t('duplicate'), onSelect: () => void copy() }] : []),
      ...(stop ? [{ key: 'stop', label: t('stop'), onSelect: () => void stop() }] : []),
    ]
  }
}

export function Promotions({ page }: { page: Page<Row> }) {
  const t = useTranslations('promotion')
  const { summary } = useSentences()
  return (
    <ResourceTable
      name="promotion"
      rows={page}
      search={t('search')}
      tabs={{ name: 'state', label: t('state'), values: ['running', 'upcoming', 'ended', 'stopped'] }}
      filters={[
        { kind: 'choice', name: 'gives', options: useDictionaryOptions('promotion_gives') },
        {
          kind: 'choice',
          name: 'with_coupons',
          label: t('source'),
          options: [
            { value: 'true', label: t('withCoupons') },
            { value: 'false', label: t('byItself') },
          ],
        },
        { kind: 'span', name: 'changed_from', until: 'changed_to', label: t('updatedAt') },
      ]}
      columns={[
        { key: 'name', kind: 'text', sort: true },
        // The first tag is the one on cards of phones.
        { key: 'state', kind: 'tag', dictionary: 'promotion_state', width: 110 },
        { key: 'gives', kind: 'tag', dictionary: 'promotion_gives', width: 120, sort: true },
        {
          key: 'coupon_source',
          label: t('source'),
          width: 130,
          render: ({ coupon_source }) =>
            coupon_source ? <DictionaryTag type="coupon_source" value={coupon_source} /> : t('byItself'),
        },
        { key: 'tiers', label: t('effect'), width: 200, card: 'line', render: summary },
        { key: 'starts_at', kind: 'time', width: 140, sort: true, card: false },
        { key: 'ends_at', kind: 'time', width: 140, sort: true },
        { key: 'order_count', label: t('orderCount'), kind: 'number', width: 90, card: false },
        { key: 'discount_amount', label: t('discountAmount'), kind: 'money', width: 120, card: false },
        {
          key: 'taken_count',
          label: t('takenCount'),
          width: 110,
          render: ({ coupon_source, taken_count, total }) =>
            coupon_source && (total === null ? taken_count : t('takenOf', { count: taken_count, total })),
        },
        { key: 'label', kind: 'text', width: 180, sort: true, hidden: true },
        { key: 'priority', kind: 'number', width: 110, sort: true, hidden: true },
        { key: 'updated_at', kind: 'time', width: 150, sort: true, hidden: true },
      ]}
      rowActions={useRowActions()}
      create={t('create')}
      form={PromotionForm}
      remove={{ send: ({ id }) => send('DELETE /cms/promotion/{id}', { params: { id } }), warning: t('deleteWarning') }}
      read={(id) => send('GET /cms/promotion/{id}', { params: { id } })}
      isWide
    />
  )
}
