'use client'

import { Anchor, Code, Text } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { deviceIn } from '@/components/admin/frame/device'
import { useSentences } from '@/components/admin/history/use-sentences'
import { usePermissionNames } from '@/components/admin/permission-names'
import { DetailsSection } from '@/components/admin/resource-form/record-details'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { RecordView } from '@/components/admin/resource-form/record-view'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { Copyable } from '@/components/ui/copyable'
import { Difference } from '@/components/ui/difference'
import { Fact, Facts } from '@/components/ui/facts'
import { Link } from '@/components/ui/link'
import { Moment } from '@/components/ui/moment'
import { isDenial } from '@/lib/oper_log/sentences'
import classes from './oper-log.module.css'
import { useTargetHref } from './target-href'

export default function OperationView({ record }: RecordFormProps<RowOf<'GET /cms/oper_log'>>) {
  const t = useTranslations('oper_log')
  const format = useFormatter()
  const names = usePermissionNames()
  const { changesOf, actorOf, reasonOf } = useSentences()
  const href = useTargetHref(record?.target_type ?? null, record?.target_id ?? null)
  if (!record) return null
  const { user, module, action, params, target_id, code } = record
  const rows = changesOf(record).map(({ key, label, before, after }) => ({
    key,
    label: label === key ? <Code className={classes.key}>{key}</Code> : label,
    before,
    after,
  }))
  const name = record.target_name ?? `${names.module(module)}${target_id ? ` #${target_id}` : ''}`
  return (
    <RecordView title={t('what', { action: names.verb(action, module), module: names.module(module) })}>
      <Facts>
        <Fact name={t('actor')}>{user.id === null ? actorOf(record) : `${actorOf(record)} (${user.username})`}</Fact>
        <Fact name={t('time')}>
          <Moment at={record.created_at} exact="zone" />
        </Fact>
        <Fact name={t('target')}>
          {href ? (
            <Anchor component={Link} href={href} fz="inherit">
              {name}
            </Anchor>
          ) : (
            target_id && name
          )}
        </Fact>
        <Fact name={t('result')}>
          {record.success
            ? t('done')
            : isDenial(record.status)
              ? t('refusedWith', { status: record.status })
              : t('failedWith', { status: record.status })}
        </Fact>
        <Fact name={t('code')}>
          {code && (
            <>
              {reasonOf(record)} <Code>{code}</Code>
            </>
          )}
        </Fact>
        <Fact name={t('request')}>
          <Code>
            {record.method} {record.path}
          </Code>
        </Fact>
        <Fact name={t('requestId')}>
          <Copyable text={record.request_id} />{' '}
          <Anchor component={Link} href={`/admin/oper_log?q=${encodeURIComponent(record.request_id)}`} fz="inherit">
            {t('sameRequest')}
          </Anchor>
        </Fact>
        <Fact name={t('duration')}>{t('milliseconds', { count: format.number(record.duration_ms) })}</Fact>
        <Fact name={t('ip')}>{record.ip}</Fact>
        <Fact name={t('browser')}>
          <span title={record.user_agent}>{deviceIn(record.user_agent)?.name ?? record.user_agent}</span>
        </Fact>
      </Facts>
      {(record.before || record.after) && (
        <DetailsSection title={t('difference')}>
          <Difference caption={t('difference')} rows={rows} />
        </DetailsSection>
      )}
      {params && Object.keys(params).length > 0 && (
        <DetailsSection title={t('params')}>
          <Text size="xs" c="dimmed" mb="xs">
            {t('paramsHelp')}
          </Text>
          <Code block tabIndex={0}>
            {JSON.stringify(params, null, 2)}
          </Code>
        </DetailsSection>
      )}
    </RecordView>
  )
}
