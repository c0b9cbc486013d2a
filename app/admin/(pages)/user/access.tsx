'use client'

import { Button, Group, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { SessionList } from '@/components/admin/frame/session-list'
import { DetailsSection, RecordDetails } from '@/components/admin/resource-form/record-details'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { RecordView } from '@/components/admin/resource-form/record-view'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { catchFocusSoon } from '@/components/ui/main-focus'
import { useAction } from '@/components/ui/use-action'
import { type Answer, send } from '@/lib/server/client'
import { useAccessActions } from './protection'

type Staff = Answer<'GET /cms/user/{id}'>
type Session = Answer<'GET /cms/user/{id}/session'>[number]

const SecretDialog = dynamic(() => import('./secret-dialog'), { ssr: false })

export function Access({ record }: { record: Staff }) {
  const t = useTranslations('user')
  const { reset } = useAccessActions()(record)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {reset && (
        <DetailsSection title={t('secret')}>
          <Group gap="sm">
            <Button
              variant="default"
              size="xs"
              leftSection={<IconKey size={16} stroke={1.6} aria-hidden="true" />}
              disabled={reset === 'own'}
              onClick={() => setOpen(true)}
            >
              {t('resetSecret')}
            </Button>
            <Text size="sm" c="dimmed">
              {reset === 'own' ? t('ownSecret') : record.must_change_secret && t('mustChangePending')}
            </Text>
          </Group>
          {isOpen && <SecretDialog record={record} onClose={() => setOpen(false)} />}
        </DetailsSection>
      )}
      <OpenSessions record={record} />
    </>
  )
}

/** In a drawer that the menu of a row opens. */
export function SessionsRow({ record }: RecordFormProps<Staff>) {
  if (!record) return null
  return (
    <RecordView title={record.nickname}>
      <OpenSessions record={record} />
    </RecordView>
  )
}

function OpenSessions({ record }: { record: Staff }) {
  const may = useAccessActions()(record)
  return (
    <RecordDetails read={() => send('GET /cms/user/{id}/session', { params: { id: record.id } })}>
      {(sessions, reload) => <Sessions record={record} sessions={sessions} mayEnd={may.sessions} reload={reload} />}
    </RecordDetails>
  )
}

interface SessionsProps {
  record: Staff
  sessions: Session[]
  mayEnd: boolean
  reload: () => void
}

function Sessions({ record, sessions, mayEnd, reload }: SessionsProps) {
  const t = useTranslations('user')
  const sessionText = useTranslations('admin.session')
  const act = useAction()
  const [confirming, setConfirming] = useState<Session | 'all'>()
  const [isBusy, setBusy] = useState(false)
  const end = async (which: Session | 'all') => {
    setBusy(true)
    const { id } = record
    const done = await act(
      () =>
        which === 'all'
          ? send('DELETE /cms/user/{id}/session', { params: { id } })
          : send('DELETE /cms/user/{id}/session/{sid}', { params: { id, sid: which.id } }),
      { success: sessionText('ended'), failure: sessionText('notEnded') },
    )
    setBusy(false)
    setConfirming(undefined)
    if (done) {
      reload()
      catchFocusSoon()
    }
  }
  return (
    <DetailsSection
      title={t('sessions', { count: sessions.length })}
      actions={
        mayEnd &&
        sessions.length > 1 && (
          <Button variant="subtle" color="red" size="compact-sm" onClick={() => setConfirming('all')}>
            {t('endAll')}
          </Button>
        )
      }
    >
      {sessions.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noSessions')}
        </Text>
      )}
      <SessionList
        sessions={sessions}
        actions={(session, name) =>
          mayEnd && (
            <Button
              size="xs"
              variant="default"
              aria-label={sessionText('endLabel', { name, ip: session.ip })}
              onClick={() => setConfirming(session)}
            >
              {sessionText('end')}
            </Button>
          )
        }
      />
      {confirming && (
        <ConfirmDialog
          title={
            confirming === 'all'
              ? t('endAllTitle', { name: record.nickname })
              : t('endTitle', { name: record.nickname })
          }
          confirmLabel={confirming === 'all' ? t('endAll') : sessionText('end')}
          cancelLabel={t('keep')}
          isBusy={isBusy}
          onConfirm={() => void end(confirming)}
          onCancel={() => setConfirming(undefined)}
        >
          {t('endWarning')}
        </ConfirmDialog>
      )}
    </DetailsSection>
  )
}
