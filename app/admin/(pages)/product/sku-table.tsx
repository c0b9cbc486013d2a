'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { type ColumnName, kinds, textOfCell } from './cells'
import { useColumns } from './columns'
import { type FormSku, matrixIn, nameOfSku, type StockedSku } from './matrix'
import classes from './product.module.css'

interface SkuTableProps {
  /** Of the form. */
  values: Readonly<Record<string, unknown>>
  stocks: readonly StockedSku[]
}

/** For users who may not change the product. */
export default function SkuTable({ values, stocks }: SkuTableProps) {
  const t = useTranslations('catalogue.matrix')
  const tForm = useTranslations('form')
  const format = useFormatter()
  const columns = useColumns()
  const { specs, skus } = matrixIn(values)
  const stockOf = new Map(stocks.map((sku) => [sku.id, sku]))
  const shown = (sku: FormSku, column: ColumnName) => {
    if (column === 'stock') {
      const stocked = sku.id === undefined ? undefined : stockOf.get(sku.id)
      return stocked && <span data-level={stocked.stock_level}>{format.number(stocked.stock)}</span>
    }
    const value = sku[column]
    if (typeof value === 'boolean') return tForm(value ? 'yes' : 'no')
    return textOfCell(column, value)
  }
  return (
    <div className={classes.matrixFrame}>
      <table className={classes.matrix}>
        <thead>
          <tr>
            <th scope="col" className={classes.readName}>
              {specs.map(({ name }) => name).join(' / ') || t('sku')}
            </th>
            {columns.map(({ name, label }) => (
              <th key={name} scope="col" data-kind={kinds[name]}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {skus.map((sku) => (
            <tr key={Object.values(sku.at).join()} data-off={sku.enabled === false || undefined}>
              <th scope="row" className={classes.readName}>
                {nameOfSku(sku) || t('single')}
              </th>
              {columns.map(({ name }) => (
                <td key={name} data-kind={kinds[name]}>
                  {shown(sku, name) || '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
