'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useMayOpen } from '@/components/admin/frame/admin-context'
import { RecordDrawer } from '@/components/admin/resource-form/record-drawer'
import { useRecordParam } from '@/components/admin/resource-form/use-record-param'
import type { OnEnter, Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { DictionaryTag, Tag, Tags } from '@/components/admin/tag/tag'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { Person } from '@/components/ui/person'
import { type CallInput, send } from '@/lib/server/client'
import { useAccessActions, useUnselectableReason } from './protection'
import { useUnlock } from './use-unlock'

const UserForm = dynamic(() => import('./form'))
const AskGroup = dynamic(() => import('./ask-group').then(({ AskGroup }) => AskGroup), { ssr: false })
const SessionsRow = dynamic(() => import('./access').then(({ SessionsRow }) => SessionsRow), { ssr: false })
const SecretDialog = dynamic(() => import('./secret-dialog'), { ssr: false })

type Row = RowOf<'GET /cms/user'>

const change = (body: CallInput<'POST /cms/user/bulk'>['body']) => send('POST /cms/user/bulk', { body })

export function Users({ page }: { page: Page<Row> }) {
  const t = useTranslations('user')
  const maySeeGroups = useMayOpen()('/admin/group')
  const actionsOf = useAccessActions()
  const unlock = useUnlock()
  const sessions = useRecordParam(sessionParam)
  const [resetting, setResetting] = useState<Row>()
  const nameOf = ({ nickname }: Row) => nickname
  const read = (id: number) => send('GET /cms/user/{id}', { params: { id } })
  return (
    <>
      <ResourceTable
        name="user"
        rows={page}
        search={t('search')}
        filters={[
          { kind: 'choice', name: 'status', options: useDictionaryOptions('user_status') },
          { kind: 'record', name: 'group_id', label: t('groups'), resource: 'group', known: ({ groups }) => groups },
        ]}
        columns={[
          {
            key: 'nickname',
            sort: true,
            render: ({ nickname, username, avatar_url }) => (
              <Person name={nickname || (username ?? '')} url={avatar_url} />
            ),
          },
          { key: 'username', kind: 'code', width: 160, sort: true },
          {
            key: 'status',
            width: 140,
            sort: true,
            render: ({ status, locked_until }) => (
              <Tags>
                <DictionaryTag type="user_status" value={status} />
                {locked_until && <Tag style="danger">{t('locked')}</Tag>}
              </Tags>
            ),
          },
          { key: 'groups', kind: 'names', width: 200 },
          { key: 'is_root', kind: 'boolean', width: 110, sort: true },
          { key: 'email', width: 200, hidden: true, sort: true },
          { key: 'mobile', width: 140, hidden: true, sort: true },
          { key: 'last_login_at', label: t('lastLogin'), kind: 'time', width: 140, sort: true },
          { key: 'created_at', kind: 'time', width: 140, hidden: true, sort: true },
        ]}
        nameOf={nameOf}
        form={UserForm}
        read={read}
        create={t('create')}
        csv="/cms/user"
        readPage={(query) => send('GET /cms/user', { query })}
        unselectable={useUnselectableReason()}
        rowActions={(row) => {
          const may = actionsOf(row)
          return [
            ...(may.unlock ? [{ key: 'unlock', label: t('unlock'), onSelect: () => void unlock(row) }] : []),
            ...(may.reset === 'possible'
              ? [{ key: 'reset', label: t('resetSecret'), onSelect: () => setResetting(row) }]
              : []),
            ...(may.sessions
              ? [{ key: 'sessions', label: t('rowSessions'), onSelect: () => void sessions.open(row.id) }]
              : []),
          ]
        }}
        bulk={[
          {
            key: 'enable',
            label: t('enable'),
            confirm: (count) => t('enableQuestion', { count }),
            element: 'user.update',
            applies: ({ status }) => status === 'disabled',
            runAll: (ids) => change({ ids, action: 'enable' }),
            undo: {
              changes: ({ status }) => status === 'disabled',
              runAll: (ids) => change({ ids, action: 'disable' }),
            },
          },
          {
            key: 'disable',
            label: t('disable'),
            confirm: (count) => t('disableQuestion', { count }),
            danger: true,
            element: 'user.update',
            applies: ({ status }) => status === 'active',
            runAll: (ids) => change({ ids, action: 'disable' }),
            undo: {
              changes: ({ status }) => status === 'active',
              runAll: (ids) => change({ ids, action: 'enable' }),
            },
          },
          ...(maySeeGroups
            ? [
                {
                  key: 'join',
                  label: t('join'),
                  confirm: (count: number) => t('joinQuestion', { count }),
                  element: 'user.update' as const,
                  ask: (onEnter: OnEnter) => <AskGroup onEnter={onEnter} />,
                  runAll: (ids: number[], entered: string) => change({ ids, action: 'groups', add: [Number(entered)] }),
                },
                {
                  key: 'leave',
                  label: t('leave'),
                  confirm: (count: number) => t('leaveQuestion', { count }),
                  element: 'user.update' as const,
                  ask: (onEnter: OnEnter) => <AskGroup onEnter={onEnter} />,
                  runAll: (ids: number[], entered: string) =>
                    change({ ids, action: 'groups', remove: [Number(entered)] }),
                },
              ]
            : []),
        ]}
      />
      <RecordDrawer resource={sessionParam} rows={page.items} nameOf={nameOf} read={read} form={SessionsRow} />
      {resetting && <SecretDialog record={resetting} onClose={() => setResetting(undefined)} />}
    </>
  )
}

/** The staff member whose sessions are open. */
const sessionParam = 'session'
