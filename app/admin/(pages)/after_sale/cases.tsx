'use client'

import { useLocale, useTranslations } from 'next-intl'
import { Goods } from '@/components/admin/pieces/goods'
import type { Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { nameOfCustomer } from '@/lib/kit/people/name'
import { send } from '@/lib/server/client'
import { Deadline } from './deadline'

type Row = RowOf<'GET /cms/after_sale'>

export function CaseTable({ page }: { page: Page<Row> }) {
  const t = useTranslations('after_sale')
  const locale = useLocale()
  return (
    <ResourceTable
      name="after_sale"
      rows={page}
      paging="cursor"
      search={t('search')}
      tabs={{
        name: 'tab',
        label: t('tabs'),
        values: [
          'waiting',
          'requested',
          'returning',
          'returned',
          'disputed',
          'refunding',
          'done',
          'rejected',
          'withdrawn',
          'expired',
        ],
        readCounts: () => send('GET /cms/after_sale/count'),
      }}
      filters={[
        { kind: 'choice', name: 'kind', options: useDictionaryOptions('after_sale_kind') },
        {
          kind: 'record',
          name: 'order_id',
          label: t('order'),
          known: ({ order_id, order_no }) => ({ id: order_id, name: order_no }),
        },
        {
          kind: 'record',
          name: 'customer_id',
          label: t('customer'),
          known: ({ customer }) => ({ id: customer.id, name: nameOfCustomer(customer, locale) }),
        },
      ]}
      columns={[
        { key: 'no', kind: 'code', width: 150 },
        {
          key: 'items',
          label: t('section.items'),
          card: 'line',
          render: ({ items, line_count, piece_count }) => (
            <Goods
              pictures={items.map(({ image_url }) => image_url)}
              name={items[0]?.name}
              details={[
                ...(piece_count > 0 ? [t('pieces', { count: piece_count })] : []),
                ...(line_count > 1 ? [t('moreLines', { count: line_count - 1 })] : []),
              ].join(' · ')}
            />
          ),
        },
        { key: 'status', kind: 'tag', dictionary: 'after_sale_status', width: 130 },
        { key: 'customer', width: 110, render: ({ customer }) => nameOfCustomer(customer, locale) },
        { key: 'kind', kind: 'tag', dictionary: 'after_sale_kind', width: 130 },
        { key: 'requested_amount', label: t('asked'), kind: 'money', width: 92 },
        { key: 'approved_amount', label: t('approved'), kind: 'money', width: 110, hidden: true },
        { key: 'decide_by', label: t('deadline'), width: 110, render: (row) => <Deadline of={row} /> },
        {
          key: 'reason_code',
          label: t('reason'),
          kind: 'tag',
          dictionary: 'after_sale_reason',
          width: 150,
          hidden: true,
        },
        { key: 'order_no', label: t('order'), kind: 'record', resource: 'order', id: 'order_id', width: 180 },
        { key: 'created_at', kind: 'time', width: 110, hidden: true },
      ]}
      nameOf={({ no }) => no}
    />
  )
}
