'use client'

import { useTranslations } from 'next-intl'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { ArticleChanges, ArticleInput } from '@/lib/article/schema'
import { type Answer, send } from '@/lib/server/client'
import { Preview } from './preview'
import { Versions } from './versions'

export default function ArticleForm(props: RecordFormProps<Answer<'GET /cms/article/{id}'>>) {
  const t = useTranslations('article')
  const { record } = props
  return (
    <ResourceForm
      {...props}
      resource="article"
      history={(id, query) => send('GET /cms/article/{id}/history', { params: { id }, query })}
      title={t('create')}
      isAutosaved
      fields={[
        { name: 'title', label: t('title') },
        { name: 'type', label: t('type'), options: useDictionaryOptions('article_type'), half: true },
        { name: 'author', label: t('author'), half: true },
        { name: 'image_url', label: t('cover') },
        { name: 'summary', label: t('summary'), help: t('summaryHelp') },
        { name: 'content', label: t('content') },
        { name: 'status', label: t('status'), options: useDictionaryOptions('publication_status'), half: true },
        { name: 'published_at', label: t('publishAt'), help: t('publishAtHelp'), half: true },
      ]}
      create={{ schema: ArticleInput, send: (body, options) => send('POST /cms/article', { body, ...options }) }}
      update={{
        schema: ArticleChanges,
        send: ({ id }, body) => send('PUT /cms/article/{id}', { params: { id }, body }),
      }}
      remove={{ send: ({ id }) => send('DELETE /cms/article/{id}', { params: { id } }), warning: t('deleteWarning') }}
    >
      {record && (
        <>
          <Preview id={record.id} />
          <Versions key={record.version} article={record} read={props.read} />
        </>
      )}
    </ResourceForm>
  )
}
