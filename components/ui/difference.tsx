'use client'

import { Table, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import classes from './difference.module.css'

export interface ChangedField {
  key: string
  label: ReactNode
  before: ReactNode
  after: ReactNode
}

interface DifferenceProps {
  caption: string
  rows: readonly ChangedField[]
  /** By default "before" and "after". */
  titles?: { before: string; after: string }
}

/** Column titles, not only colors, distinguish the two states. */
export function Difference({ caption, rows, titles }: DifferenceProps) {
  const t = useTranslations('form.difference')
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('none')}
      </Text>
    )
  }
  return (
    // The container has the focus for scrolling by keyboard: the table may contain no focusable element.
    <Table.ScrollContainer minWidth={360} type="native" tabIndex={0} role="group" aria-label={caption}>
      <Table className={classes.table} layout="fixed">
        <caption className={classes.caption}>{caption}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" w="36%">
              {t('field')}
            </Table.Th>
            <Table.Th scope="col">{titles?.before ?? t('before')}</Table.Th>
            <Table.Th scope="col">{titles?.after ?? t('after')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, label, before, after }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row">{label}</Table.Th>
              <Table.Td className={classes.before}>{shown(before)}</Table.Td>
              <Table.Td className={classes.after}>{shown(after)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const shown = (value: ReactNode) => (value === '' || value === null || value === undefined ? '–' : value)
