'use client'

import { useTranslations } from 'next-intl'
import type { Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { send } from '@/lib/server/client'

export function Groups({ page }: { page: Page<RowOf<'GET /cms/group'>> }) {
  const t = useTranslations('group')
  return (
    <ResourceTable
      name="group"
      rows={page}
      search={t('search')}
      columns={[
        { key: 'name', width: 220, sort: true },
        { key: 'description', sort: true },
        { key: 'member_count', label: t('members'), kind: 'number', width: 110, sort: true },
        { key: 'updated_at', kind: 'time', width: 150, sort: true },
      ]}
      remove={{
        send: ({ id }) => send('DELETE /cms/group/{id}', { params: { id } }),
        undeletable: ({ member_count: count }) => (count > 0 ? t('inUse', { count }) : undefined),
      }}
      create={t('create')}
    />
  )
}
