'use client'

import { Checkbox, Input, Table, Text, TextInput } from '@mantine/core'
import { IconLock, IconSearch } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { commonVerbs, usePermissionNames } from '@/components/permission-names'
import { codesIn, mayGive, type Offer, type Point, pointsOf, stateOf } from './grants'
import classes from './group.module.css'

interface PermissionMatrixProps {
  offer: Offer
  given: string[]
  disabled: boolean
  error: string | undefined
  onChange: (codes: string[]) => void
}

/** Modules by actions, those that few modules have in the last column. The boxes of rows and columns stand for all in them that the editor may give and the search shows. */
export function PermissionMatrix({ offer, given, disabled, error, onChange }: PermissionMatrixProps) {
  const t = useTranslations('group')
  const names = usePermissionNames()
  const [search, setSearch] = useState('')
  const lockedHint = useId()
  // What the group had when it was opened stays in sight when it is taken away.
  const [points] = useState(() => pointsOf(offer, given))
  const piece = search.trim().toLowerCase()
  const found = points.filter(
    ({ code, module }) => names.point(code).toLowerCase().includes(piece) || `${code} ${module}`.includes(piece),
  )
  const modules = [...new Set(found.map(({ module }) => module))]
  const isLocked = ({ code }: Point) => !mayGive(offer, code)
  const hasLocked = !disabled && points.some(isLocked)

  const set = (some: readonly Point[], isGiven: boolean) => {
    const codes = some.map(({ code }) => code)
    onChange(codesIn([...given.filter((code) => !codes.includes(code)), ...(isGiven ? codes : [])]))
  }
  /** A box for one point or for several. */
  const box = (some: readonly Point[], name: string, label?: string) => {
    const free = some.filter((point) => !isLocked(point))
    const judged = free.length > 0 ? free : some
    const { checked, indeterminate } = stateOf(
      judged.map(({ code }) => code),
      given,
    )
    const isClosed = free.length === 0
    return (
      <Checkbox
        size="xs"
        label={label}
        aria-label={name}
        aria-describedby={isClosed && hasLocked ? lockedHint : undefined}
        title={isClosed && hasLocked ? t('notHeld') : undefined}
        checked={checked}
        indeterminate={indeterminate}
        disabled={disabled || isClosed}
        onChange={() => set(free, !checked)}
      />
    )
  }
  return (
    <section className={classes.part} aria-label={t('permission')}>
      <div className={classes.partHead}>
        <h3>{t('permission')}</h3>
        <Text size="sm" c="dimmed" role="status">
          {piece ? t('found', { count: found.length }) : t('given', { count: given.length, total: points.length })}
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
      {found.length === 0 ? (
        <p className={classes.note}>{t('noPermission')}</p>
      ) : (
        <Table.ScrollContainer minWidth={640} type="native">
          <Table className={classes.matrix}>
            <caption className={classes.unseen}>{t('matrix')}</caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('module')}</Table.Th>
                {commonVerbs.map((verb) => {
                  const column = found.filter((point) => point.verb === verb)
                  const name = names.verb(verb)
                  return (
                    <Table.Th key={verb} scope="col">
                      {column.length > 0 ? box(column, t('everyModule', { verb: name }), name) : name}
                    </Table.Th>
                  )
                })}
                <Table.Th scope="col">{t('more')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {modules.map((module) => {
                const row = found.filter((point) => point.module === module)
                const name = names.module(module)
                return (
                  <Table.Tr key={module}>
                    <Table.Th scope="row">{box(row, t('everyVerb', { module: name }), name)}</Table.Th>
                    {commonVerbs.map((verb) => {
                      const point = row.find((one) => one.verb === verb)
                      return <Table.Td key={verb}>{point && box([point], names.point(point.code))}</Table.Td>
                    })}
                    <Table.Td>
                      <div className={classes.further}>
                        {row
                          .filter(({ verb }) => !commonVerbs.includes(verb))
                          .map((point) => (
                            <span key={point.code}>
                              {box([point], names.point(point.code), names.verb(point.verb))}
                              {point.isObsolete && <small>{t('obsolete')}</small>}
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
