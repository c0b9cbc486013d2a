'use client'

import { useTranslations } from 'next-intl'
import type { Page, RowOf } from '@/components/resource-table/declaration'
import { ResourceTable } from '@/components/resource-table/resource-table'

/** Groups of staff: what their members may do and get to see. Each has a page of its own. */
export function Groups({ page }: { page: Page<RowOf<'GET /cms/group'>> }) {
  const t = useTranslations('group')
  return (
    <ResourceTable
      name="group"
      rows={page}
      search={t('search')}
      columns={[
        { key: 'name', label: t('name'), width: 220 },
        { key: 'description', label: t('description') },
        { key: 'member_count', label: t('members'), kind: 'number', width: 110 },
        { key: 'updated_at', label: t('updatedAt'), kind: 'time', width: 150 },
      ]}
      hrefOf={({ id }) => `/admin/group/${id}`}
      create={t('create')}
      empty={t('empty')}
    />
  )
}
