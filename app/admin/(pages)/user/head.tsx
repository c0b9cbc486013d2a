import { Alert, Button, Group, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import { Copyable } from '@/components/ui/copyable'
import { Fact, Facts } from '@/components/ui/facts'
import { catchFocusSoon } from '@/components/ui/main-focus'
import { Moment } from '@/components/ui/moment'
import { useAction } from '@/components/ui/use-action'
import { type Answer, send } from '@/lib/server/client'
import { useProtection } from './protection'

interface StaffHeadProps {
  record: Answer<'GET /cms/user/{id}'>
  /** Reads the record again. */
  read: () => Promise<unknown>
}

/** The user name of a staff member, and a warning if wrong passwords have locked the account. */
export function StaffHead({ record, read }: StaffHeadProps) {
  const t = useTranslations('user')
  return (
    <>
      {record.username && (
        <Facts>
          <Fact name={t('username')}>
            <Copyable text={record.username} />
          </Fact>
        </Facts>
      )}
      {record.locked_until && <Lock record={record} until={record.locked_until} read={read} />}
    </>
  )
}

function Lock({ record, until, read }: StaffHeadProps & { until: string }) {
  const t = useTranslations('user')
  const can = useCan()
  const { locked } = useProtection(record)
  const act = useAction()
  const [isBusy, setBusy] = useState(false)
  const unlock = async () => {
    setBusy(true)
    const done = await act(() => send('POST /cms/user/{id}/unlock', { params: { id: record.id } }), {
      success: t('unlocked', { name: record.nickname }),
      failure: t('notUnlocked'),
    })
    if (done) {
      await read()
      catchFocusSoon()
    }
    setBusy(false)
  }
  return (
    <Alert
      color="red"
      variant="light"
      title={t('lockedTitle')}
      icon={<IconLock size={18} stroke={1.6} aria-hidden="true" />}
    >
      <Group gap="sm" justify="space-between">
        <Text size="sm">{t.rich('lockedUntil', { until: () => <Moment at={until} exact="zone" /> })}</Text>
        {can('user.unlock') && !locked && (
          <Button size="xs" variant="default" loading={isBusy} onClick={() => void unlock()}>
            {t('unlock')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
