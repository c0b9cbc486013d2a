'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import type { AskProps, Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { Tag } from '@/components/admin/tag/tag'
import { useToast } from '@/components/ui/toast'
import { useAction } from '@/components/ui/use-action'
import { type Answer, send } from '@/lib/server/client'
import { type Issued, SecretContext } from './context'

const MomentInput = dynamic(() => import('@/components/admin/resource-form/inputs/moment-input'))
const RotationDialog = dynamic(() => import('@/components/admin/rotation-dialog'))
const SecretDialog = dynamic(() => import('@/components/admin/secret-dialog'))
const WebhookForm = dynamic(() => import('./form'))

type Webhook = RowOf<'GET /cms/webhook'>

export function Webhooks({ page }: { page: Page<Webhook> }) {
  const t = useTranslations('webhook')
  const act = useAction()
  const mayUpdate = useCan()('webhook.update')
  const [issued, setIssued] = useState<Issued>()
  const [rotated, setRotated] = useState<Webhook>()
  const toast = useToast()
  const outcome = ({ accepted, failure, response_status, duration_ms }: Answer<'POST /cms/webhook/{id}/ping'>) => {
    if (failure) return t('pingFailed', { failure: t(`failure.${failure}`) })
    const status = String(response_status)
    return accepted ? t('pingAccepted', { status, ms: String(duration_ms) }) : t('pingRefused', { status })
  }
  const ping = async ({ id, url }: Webhook) => {
    toast.note(t('pinging', { url }))
    await act(
      async () => {
        const answer = await send('POST /cms/webhook/{id}/ping', { params: { id } })
        if (answer.accepted) toast.success(outcome(answer))
        else toast.failure(undefined, outcome(answer), answer.response_body || t('noAnswer'))
      },
      { failure: t('notPinged'), isLocal: true },
    )
  }
  return (
    <SecretContext value={setIssued}>
      <ResourceTable
        name="webhook"
        rows={page}
        search={t('search')}
        nameOf={({ url }) => url}
        columns={[
          { key: 'url', kind: 'text' },
          { key: 'status', width: 200, render: (row) => <Status {...row} /> },
          {
            key: 'types',
            width: 220,
            render: ({ types: [first, ...others] }) =>
              first && `${t(`type.${first}`)}${others.length > 0 ? ` +${others.length}` : ''}`,
          },
          { key: 'waiting', kind: 'number', width: 110 },
          { key: 'accepted_at', kind: 'time', width: 150, sort: true },
          { key: 'made_by', kind: 'record', resource: 'user', width: 140 },
          { key: 'created_at', kind: 'time', width: 150, sort: true, hidden: true },
        ]}
        create={t('create')}
        form={WebhookForm}
        isWide
        read={(id) => send('GET /cms/webhook/{id}', { params: { id } })}
        rowActions={(row) =>
          mayUpdate
            ? [
                { key: 'ping', label: t('ping'), onSelect: () => void ping(row) },
                { key: 'rotate', label: t('rotate'), onSelect: () => setRotated(row) },
              ]
            : []
        }
        bulk={[
          {
            key: 'resend',
            label: t('resend'),
            element: 'webhook.update',
            applies: ({ enabled }) => enabled,
            confirm: (count) => t('resendWarning', { count }),
            ask: (onEnter) => <AskSince onEnter={onEnter} />,
            run: ({ id }, since) => send('POST /cms/webhook/{id}/resend', { params: { id }, body: { since } }),
          },
        ]}
        remove={{
          send: ({ id }) => send('DELETE /cms/webhook/{id}', { params: { id } }),
          warning: t('deleteWarning'),
        }}
      />
      {rotated && (
        <RotationDialog
          texts={{
            title: t('rotateTitle', { name: rotated.url }),
            warning: t('rotateWarning'),
            rotate: t('rotate'),
            cancel: t('cancel'),
            failure: t('notRotated'),
          }}
          rotate={async () => {
            const { id, url } = rotated
            const { secret } = await send('POST /cms/webhook/{id}/rotate', { params: { id } })
            setIssued({ url, secret })
          }}
          onClose={() => setRotated(undefined)}
        />
      )}
      {issued && (
        <SecretDialog
          texts={{
            title: t('secret.title', { name: issued.url }),
            once: t('secret.once'),
            stored: t('secret.stored'),
          }}
          secret={issued.secret}
          onClose={() => setIssued(undefined)}
        />
      )}
    </SecretContext>
  )
}

const styles = {
  active: 'success',
  off: 'default',
  maker_inactive: 'danger',
  gone: 'danger',
  unanswered: 'danger',
  secret_lost: 'danger',
} as const

function Status({ status, failing_since }: Pick<Webhook, 'status' | 'failing_since'>) {
  const t = useTranslations('webhook')
  const isFailing = status === 'active' && failing_since !== null
  return isFailing ? <Tag style="warning">{t('failing')}</Tag> : <Tag style={styles[status]}>{t(`is.${status}`)}</Tag>
}

function AskSince({ onEnter }: AskProps) {
  const t = useTranslations('webhook')
  const [value, setValue] = useState<unknown>(null)
  return (
    <MomentInput
      path="since"
      label={t('resendSince')}
      description={undefined}
      error={undefined}
      errors={{}}
      disabled={false}
      required
      values={{}}
      change={() => {}}
      isClearable={false}
      value={value}
      onChange={(next) => {
        setValue(next)
        onEnter(typeof next === 'string' ? next : undefined)
      }}
    />
  )
}
