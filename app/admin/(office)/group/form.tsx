'use client'

import { Title } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { usePermissionNames } from '@/components/permission-names'
import { ResourceForm } from '@/components/resource-form/resource-form'
import { leave } from '@/components/resource-form/unsaved'
import { type Answer, send } from '@/lib/api/client'
import { GroupChanges, GroupInput } from '@/lib/group/schema'
import { useGrantFields } from './grant-fields'
import { mayGive, type Offer, storedGrants } from './grants'
import classes from './group.module.css'

interface GroupFormProps {
  record: Answer<'GET /cms/group/{id}'> | undefined
  offer: Offer
}

/** What a group is called, what its members may do, and what they get to see of the back office. */
export default function GroupForm({ record, offer }: GroupFormProps) {
  const t = useTranslations('group')
  const names = usePermissionNames()
  const router = useRouter()
  const beyond = record?.permission_codes.filter((code) => !mayGive(offer, code)) ?? []
  return (
    <ResourceForm
      record={record}
      onClose={() => leave(() => router.push('/admin/group'))}
      resource="group"
      title={t('create')}
      nameOf={({ name }) => name}
      header={(name) => (
        <Title order={2} size="h4" className={classes.title}>
          {name}
          {record && <small>{t('memberCount', { count: record.member_count })}</small>}
        </Title>
      )}
      review={t('review')}
      locked={beyond.length > 0 ? t('beyond', { points: beyond.map(names.point).join(t('comma')) }) : undefined}
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
