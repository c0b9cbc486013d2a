'use client'

import { Title } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { ResourceForm } from '@/components/resource-form/resource-form'
import { type Answer, send } from '@/lib/api/client'
import { GroupChanges, GroupInput } from '@/lib/group/schema'
import { useGrantFields } from './grant-fields'
import { type Offer, storedGrants } from './grants'
import classes from './group.module.css'

interface GroupFormProps {
  record: Answer<'GET /cms/group/{id}'> | undefined
  offer: Offer
  onClose: () => void
}

/** What a group is called, what its members may do, and what they get to see of the back office. */
export default function GroupForm({ record, offer, onClose }: GroupFormProps) {
  const t = useTranslations('group')
  return (
    <ResourceForm
      record={record}
      onClose={onClose}
      resource="group"
      title={t('create')}
      nameOf={({ name }) => name}
      header={(name) => (
        <Title order={2} size="h4" className={classes.formTitle}>
          {name}
        </Title>
      )}
      review={t('review')}
      valuesOf={storedGrants}
      fields={[
        { name: 'name', label: t('name'), half: true },
        { name: 'description', label: t('description'), half: true, long: false },
        ...useGrantFields(record, offer),
      ]}
      create={{ schema: GroupInput, send: (body, options) => send('POST /cms/group', { body, ...options }) }}
      update={{
        schema: GroupChanges,
        send: ({ id }, body) => send('PUT /cms/group/{id}', { params: { id }, body }),
        read: ({ id }) => send('GET /cms/group/{id}', { params: { id } }),
      }}
      remove={{
        send: ({ id }) => send('DELETE /cms/group/{id}', { params: { id } }),
        warning: t('deleteWarning', { count: record?.member_count ?? 0 }),
      }}
    />
  )
}
