'use client'

import { useTranslations } from 'next-intl'
import type { Page, RowOf } from '@/components/resource-table/declaration'
import { ResourceTable } from '@/components/resource-table/resource-table'
import { Tag } from '@/components/tag/tag'

/** Who came in and who did not, newest first. */
export function Logins({ page }: { page: Page<RowOf<'GET /cms/login_log'>> }) {
  const t = useTranslations('login_log')
  const outcomes = (['true', 'false'] as const).map((value) => ({ value, label: t(`outcomes.${value}`) }))
  return (
    <ResourceTable
      name="login_log"
      rows={page}
      filters={[
        { kind: 'text', name: 'account', label: t('account') },
        { kind: 'choice', name: 'success', label: t('outcome'), options: outcomes },
        { kind: 'span', name: 'from', until: 'to', label: t('time') },
      ]}
      columns={[
        { key: 'account', label: t('account'), width: 180 },
        {
          key: 'success',
          label: t('outcome'),
          width: 200,
          render: ({ success, reason }) => (
            <Tag style={success ? 'success' : 'danger'}>
              {t(success ? 'outcomes.true' : `reasons.${reason ?? 'other'}`)}
            </Tag>
          ),
        },
        { key: 'created_at', label: t('time'), kind: 'time', width: 150 },
        { key: 'type', label: t('type'), width: 150, render: ({ type }) => t(`types.${kindOf(type)}`) },
        { key: 'ip', label: t('ip'), kind: 'code', width: 150 },
        { key: 'user_agent', label: t('agent') },
      ]}
      csv="/cms/login_log"
      empty={t('empty')}
    />
  )
}

const kindOf = (type: number) =>
  type === 100 ? 'username' : type === 101 ? 'email' : type === 102 ? 'mobile' : 'mini_program'
