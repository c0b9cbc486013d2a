'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useSentences } from '@/components/admin/history/use-sentences'
import { usePermissionNames } from '@/components/admin/permission-names'
import type { Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { Tag } from '@/components/admin/tag/tag'
import { Moment } from '@/components/ui/moment'
import { useTimeLabel } from '@/components/ui/use-time-label'
import { isDenial } from '@/lib/oper_log/sentences'
import classes from './oper-log.module.css'

const OperationView = dynamic(() => import('./view'))

/** Changes, refused changes and exports by staff. */
export function Operations({ page }: { page: Page<RowOf<'GET /cms/oper_log'>> }) {
  const t = useTranslations('oper_log')
  const timeLabel = useTimeLabel()
  const names = usePermissionNames()
  const choices = (codes: readonly string[], nameOf: (code: string) => string) =>
    codes.map((value) => ({ value, label: nameOf(value) }))
  return (
    <ResourceTable
      name="oper_log"
      rows={page}
      paging="cursor"
      search={t('search')}
      filters={[
        {
          kind: 'record',
          name: 'user_id',
          label: t('actor'),
          resource: 'user',
          known: ({ user }) => ({ id: user.id, name: user.nickname || user.username }),
        },
        { kind: 'choice', name: 'module', options: choices(names.modules, names.module) },
        { kind: 'choice', name: 'action', options: choices(names.verbs, (verb) => names.verb(verb)) },
        {
          kind: 'choice',
          name: 'success',
          label: t('result'),
          options: [
            { value: 'true', label: t('done') },
            { value: 'false', label: t('notDone') },
          ],
        },
        { kind: 'span', name: 'from', until: 'to', label: t('time') },
      ]}
      columns={[
        {
          key: 'created_at',
          label: timeLabel,
          width: 200,
          render: (row) => <Moment at={row.created_at} exact="second" />,
        },
        {
          key: 'target_name',
          label: t('happened'),
          fields: ['user', 'action', 'module', 'target_name'],
          render: (row) => <Happened operation={row} />,
        },
        {
          key: 'user',
          label: t('actor'),
          width: 130,
          hidden: true,
          render: ({ user }) => user.nickname || user.username,
        },
        { key: 'action', width: 110, hidden: true, render: ({ action, module }) => names.verb(action, module) },
        { key: 'module', width: 140, hidden: true, render: ({ module }) => names.module(module) },
        { key: 'target_id', label: t('target'), kind: 'code', width: 80, hidden: true },
        {
          key: 'success',
          label: t('result'),
          width: 140,
          render: ({ success, status }) => (
            <Tag style={success ? 'success' : 'danger'}>
              {success ? t('done') : isDenial(status) ? t('refused') : t('failed')}
            </Tag>
          ),
        },
        { key: 'path', label: t('request'), kind: 'code', width: 200, hidden: true },
        { key: 'ip', kind: 'code', width: 140, hidden: true },
        { key: 'request_id', kind: 'code', width: 300, hidden: true },
      ]}
      form={OperationView}
      read={async (id) => page.items.find((one) => one.id === id)}
      isWide
      csv="/cms/oper_log"
      ownFile
    />
  )
}

/** With the reason of a refusal, or the first changed field. */
function Happened({ operation }: { operation: RowOf<'GET /cms/oper_log'> }) {
  const t = useTranslations('history')
  const { sentenceOf, changesOf, reasonOf } = useSentences()
  const { before, after } = operation
  const [change] = before && after ? changesOf(operation) : []
  const reason = reasonOf(operation)
  const detail = reason === undefined ? change?.text : t('reason', { reason })
  return (
    <div className={classes.happened}>
      <div>{sentenceOf(operation)}</div>
      {detail && <small>{detail}</small>}
    </div>
  )
}
