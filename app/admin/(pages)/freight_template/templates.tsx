'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import type { Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { send } from '@/lib/server/client'

const FreightForm = dynamic(() => import('./form'))

type Row = RowOf<'GET /cms/freight_template'>

export function FreightTemplates({ page }: { page: Page<Row> }) {
  const t = useTranslations('freight_template')
  return (
    <ResourceTable
      name="freight_template"
      rows={page}
      search={t('search')}
      columns={[
        { key: 'name', kind: 'text', sort: true },
        { key: 'is_default', width: 130, render: ({ is_default }) => (is_default ? t('yes') : '–') },
        { key: 'charge', kind: 'tag', dictionary: 'freight_template_charge', width: 130, sort: true },
        { key: 'rules', width: 110, render: ({ rules }) => t('ruleCount', { count: rules.length }) },
        { key: 'product_count', kind: 'number', width: 120, sort: true },
        { key: 'updated_at', kind: 'time', width: 150, sort: true },
      ]}
      create={t('create')}
      form={FreightForm}
      remove={{
        send: ({ id }) => send('DELETE /cms/freight_template/{id}', { params: { id } }),
        warning: t('deleteWarning'),
      }}
      read={(id) => send('GET /cms/freight_template/{id}', { params: { id } })}
      isWide
    />
  )
}
