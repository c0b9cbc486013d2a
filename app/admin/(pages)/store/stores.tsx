'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import type { Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { Tag } from '@/components/admin/tag/tag'
import { placeOf } from '@/lib/address/place'
import { send } from '@/lib/server/client'

const StoreForm = dynamic(() => import('./form'))

export function Stores({ page }: { page: Page<RowOf<'GET /cms/store'>> }) {
  const t = useTranslations('store')
  return (
    <ResourceTable
      name="store"
      rows={page}
      search={t('search')}
      filters={[
        {
          kind: 'choice',
          name: 'enabled',
          options: [
            { value: 'true', label: t('yes') },
            { value: 'false', label: t('no') },
          ],
        },
      ]}
      columns={[
        { key: 'name', kind: 'text', width: 180, sort: true },
        { key: 'detail', label: t('address'), render: (row) => placeOf({ ...row, postal_code: null }) },
        { key: 'phone', kind: 'text', width: 150 },
        { key: 'hours', kind: 'text', width: 200 },
        {
          key: 'enabled',
          width: 140,
          sort: true,
          render: ({ enabled }) => <Tag style={enabled ? 'success' : 'default'}>{enabled ? t('yes') : t('no')}</Tag>,
        },
        { key: 'updated_at', kind: 'time', width: 150, sort: true },
      ]}
      create={t('create')}
      form={StoreForm}
      remove={{ send: ({ id }) => send('DELETE /cms/store/{id}', { params: { id } }), warning: t('deleteWarning') }}
      read={(id) => send('GET /cms/store/{id}', { params: { id } })}
    />
  )
}
