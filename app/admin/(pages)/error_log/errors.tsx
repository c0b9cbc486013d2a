'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import type { Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { send } from '@/lib/server/client'
import { useSourceName } from './source'

const LoggedErrorView = dynamic(() => import('./view'))

type LoggedError = RowOf<'GET /cms/log/error'>

/** Errors with the same fingerprint are one row. */
export function LoggedErrors({ page }: { page: Page<LoggedError> }) {
  const t = useTranslations('error_log')
  const nameOf = useSourceName()
  const statusAction = (status: 'resolved' | 'ignored') => ({
    key: status,
    label: t(`do.${status}`),
    confirm: (count: number) => t(`question.${status}`, { count }),
    element: 'error_log.update' as const,
    run: ({ id, version }: LoggedError) =>
      send('PUT /cms/log/error/{id}', { params: { id }, body: { status, version } }),
  })
  return (
    <ResourceTable
      name="error_log"
      rows={page}
      paging="cursor"
      search={t('search')}
      filters={[
        { kind: 'choice', name: 'status', options: useDictionaryOptions('error_status') },
        { kind: 'numbers', name: 'count_from', until: 'count_to', label: t('count') },
        { kind: 'span', name: 'from', until: 'to', label: t('lastAt') },
      ]}
      columns={[
        { key: 'message' },
        { key: 'name', kind: 'code', width: 150 },
        { key: 'path', label: t('where'), kind: 'code', width: 190, render: ({ method, path }) => `${method} ${path}` },
        { key: 'count', kind: 'number', width: 80 },
        { key: 'status', kind: 'tag', dictionary: 'error_status', width: 110 },
        { key: 'first_at', kind: 'time', width: 130, hidden: true },
        { key: 'last_at', kind: 'time', width: 130 },
        { key: 'source', width: 110, hidden: true, render: ({ source }) => nameOf(source) },
        { key: 'fingerprint', kind: 'code', width: 280, hidden: true },
      ]}
      nameOf={({ message }) => message}
      form={LoggedErrorView}
      read={async (id) => page.items.find((one) => one.id === id)}
      isWide
      csv="/cms/log/error"
      bulk={[statusAction('resolved'), statusAction('ignored')]}
    />
  )
}
