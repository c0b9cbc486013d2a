'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import type { Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { DictionaryTag, Tag } from '@/components/admin/tag/tag'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { useNowFor } from '@/components/ui/use-now-for'
import { send } from '@/lib/server/client'

const ArticleForm = dynamic(() => import('./form'))

type Row = RowOf<'GET /cms/article'>

export function Articles({ page }: { page: Page<Row> }) {
  const t = useTranslations('article')
  return (
    <ResourceTable
      name="article"
      rows={page}
      search={t('search')}
      filters={[
        { kind: 'choice', name: 'status', options: useDictionaryOptions('publication_status') },
        { kind: 'choice', name: 'type', options: useDictionaryOptions('article_type') },
        { kind: 'span', name: 'changed_from', until: 'changed_to', label: t('updatedAt') },
      ]}
      columns={[
        { key: 'image_url', label: t('cover'), kind: 'image', width: 72 },
        { key: 'title', sort: true },
        { key: 'type', kind: 'tag', dictionary: 'article_type', width: 140, sort: true },
        { key: 'author', width: 110, sort: true },
        { key: 'status', width: 130, sort: true, render: (row) => <Status row={row} /> },
        { key: 'words', kind: 'number', width: 100, sort: true, hidden: true },
        { key: 'published_at', kind: 'time', width: 140, sort: true },
        { key: 'updated_at', kind: 'time', width: 140, sort: true },
      ]}
      form={ArticleForm}
      remove={{ send: ({ id }) => send('DELETE /cms/article/{id}', { params: { id } }), warning: t('deleteWarning') }}
      read={(id) => send('GET /cms/article/{id}', { params: { id } })}
      isWide
      create={t('create')}
    />
  )
}

/** `Scheduled` before the time of publication. */
function Status({ row: { status, published_at } }: { row: Row }) {
  const t = useTranslations('article')
  const now = useNowFor(published_at)
  const isScheduled = status === 'published' && published_at !== null && new Date(published_at) > now
  return isScheduled ? (
    <Tag style="info">{t('scheduled')}</Tag>
  ) : (
    <DictionaryTag type="publication_status" value={status} />
  )
}
