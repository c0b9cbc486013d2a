'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useMemo, useState } from 'react'
import { useAdmin, useCan } from '@/components/admin/frame/admin-context'
import type { Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { Tag } from '@/components/admin/tag/tag'
import { Moment } from '@/components/ui/moment'
import { keyStatuses } from '@/db/enums'
import { send } from '@/lib/server/client'
import type { GrantOptions } from '../group/grants'
import { type Issued, KeysContext } from './context'

const KeyForm = dynamic(() => import('./form'))
const SecretDialog = dynamic(() => import('@/components/admin/secret-dialog'))
const RotationDialog = dynamic(() => import('@/components/admin/rotation-dialog'))

export type Key = RowOf<'GET /cms/api_key'>

const styles = { active: 'success', expired: 'default', revoked: 'default', maker_inactive: 'danger' } as const

export function ApiKeys({ page, permissions }: { page: Page<Key>; permissions: GrantOptions }) {
  const t = useTranslations('api_key')
  const { user } = useAdmin()
  const mayUpdate = useCan()('api_key.update')
  const [issued, setIssued] = useState<Issued>()
  const [rotated, setRotated] = useState<Key>()
  const context = useMemo(() => ({ permissions, onSecret: setIssued }), [permissions])
  return (
    <KeysContext value={context}>
      <ResourceTable
        name="api_key"
        rows={page}
        search={t('search')}
        filters={[
          {
            kind: 'choice',
            name: 'status',
            options: keyStatuses.map((value) => ({ value, label: t(`is.${value}`) })),
          },
        ]}
        columns={[
          { key: 'name', kind: 'text', sort: true },
          {
            key: 'status',
            width: 190,
            render: ({ status, unused }) =>
              unused ? <Tag style="warning">{t('unused')}</Tag> : <Tag style={styles[status]}>{t(`is.${status}`)}</Tag>,
          },
          { key: 'hint', kind: 'code', width: 120 },
          { key: 'access', width: 120, render: ({ access }) => t(`may.${access}`) },
          { key: 'made_by', kind: 'record', resource: 'user', width: 140 },
          { key: 'last_used_at', kind: 'time', width: 150, sort: true },
          { key: 'last_ip', kind: 'code', width: 150, hidden: true },
          {
            key: 'expires_at',
            width: 150,
            sort: true,
            render: ({ expires_at }) => (expires_at ? <Moment at={expires_at} /> : t('noEnd')),
          },
          { key: 'created_at', kind: 'time', width: 150, sort: true, hidden: true },
        ]}
        create={t('create')}
        form={KeyForm}
        isWide
        read={(id) => send('GET /cms/api_key/{id}', { params: { id } })}
        rowActions={(row) =>
          mayUpdate && row.made_by.id === user.id && row.status !== 'revoked'
            ? [{ key: 'rotate', label: t('rotate'), onSelect: () => setRotated(row) }]
            : []
        }
        bulk={[
          {
            key: 'revoke',
            label: t('revoke'),
            element: 'api_key.update',
            danger: true,
            applies: ({ status }) => status !== 'revoked',
            confirm: (count) => t('revokeWarning', { count }),
            run: ({ id }) => send('POST /cms/api_key/{id}/revoke', { params: { id } }),
          },
        ]}
      />
      {rotated && (
        <RotationDialog
          texts={{
            title: t('rotateTitle', { name: rotated.name }),
            warning: t('rotateWarning'),
            rotate: t('rotate'),
            cancel: t('cancel'),
            failure: t('notRotated'),
          }}
          rotate={async () => {
            const { id, name } = rotated
            const { secret } = await send('POST /cms/api_key/{id}/rotate', { params: { id } })
            setIssued({ name, secret })
          }}
          onClose={() => setRotated(undefined)}
        />
      )}
      {issued && (
        <SecretDialog
          texts={{
            title: t('secret.title', { name: issued.name }),
            once: t('secret.once'),
            stored: t('secret.stored'),
          }}
          secret={issued.secret}
          usage={{
            title: t('secret.try'),
            line: `curl -H 'Authorization: Bearer ${issued.secret}' ${window.location.origin}/cms/api_key/me`,
          }}
          onClose={() => setIssued(undefined)}
        />
      )}
    </KeysContext>
  )
}
