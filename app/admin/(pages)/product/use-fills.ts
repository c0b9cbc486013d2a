import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { doubtsOf } from '@/lib/product/price-doubts'
import { type ColumnName, fillOf, kinds, textOfCell } from './cells'
import type { FormSku, Matrix } from './matrix'

/** In the preview of a change. */
const shownEffects = 8

interface FillsOptions {
  skus: FormSku[]
  /** The rows that are filled. */
  filled: FormSku[]
  columns: readonly { name: ColumnName; label: string }[]
  stored: Matrix | undefined
  onChange: (skus: FormSku[]) => void
  onFilled: (message: string) => void
}

/** The entries of the row that fills several rows, with the effects they would have. */
export function useFills({ skus, filled, columns, stored, onChange, onFilled }: FillsOptions) {
  const t = useTranslations('catalogue.matrix')
  const [fills, setFills] = useState<Partial<Record<ColumnName, string>>>({})
  /** With the cells that each changes. */
  const pending = columns.flatMap(({ name, label: column }) => {
    const entry = fillOf(name, fills[name] ?? '')
    if (!entry) return []
    return [{ name, column, entry, changed: filled.filter((sku) => !entry.isChange || typeof sku[name] === 'number') }]
  })
  const filledIn = (sku: FormSku): FormSku => ({
    ...sku,
    ...Object.fromEntries(pending.map(({ name, entry }) => [name, entry.of(sku[name])])),
  })
  const doubted = pending.some(({ name }) => kinds[name] === 'money')
    ? filled.filter(
        (sku) =>
          doubtsOf(
            filledIn(sku),
            stored?.skus.find(({ id }) => id && id === sku.id),
          ).length > 0,
      )
    : []
  /** For a preview before they are applied. */
  const effects = pending
    .filter(({ entry }) => entry.isChange)
    .map(({ name, column, entry, changed }) =>
      t('fillEffect', {
        column,
        changes: changed
          .slice(0, shownEffects)
          .map((sku) => `${textOfCell(name, sku[name])} → ${textOfCell(name, entry.of(sku[name]))}`)
          .join(', '),
        more: Math.max(0, changed.length - shownEffects),
        unchanged: filled.length - changed.length,
      }),
    )
  if (doubted.length > 0) effects.push(t('fillDoubted', { count: doubted.length }))
  const fill = () => {
    if (pending.length === 0) return
    onChange(skus.map((sku) => (filled.includes(sku) ? filledIn(sku) : sku)))
    // Invalid entries stay in the fill row.
    setFills({ ...fills, ...Object.fromEntries(pending.map(({ name }) => [name, ''])) })
    onFilled(t('filled', { count: pending.reduce((sum, { changed }) => sum + changed.length, 0) }))
  }
  return {
    effects,
    fill,
    entered: (name: ColumnName) => fills[name] ?? '',
    enter: (name: ColumnName, text: string) => setFills({ ...fills, [name]: text }),
  }
}
