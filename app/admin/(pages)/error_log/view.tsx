'use client'

import { Button, Code, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCan, useMayOpen } from '@/components/admin/frame/admin-context'
import { DetailsSection } from '@/components/admin/resource-form/record-details'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { RecordView } from '@/components/admin/resource-form/record-view'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { DictionaryTag } from '@/components/admin/tag/tag'
import { Copyable } from '@/components/ui/copyable'
import { Fact, Facts } from '@/components/ui/facts'
import { Link } from '@/components/ui/link'
import { Moment } from '@/components/ui/moment'
import { useAction } from '@/components/ui/use-action'
import { errorStatuses } from '@/db/enums'
import { send } from '@/lib/server/client'
import classes from './error-log.module.css'
import { useSourceName } from './source'

export default function LoggedErrorView({ record }: RecordFormProps<RowOf<'GET /cms/log/error'>>) {
  const t = useTranslations('error_log')
  const nameOf = useSourceName()
  const mayUpdate = useCan()('error_log.update')
  const canSeeOperations = useMayOpen()('/admin/oper_log')
  const act = useAction()
  const [isBusy, setBusy] = useState(false)
  if (!record) return null
  const { id, status, version, request_ids } = record
  const changeStatus = async (to: typeof status) => {
    setBusy(true)
    const body = { status: to, version }
    // No success message: the status above shows the result, and a toast would cover the buttons.
    await act(() => send('PUT /cms/log/error/{id}', { params: { id }, body }), { failure: t('notChanged') })
    setBusy(false)
  }
  const others = errorStatuses.filter((one) => one !== status)
  return (
    <RecordView
      title={record.name}
      actions={
        mayUpdate &&
        others.map((to) => (
          <Button
            key={to}
            variant={to === 'resolved' ? 'filled' : 'default'}
            loading={isBusy}
            onClick={() => void changeStatus(to)}
          >
            {t(`do.${to}`)}
          </Button>
        ))
      }
    >
      <Text className={classes.message}>{record.message}</Text>
      <Facts>
        <Fact name={t('status')}>
          <span role="status">
            <DictionaryTag type="error_status" value={status} />
          </span>
        </Fact>
        <Fact name={t('count')}>{t('times', { count: record.count })}</Fact>
        <Fact name={t('firstAt')}>
          <Moment at={record.first_at} exact="second" />
        </Fact>
        <Fact name={t('lastAt')}>
          <Moment at={record.last_at} exact="second" />
        </Fact>
        <Fact name={t('where')}>
          <Code>
            {record.method} {record.path}
          </Code>
        </Fact>
        <Fact name={t('source')}>{nameOf(record.source)}</Fact>
        <Fact name={t('fingerprint')}>
          <Copyable text={record.fingerprint} />
        </Fact>
      </Facts>
      <DetailsSection title={t('stack')}>
        <Code block tabIndex={0} className={classes.stack}>
          {record.stack.replaceAll(/^ +/gm, '')}
        </Code>
      </DetailsSection>
      <DetailsSection title={t('requests')}>
        <ul className={classes.requests}>
          {request_ids.map((one) => (
            <li key={one}>
              <Copyable text={one} />
              {canSeeOperations && (
                <Button
                  component={Link}
                  href={`/admin/oper_log?q=${one}`}
                  variant="subtle"
                  size="compact-xs"
                  leftSection={<IconHistory size={14} aria-hidden="true" />}
                >
                  {t('operation')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </DetailsSection>
    </RecordView>
  )
}
