'use client'

import { Code } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { useLocale, useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { deviceIn } from '@/components/admin/frame/device'
import { RecordAnchor } from '@/components/admin/record-anchor'
import type { Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { Tag } from '@/components/admin/tag/tag'
import { Moment } from '@/components/ui/moment'
import { useTimeLabel } from '@/components/ui/use-time-label'
import { type IdentityType, identityTypes } from '@/db/enums'
import { nameOfCustomer } from '@/lib/kit/people/name'
import classes from './login-log.module.css'
import { streaksIn } from './streaks'

/** From the mini-program: the log stores a hash of the openid as the account. */
const miniProgramType = 200 satisfies IdentityType

export function Logins({ page }: { page: Page<RowOf<'GET /cms/login_log'>> }) {
  const t = useTranslations('login_log')
  const timeLabel = useTimeLabel()
  const streaks = useMemo(() => streaksIn(page.items), [page.items])
  const typeName = (code: number) => {
    const type = identityTypes.find((one) => one === code)
    return type ? t(`types.${type}`) : code
  }
  const streakMark = (id: number) => {
    const streak = streaks.get(id)
    return (
      streak && (
        <span className={classes.streak} title={t(`streakBy.${streak.by}`, { count: streak.count })}>
          <IconRepeat size={14} stroke={2} aria-hidden="true" />
          {t(`streak.${streak.by}`, { count: streak.count })}
        </span>
      )
    )
  }
  return (
    <ResourceTable
      name="login_log"
      rows={page}
      paging="cursor"
      filters={[
        { kind: 'text', name: 'account' },
        {
          kind: 'choice',
          name: 'success',
          label: t('result'),
          options: [
            { value: 'true', label: t('succeeded') },
            { value: 'false', label: t('failed') },
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
        { key: 'account', fields: ['nickname', 'account'], render: (row) => <Account login={row} /> },
        { key: 'type', width: 105, render: ({ type }) => typeName(type) },
        {
          key: 'success',
          label: t('result'),
          width: 250,
          render: ({ id, success }) => (
            <span className={classes.result}>
              <Tag style={success ? 'success' : 'danger'}>{success ? t('succeeded') : t('failed')}</Tag>
              {streakMark(id)}
            </span>
          ),
        },
        { key: 'reason', width: 140, render: ({ reason }) => reason && t(`reasons.${reason}`) },
        { key: 'ip', kind: 'code', width: 130 },
        {
          key: 'user_agent',
          label: t('browser'),
          width: 160,
          hidden: true,
          render: ({ user_agent }) => <span title={user_agent}>{deviceIn(user_agent)?.name ?? user_agent}</span>,
        },
      ]}
      csv="/cms/login_log"
    />
  )
}

/** The user is a link if the viewer may open the page. Unknown users: only the account, as typed. */
function Account({ login: { account, type, user_id, user_kind, nickname } }: { login: RowOf<'GET /cms/login_log'> }) {
  const locale = useLocale()
  if (user_id === null || user_kind === null) return <Code>{account}</Code>
  const typed = type === miniProgramType ? null : account
  const name = nameOfCustomer({ id: user_id, nickname: nickname ?? '', username: typed, mobile: null }, locale)
  const resource = user_kind === 'staff' ? 'user' : 'customer'
  return (
    <span className={classes.account}>
      <RecordAnchor resource={resource} id={user_id}>
        {name}
      </RecordAnchor>
      {typed !== null && typed !== name && <Code>{typed}</Code>}
    </span>
  )
}
