'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { Person } from '@/components/person'
import type { Page, RowOf } from '@/components/resource-table/declaration'
import { ResourceTable } from '@/components/resource-table/resource-table'
import { useDictionaryOptions } from '@/components/tag/tag'
import { send } from '@/lib/api/client'
import { useGroupFilter } from './groups'
import { useUnselectableReason } from './protection'

const UserForm = dynamic(() => import('./form'))

/** The staff accounts. */
export function Users({ page }: { page: Page<RowOf<'GET /cms/user'>> }) {
  const t = useTranslations('user')
  return (
    <ResourceTable
      name="user"
      rows={page}
      search={t('search')}
      filters={[
        { kind: 'choice', name: 'status', label: t('status'), options: useDictionaryOptions('user_status') },
        useGroupFilter(page.items),
      ]}
      columns={[
        {
          key: 'nickname',
          label: t('nickname'),
          sort: true,
          render: ({ nickname, username, avatar_url }) => (
            <Person name={nickname || (username ?? '')} url={avatar_url} />
          ),
        },
        { key: 'username', label: t('username'), kind: 'code', width: 160, sort: true },
        { key: 'status', label: t('status'), kind: 'tag', dictionary: 'user_status', width: 100, sort: true },
        { key: 'groups', label: t('groups'), kind: 'names', width: 200 },
        { key: 'is_root', label: t('isRoot'), kind: 'boolean', width: 110, sort: true },
        { key: 'email', label: t('email'), width: 200, hidden: true, sort: true },
        { key: 'mobile', label: t('mobile'), width: 140, hidden: true, sort: true },
        { key: 'last_login_at', label: t('lastLogin'), kind: 'time', width: 140, sort: true },
        { key: 'created_at', label: t('createdAt'), kind: 'time', width: 140, hidden: true, sort: true },
      ]}
      nameOf={({ nickname }) => nickname}
      form={UserForm}
      read={(id) => send('GET /cms/user/{id}', { params: { id } })}
      create={t('create')}
      csv="/cms/user"
      readPage={(query) => send('GET /cms/user', { query })}
      unselectable={useUnselectableReason()}
      bulk={[
        {
          key: 'disable',
          label: t('disable'),
          confirm: (count) => t('disableQuestion', { count }),
          danger: true,
          element: 'user.update',
          run: ({ id }) => send('PUT /cms/user/{id}', { params: { id }, body: { status: 'disabled' } }),
        },
      ]}
    />
  )
}
