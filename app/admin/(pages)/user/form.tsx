'use client'

import { useTranslations } from 'next-intl'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { type Answer, send } from '@/lib/server/client'
import { strengthRules } from '@/lib/token/strength-rules'
import { StaffChanges, StaffInput } from '@/lib/user/schema'
import { Access } from './access'
import { useGroupOptions } from './groups'
import { GroupsInput } from './groups-input'
import { StaffHead } from './head'
import { useProtection } from './protection'
import { SuggestedSecret } from './suggested-secret'

/** The password of an existing staff member is reset in `Access`. */
export default function UserForm(props: RecordFormProps<Answer<'GET /cms/user/{id}'>>) {
  const t = useTranslations('user')
  const groupOptions = useGroupOptions(props.record)
  const { mayMakeRoot, locked, selfLocked } = useProtection(props.record)
  return (
    <ResourceForm
      {...props}
      resource="user"
      history={(id, query) => send('GET /cms/user/{id}/history', { params: { id }, query })}
      title={t('create')}
      head={props.record && <StaffHead record={props.record} read={props.read} />}
      locked={locked}
      undeletable={selfLocked}
      valuesOf={(record) => ({ group_ids: record.groups.map(({ id }) => id) })}
      fields={[
        { name: 'username', label: t('username'), help: t('usernameHelp'), half: true },
        { name: 'nickname', label: t('nickname'), half: true },
        {
          name: 'secret',
          label: t('secret'),
          help: t('secretHelp', { minimum: strengthRules.staff.length }),
          render: (input) => <SuggestedSecret {...input} />,
        },
        { name: 'must_change_secret', label: t('mustChange') },
        {
          name: 'status',
          label: t('status'),
          options: useDictionaryOptions('user_status'),
          half: true,
          locked: selfLocked,
        },
        {
          name: 'group_ids',
          label: t('groups'),
          options: groupOptions,
          locked: selfLocked,
          render: (input) => <GroupsInput {...input} options={groupOptions} />,
        },
        { name: 'email', label: t('email'), half: true },
        { name: 'mobile', label: t('mobile'), help: t('mobileHelp'), half: true },
        ...(mayMakeRoot
          ? [{ name: 'is_root' as const, label: t('isRoot'), help: t('isRootHelp'), locked: selfLocked }]
          : []),
        { name: 'avatar_url', label: t('avatar'), expected: { width: 160, height: 160 } },
        { name: 'remark', label: t('remark') },
      ]}
      create={{ schema: StaffInput, send: (body, options) => send('POST /cms/user', { body, ...options }) }}
      update={{ schema: StaffChanges, send: ({ id }, body) => send('PUT /cms/user/{id}', { params: { id }, body }) }}
      remove={{ send: ({ id }) => send('DELETE /cms/user/{id}', { params: { id } }), warning: t('deleteWarning') }}
    >
      {props.record && <Access record={props.record} />}
    </ResourceForm>
  )
}
