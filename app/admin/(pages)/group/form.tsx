'use client'

import { useTranslations } from 'next-intl'
import { FormFields } from '@/components/admin/resource-form/form-fields'
import { FormFooter } from '@/components/admin/resource-form/form-footer'
import { FormBody, FormFrame } from '@/components/admin/resource-form/form-frame'
import { FormHistory } from '@/components/admin/resource-form/form-history'
import { useResourceForm } from '@/components/admin/resource-form/use-resource-form'
import { GroupChanges, GroupInput } from '@/lib/group/schema'
import { type Answer, send } from '@/lib/server/client'
import { useGrantFields } from './grant-fields'
import { type GrantOptions, storedGrants } from './grants'
import { useHiddenText } from './hidden-text'
import type { Members } from './view'

interface GroupFormProps {
  record: Answer<'GET /cms/group/{id}'> | undefined
  members: Members | undefined
  grantOptions: GrantOptions
  onClose: () => void
}

export default function GroupForm({ record, members = [], grantOptions, onClose }: GroupFormProps) {
  const t = useTranslations('group')
  const { member_count: count = 0 } = record ?? {}
  const names = members.map(({ nickname }) => nickname).join(t('comma'))
  const inUse = names ? t('inUseBy', { names, further: count - members.length }) : t('inUse', { count })
  const form = useResourceForm({
    record,
    onClose,
    read: async () => record && send('GET /cms/group/{id}', { params: { id: record.id } }),
    resource: 'group',
    title: t('create'),
    reviewTitle: record ? t('review') : t('reviewNew'),
    reviewNote: useHiddenText(grantOptions, record?.permission_codes ?? []),
    valuesOf: (group) => storedGrants(grantOptions, group),
    fields: [
      { name: 'name', label: t('name'), half: true },
      { name: 'description', label: t('description'), half: true },
      ...useGrantFields(record, grantOptions),
    ],
    create: { schema: GroupInput, send: (body, options) => send('POST /cms/group', { body, ...options }) },
    update: {
      schema: GroupChanges,
      send: ({ id }, body) => send('PUT /cms/group/{id}', { params: { id }, body }),
    },
    remove: {
      send: ({ id }) => send('DELETE /cms/group/{id}', { params: { id } }),
      warning: t('deleteWarning'),
    },
    undeletable: count > 0 ? inUse : undefined,
  })
  return (
    <FormFrame form={form}>
      <FormBody>
        <FormFields form={form} />
        <FormHistory
          form={form}
          record={record}
          history={(id, query) => send('GET /cms/group/{id}/history', { params: { id }, query })}
        />
      </FormBody>
      <FormFooter form={form} />
    </FormFrame>
  )
}
