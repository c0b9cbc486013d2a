'use client'

import { Input, Table, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconLock, IconSearch } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { usePermissionNames } from '@/components/admin/permission-names'
import { commonVerbs } from '@/lib/auth/names'
import { foldedForm } from '@/lib/kit/plain-form'
import { GrantBox } from './grant-box'
import { type GrantOptions, grantableIn, lackingViews, permissionsOf } from './grants'
import classes from './group.module.css'
import { MatrixRow } from './matrix-row'

interface PermissionMatrixProps {
  grantOptions: GrantOptions
  granted: string[]
  disabled: boolean
  error: string | undefined
  onChange: (codes: string[]) => void
}

/**
 * Rare verbs share the last column. Checkboxes of rows and columns switch permissions that match the search and may be
 * granted; their numbers count all. Granting a permission also grants the view permissions that it needs.
 */
export function PermissionMatrix({ grantOptions, granted, disabled, error, onChange }: PermissionMatrixProps) {
  const t = useTranslations('group')
  const names = usePermissionNames()
  const [search, setSearch] = useState('')
  const lockedHint = useId()
  // Computed once, so that obsolete permissions stay visible after they are removed.
  const [permissions] = useState(() => permissionsOf(grantOptions, granted))
  const query = foldedForm(search.trim())
  const found = permissions.filter(
    ({ code, module }) => foldedForm(names.permission(code)).includes(query) || `${code} ${module}`.includes(query),
  )
  const modules = [...new Set(found.map(({ module }) => module))]
  const hasLocked = !disabled && grantableIn(grantOptions, permissions).length < permissions.length
  const grants = {
    options: grantOptions,
    granted,
    disabled,
    lockedHint: hasLocked ? lockedHint : undefined,
    onChange,
  }
  return (
    <section className={classes.part} aria-label={t('permission')}>
      <div className={classes.partHead}>
        <h2>{t('permission')}</h2>
        <Text size="sm" c="dimmed" role="status">
          {query
            ? t('found', { count: found.length })
            : t('given', { count: granted.length, total: permissions.length })}
        </Text>
        <TextInput
          type="search"
          size="xs"
          data-field="permission_codes"
          aria-label={t('searchPermissions')}
          placeholder={t('searchPermissions')}
          leftSection={<IconSearch size={14} stroke={1.6} aria-hidden="true" />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      </div>
      {error && <Input.Error>{error}</Input.Error>}
      {hasLocked && (
        <p id={lockedHint} className={classes.note}>
          <IconLock size={14} stroke={1.8} aria-hidden="true" /> {t('someNotHeld')}
        </p>
      )}
      {[...lackingViews(grantOptions, granted)].map(([view, codes]) => (
        <p key={view} className={classes.note} role="status">
          <IconAlertTriangle size={14} stroke={1.8} aria-hidden="true" />{' '}
          {t('lackingView', { view: names.permission(view), points: codes.map(names.permission).join(t('comma')) })}
        </p>
      ))}
      {found.length === 0 ? (
        <p className={classes.note}>{t('noPermission')}</p>
      ) : (
        <Table.ScrollContainer
          className={classes.scroll}
          minWidth={800}
          type="native"
          {...(disabled && { tabIndex: 0, role: 'group', 'aria-label': t('matrix') })}
        >
          <Table className={classes.matrix}>
            <caption className={classes.visuallyHidden}>{t('matrix')}</caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('module')}</Table.Th>
                {commonVerbs.map((verb) => {
                  const column = found.filter((permission) => permission.verb === verb)
                  const name = names.verb(verb)
                  return (
                    <Table.Th key={verb} scope="col">
                      {column.length > 0 ? (
                        <GrantBox
                          grants={grants}
                          permissions={column}
                          all={permissions.filter((permission) => permission.verb === verb)}
                          name={t('everyModule', { verb: name })}
                          label={name}
                        />
                      ) : (
                        name
                      )}
                    </Table.Th>
                  )
                })}
                <Table.Th scope="col">{t('more')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {modules.map((module) => (
                <MatrixRow
                  key={module}
                  grants={grants}
                  module={module}
                  found={found.filter((permission) => permission.module === module)}
                  all={permissions.filter((permission) => permission.module === module)}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </section>
  )
}
