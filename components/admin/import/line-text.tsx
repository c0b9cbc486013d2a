'use client'

import Link from 'next/link'
import { useLocale, useMessages, useTranslations } from 'next-intl'
import { useAdmin } from '@/components/admin/frame/admin-context'
import type { ImportKindName } from '@/db/enums'
import { invoiceColumns, invoiceWords } from '@/lib/invoice/columns'
import { columnName, errorSentence, warningSentence } from '@/lib/kit/import/sentence'
import { orderSheetColumns, orderWords } from '@/lib/order/import/columns'
import { productColumns, productWords } from '@/lib/product/columns'
import { dealColumns, grantColumns } from '@/lib/promotion/columns'
import { recordPath } from '@/lib/server/admin/record-path'
import type { Answer } from '@/lib/server/client'
import classes from './import.module.css'

type Row = Answer<`GET /cms/${ImportKindName}/import/{id}/row`>['items'][number]

interface Sheet {
  /** In the order of display. */
  columns: readonly string[]
  /** Dictionaries with the labels of values, by column. */
  dictionaries: Readonly<Record<string, string>>
  /** Another column describes the same change better. */
  hidden: readonly string[]
}

const sheets: Record<ImportKindName, Sheet> = {
  product: { columns: productColumns, dictionaries: productWords.dictionaries, hidden: [] },
  order: { columns: orderSheetColumns, dictionaries: orderWords.dictionaries, hidden: ['sku_no', 'count'] },
  invoice: { columns: invoiceColumns, dictionaries: invoiceWords.dictionaries, hidden: [] },
  promotion: { columns: dealColumns, dictionaries: {}, hidden: [] },
  coupon: { columns: grantColumns, dictionaries: {}, hidden: [] },
}

export function LineText({ kind, row }: { kind: ImportKindName; row: Row }) {
  const t = useTranslations('import')
  const yesNo = useTranslations('table')
  const locale = useLocale()
  const texts = useMessages().import
  const { columns, dictionaries, hidden } = sheets[kind]
  const known = useAdmin().dictionaries
  const word = (column: string, value: string | boolean) => {
    if (typeof value === 'boolean') return yesNo(value ? 'yes' : 'no')
    const entries = known[dictionaries[column] ?? '']
    return entries?.find((one) => one.value === value)?.label ?? value
  }
  const cell = (column: string, text: string | null) =>
    text === null ? t('emptyCell') : word(column, column === 'enabled' ? text === 'true' : text)
  const changes = new Map<string, readonly (string | null)[]>(Object.entries(row.changes))
  return (
    <ul className={classes.texts}>
      {columns.map((column) => {
        const [before = null, after = null] = changes.get(column) ?? []
        if (!changes.has(column) || hidden.includes(column)) return null
        const isFirst = kind === 'product' && column === 'stock_delta' && row.result === 'create'
        const named = { column: isFirst ? t('initialStock') : columnName(texts, column), after: cell(column, after) }
        return (
          <li key={column}>
            {/* The same before and after: names the record. */}
            {row.result === 'create' || before === after
              ? t('set', named)
              : t('change', { ...named, before: cell(column, before) })}
          </li>
        )
      })}
      {row.warnings.map((warning) => (
        <li key={warning.code} data-warning>
          {warningSentence(warning, { texts, locale })}
        </li>
      ))}
      {row.errors.map((error) => (
        <li key={`${error.column} ${error.code}`}>
          {errorSentence(error, { texts, locale, word })}
          {error.after_sale_id !== undefined && (
            <Link href={recordPath('after_sale', error.after_sale_id)} className={classes.case} prefetch={false}>
              {t('openCase', { id: String(error.after_sale_id) })}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
