'use client'

import { Table } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { usePermissionNames } from '@/components/admin/permission-names'
import { commonVerbs } from '@/lib/auth/names'
import { GrantBox, type MatrixGrants } from './grant-box'
import type { Permission } from './grants'
import classes from './group.module.css'

interface MatrixRowProps {
  grants: MatrixGrants
  module: string
  /** Of the module, that match the search. */
  found: readonly Permission[]
  /** Of the module. */
  all: readonly Permission[]
}

/** The permissions of a module. Rare verbs share the last column. */
export function MatrixRow({ grants, module, found, all }: MatrixRowProps) {
  const t = useTranslations('group')
  const names = usePermissionNames()
  const name = names.module(module)
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <GrantBox grants={grants} permissions={found} all={all} name={t('everyVerb', { module: name })} label={name} />
      </Table.Th>
      {commonVerbs.map((verb) => {
        const permission = found.find((one) => one.verb === verb)
        return (
          <Table.Td key={verb}>
            {permission && (
              <GrantBox
                grants={grants}
                permissions={[permission]}
                name={names.permission(permission.code)}
                label={<span className={classes.verb}>{names.verb(verb)}</span>}
              />
            )}
          </Table.Td>
        )
      })}
      <Table.Td>
        <div className={classes.further}>
          {found
            .filter(({ verb }) => !commonVerbs.includes(verb))
            .map((permission) => (
              <span key={permission.code}>
                <GrantBox
                  grants={grants}
                  permissions={[permission]}
                  name={names.permission(permission.code)}
                  label={names.verb(permission.verb, permission.module)}
                />
                {permission.isObsolete && <small>{t('obsolete')}</small>}
              </span>
            ))}
        </div>
      </Table.Td>
    </Table.Tr>
  )
}
