'use client'

import { IconRepeat } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { Moment } from '@/components/moment'
import type { Page, RowOf } from '@/components/resource-table/declaration'
import { ResourceTable } from '@/components/resource-table/resource-table'
import { Tag } from '@/components/tag/tag'
import { identityTypes } from '@/db/enums'
import classes from './login-log.module.css'
import { streaksIn } from './streaks'

/** The sign-in log, with streaks of failed attempts marked. */
export function Logins({ page }: { page: Page<RowOf<'GET /cms/login_log'>> }) {
  const t = useTranslations('login_log')
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
        { kind: 'text', name: 'account', label: t('account') },
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
        { key: 'created_at', label: t('time'), width: 200, render: (row) => <Moment at={row.created_at} exact /> },
        { key: 'account', label: t('account'), kind: 'code' },
        { key: 'type', label: t('type'), width: 105, render: ({ type }) => typeName(type) },
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
        {
          key: 'reason',
          label: t('reason'),
          width: 140,
          render: ({ reason }) => reason && t(`reasons.${reason}`),
        },
        { key: 'ip', label: t('ip'), kind: 'code', width: 130 },
        { key: 'user_agent', label: t('browser'), width: 320, hidden: true },
      ]}
      csv="/cms/login_log"
      empty={t('empty')}
    />
  )
}
