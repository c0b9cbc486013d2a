'use client'

import { useTranslations } from 'next-intl'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { NoticeChanges, NoticeInput } from '@/lib/notice/schema'
import { type Answer, send } from '@/lib/server/client'
import { Readers } from './readers'
import { SystemNotice } from './system-notice'

type Props = RecordFormProps<Answer<'GET /cms/notice/{id}'>>

/** System notices are read-only. */
export default function NoticeForm(props: Props) {
  const { record, onClose } = props
  if (record?.source === 'system') return <SystemNotice notice={record} onClose={onClose} />
  return <WrittenNotice {...props} />
}

function WrittenNotice(props: Props) {
  const t = useTranslations('notice')
  return (
    <ResourceForm
      {...props}
      resource="notice"
      history={(id, query) => send('GET /cms/notice/{id}/history', { params: { id }, query })}
      title={t('create')}
      fields={[
        { name: 'title', label: t('title') },
        { name: 'type', label: t('type'), options: useDictionaryOptions('notice_type'), half: true },
        { name: 'audience', label: t('audience'), options: useDictionaryOptions('audience'), half: true },
        { name: 'content', label: t('content') },
        { name: 'status', label: t('status'), options: useDictionaryOptions('publication_status'), half: true },
        { name: 'pinned', label: t('pinned'), help: t('pinnedHelp'), half: true },
        { name: 'starts_at', label: t('startsAt'), help: t('startsAtHelp'), half: true },
        { name: 'ends_at', label: t('endsAt'), help: t('endsAtHelp'), half: true },
      ]}
      create={{ schema: NoticeInput, send: (body, options) => send('POST /cms/notice', { body, ...options }) }}
      update={{ schema: NoticeChanges, send: ({ id }, body) => send('PUT /cms/notice/{id}', { params: { id }, body }) }}
      remove={{ send: ({ id }) => send('DELETE /cms/notice/{id}', { params: { id } }), warning: t('deleteWarning') }}
    >
      {props.record?.published_at && <Readers id={props.record.id} />}
    </ResourceForm>
  )
}
