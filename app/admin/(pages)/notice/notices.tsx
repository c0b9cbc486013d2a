'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useNoticeText } from '@/components/admin/frame/notice-text'
import type { Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { send } from '@/lib/server/client'

const NoticeForm = dynamic(() => import('./form'))

export function Notices({ page }: { page: Page<RowOf<'GET /cms/notice'>> }) {
  const t = useTranslations('notice')
  const textOf = useNoticeText()
  return (
    <ResourceTable
      name="notice"
      rows={page}
      search={t('search')}
      filters={[
        { kind: 'choice', name: 'status', options: useDictionaryOptions('publication_status') },
        { kind: 'choice', name: 'type', options: useDictionaryOptions('notice_type') },
        { kind: 'choice', name: 'audience', options: useDictionaryOptions('audience') },
        { kind: 'choice', name: 'source', options: useDictionaryOptions('notice_source') },
      ]}
      columns={[
        { key: 'title', sort: true, render: (row) => textOf(row).title },
        { key: 'type', kind: 'tag', dictionary: 'notice_type', width: 130, sort: true },
        { key: 'source', kind: 'tag', dictionary: 'notice_source', width: 110, sort: true },
        { key: 'audience', kind: 'tag', dictionary: 'audience', width: 120, sort: true },
        { key: 'status', kind: 'tag', dictionary: 'publication_status', width: 120, sort: true },
        { key: 'pinned', kind: 'boolean', width: 110, sort: true },
        { key: 'published_at', kind: 'time', width: 140, sort: true },
        { key: 'starts_at', kind: 'time', width: 140, sort: true, hidden: true },
        { key: 'ends_at', kind: 'time', width: 140, sort: true, hidden: true },
        { key: 'updated_at', kind: 'time', width: 140, sort: true, hidden: true },
      ]}
      nameOf={(row) => textOf(row).title}
      form={NoticeForm}
      read={(id) => send('GET /cms/notice/{id}', { params: { id } })}
      isWide
      create={t('create')}
    />
  )
}
