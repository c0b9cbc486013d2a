'use client'

import { useMessages, useTranslations } from 'next-intl'
import type { Answer } from '@/lib/api/client'
import { productColumns } from '@/lib/product/columns'
import classes from './import.module.css'

type Row = Answer<'GET /cms/product/import/{id}/row'>['items'][number]

/** What a line changes, or what is wrong with it, each with the name of its column. */
export function LineText({ row }: { row: Row }) {
  const t = useTranslations('import')
  const known = useMessages().import.errors
  const isKnown = (code: string): code is keyof typeof known => Object.hasOwn(known, code)
  const changes = new Map(Object.entries(row.changes))
  const cell = (text: string | null) => text ?? t('emptyCell')
  const nameOf = (column: string) => {
    const code = productColumns.find((one) => one === column)
    return code ? t(`column.${code}`) : column
  }
  return (
    <ul className={classes.texts}>
      {productColumns.flatMap((column) => {
        const change = changes.get(column)
        if (!change) return []
        const [before, after] = change
        return <li key={column}>{t('change', { column: nameOf(column), before: cell(before), after: cell(after) })}</li>
      })}
      {row.errors.map(({ column, code, value }) => {
        const text = t(`errors.${isKnown(code) ? code : 'other'}`)
        if (column === null) return <li key={code}>{text}</li>
        const named = { column: nameOf(column), text }
        return <li key={`${column} ${code}`}>{value === null ? t('at', named) : t('atValue', { ...named, value })}</li>
      })}
    </ul>
  )
}
