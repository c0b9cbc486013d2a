'use client'

import { Checkbox, Input, Table, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconLock, IconSearch } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useId, useState } from 'react'
import { usePermissionNames } from '@/components/admin/permission-names'
import { commonVerbs } from '@/lib/auth/names'
import { foldedForm } from '@/lib/kit/plain-form'
import {
  canGrant,
  checkboxState,
  codesIn,
  type GrantOptions,
  lackingViews,
  type Permission,
  permissionsOf,
  withNeeds,
} from './grants'
import classes from './group.module.css'

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
  const isLocked = ({ code }: Permission) => !canGrant(grantOptions, code)
  const hasLocked = !disabled && permissions.some(isLocked)

  const setGranted = (some: readonly Permission[], isGranted: boolean) => {
    const chosen = some.map(({ code }) => code)
    const codes = isGranted ? withNeeds(grantOptions, chosen) : chosen
    onChange(codesIn(grantOptions, [...granted.filter((code) => !codes.includes(code)), ...(isGranted ? codes : [])]))
  }
  const stateOf = (some: readonly Permission[]) => {
    const grantable = some.filter((permission) => !isLocked(permission))
    return checkboxState(
      (grantable.length > 0 ? grantable : some).map(({ code }) => code),
      granted,
    )
  }
  /** Switches `some`, and shows the state of `all`. */
  const box = (some: readonly Permission[], name: string, label?: ReactNode, all = some) => {
    const grantable = some.filter((permission) => !isLocked(permission))
    const { checked, indeterminate } = stateOf(all)
    const isBoxLocked = grantable.length === 0
    return (
      <Checkbox
        size="xs"
        label={label}
        aria-label={name}
        aria-describedby={isBoxLocked && hasLocked ? lockedHint : undefined}
        title={isBoxLocked && hasLocked ? t('notHeld') : undefined}
        checked={checked}
        indeterminate={indeterminate}
        disabled={disabled || isBoxLocked}
        onChange={() => setGranted(grantable, !stateOf(some).checked)}
      />
    )
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
                      {column.length > 0
                        ? box(
                            column,
                            t('everyModule', { verb: name }),
                            name,
                            permissions.filter((permission) => permission.verb === verb),
                          )
                        : name}
                    </Table.Th>
                  )
                })}
                <Table.Th scope="col">{t('more')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {modules.map((module) => {
                const row = found.filter((permission) => permission.module === module)
                const name = names.module(module)
                return (
                  <Table.Tr key={module}>
                    <Table.Th scope="row">
                      {box(
                        row,
                        t('everyVerb', { module: name }),
                        name,
                        permissions.filter((permission) => permission.module === module),
                      )}
                    </Table.Th>
                    {commonVerbs.map((verb) => {
                      const permission = row.find((one) => one.verb === verb)
                      return (
                        <Table.Td key={verb}>
                          {permission &&
                            box(
                              [permission],
                              names.permission(permission.code),
                              <span className={classes.verb}>{names.verb(verb)}</span>,
                            )}
                        </Table.Td>
                      )
                    })}
                    <Table.Td>
                      <div className={classes.further}>
                        {row
                          .filter(({ verb }) => !commonVerbs.includes(verb))
                          .map((permission) => (
                            <span key={permission.code}>
                              {box(
                                [permission],
                                names.permission(permission.code),
                                names.verb(permission.verb, permission.module),
                              )}
                              {permission.isObsolete && <small>{t('obsolete')}</small>}
                            </span>
                          ))}
                      </div>
                    </Table.Td>
                  </Table.Tr>
                )
              })}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </section>
  )
}
