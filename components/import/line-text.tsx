'use client'

import { useMessages, useTranslations } from 'next-intl'
import type { ImportKindName } from '@/db/enums'
import type { Answer } from '@/lib/api/client'
import classes from './import.module.css'

type Row = Answer<`GET /cms/${ImportKindName}/import/{id}/row`>['items'][number]

/** What a line changes, or what is wrong with it, each with the name of its column. */
export function LineText({ row }: { row: Row }) {
  const t = useTranslations('import')
  const { errors, column: columns } = useMessages().import
  const isError = (code: string): code is keyof typeof errors => Object.hasOwn(errors, code)
  const isColumn = (column: string): column is keyof typeof columns => Object.hasOwn(columns, column)
  const cell = (text: string | null) => text ?? t('emptyCell')
  const nameOf = (column: string) => (isColumn(column) ? t(`column.${column}`) : column)
  const errorOf = (column: string | null, code: string) =>
    t(`errors.${[`${column}_${code}`, code].find(isError) ?? 'other'}`)
  return (
    <ul className={classes.texts}>
      {Object.entries(row.changes).map(([column, [before, after]]) => (
        <li key={column}>{t('change', { column: nameOf(column), before: cell(before), after: cell(after) })}</li>
      ))}
      {row.errors.map(({ column, code, value }) => {
        const text = errorOf(column, code)
        if (column === null) return <li key={code}>{text}</li>
        const named = { column: nameOf(column), text }
        return <li key={`${column} ${code}`}>{value === null ? t('at', named) : t('atValue', { ...named, value })}</li>
      })}
    </ul>
  )
}
