'use client'

import { useTranslations } from 'next-intl'
import type { Option } from '@/components/admin/resource-form/field'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { Tag } from '@/components/admin/tag/tag'
import classes from './auth.module.css'
import type { PermissionRow } from './rows'

/** Read-only, because permissions are declared in code. */
export function Permissions({ permissions, modules }: { permissions: PermissionRow[]; modules: Option[] }) {
  const t = useTranslations('auth')
  const states = (['obsolete', 'unheld'] as const).map((value) => ({ value, label: t(value) }))
  return (
    <ResourceTable
      name="auth"
      rows={permissions}
      search={t('search')}
      filters={[
        { kind: 'choice', name: 'module', options: modules },
        { kind: 'choice', name: 'state', options: states },
      ]}
      columns={[
        {
          key: 'name',
          kind: 'text',
          width: 220,
          render: ({ name, obsolete }) => (
            <span className={classes.name}>
              {name}
              {obsolete && <Tag style="warning">{t('obsolete')}</Tag>}
            </span>
          ),
        },
        { key: 'code', kind: 'code', width: 200 },
        {
          key: 'operations',
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
        { key: 'groups', kind: 'names', width: 220 },
      ]}
    />
  )
}
