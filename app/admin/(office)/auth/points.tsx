'use client'

import { useTranslations } from 'next-intl'
import type { Option } from '@/components/resource-form/field'
import { ResourceTable } from '@/components/resource-table/resource-table'
import { Tag } from '@/components/tag/tag'
import classes from './auth.module.css'
import type { PointRow } from './rows'

/** What can be allowed, what each point opens, and who holds it. The code makes them, so they are only read. */
export function Points({ points, modules }: { points: PointRow[]; modules: Option[] }) {
  const t = useTranslations('auth')
  const states = (['obsolete', 'unheld'] as const).map((value) => ({ value, label: t(value) }))
  return (
    <ResourceTable
      name="auth"
      rows={points}
      search={t('search')}
      filters={[
        { kind: 'choice', name: 'module', label: t('module'), options: modules },
        { kind: 'choice', name: 'state', label: t('state'), options: states },
      ]}
      columns={[
        {
          key: 'name',
          label: t('name'),
          width: 220,
          render: ({ name, obsolete }) => (
            <span className={classes.name}>
              {name}
              {obsolete && <Tag style="warning">{t('obsolete')}</Tag>}
            </span>
          ),
        },
        { key: 'code', label: t('code'), kind: 'code', width: 200 },
        {
          key: 'operations',
          label: t('operations'),
          render: ({ operations }) => (
            <ul className={classes.operations}>
              {operations.map(({ method, path }) => (
                <li key={`${method} ${path}`}>
                  <b>{method}</b> {path}
                </li>
              ))}
            </ul>
          ),
        },
        { key: 'groups', label: t('groups'), kind: 'names', width: 220 },
      ]}
      empty={t('empty')}
    />
  )
}
