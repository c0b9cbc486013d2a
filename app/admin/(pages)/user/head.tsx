import { Alert, Button, Group, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Copyable } from '@/components/ui/copyable'
import { Fact, Facts } from '@/components/ui/facts'
import { catchFocusSoon } from '@/components/ui/main-focus'
import { Moment } from '@/components/ui/moment'
import type { Answer } from '@/lib/server/client'
import { useAccessActions } from './protection'
import { useUnlock } from './use-unlock'

interface StaffHeadProps {
  record: Answer<'GET /cms/user/{id}'>
  read: () => Promise<unknown>
}

/** Warns if wrong passwords have locked the account. */
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
  const may = useAccessActions()(record)
  const unlock = useUnlock()
  const [isBusy, setBusy] = useState(false)
  const onUnlock = async () => {
    setBusy(true)
    if (await unlock(record)) {
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
        {may.unlock && (
          <Button size="xs" variant="default" loading={isBusy} onClick={() => void onUnlock()}>
            {t('unlock')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
