'use client'

import { IconPlusMinus } from '@tabler/icons-react'
import { useFormatter, useTranslations } from 'next-intl'
import { type FocusEvent, memo, useId } from 'react'
import { AmountInput } from '@/components/ui/money-input'
import { type ColumnName, kinds, parseCell, textOfCell } from './cells'
import type { CellValue, FormSku, StockedSku } from './matrix'
import classes from './product.module.css'

interface SkuRowProps {
  rowKey: string
  index: number
  sku: FormSku
  path: string
  /** `shortName` leaves out the value in the heading of the group. */
  name: string
  shortName: string
  columns: readonly { name: ColumnName; label: string }[]
  /** By the name of the column. */
  errors: Readonly<Record<string, string>>
  isSelected: boolean
  isDisabled: boolean
  isNewProduct: boolean
  /** undefined: not stored yet. */
  stocked: StockedSku | undefined
  onEdit: (index: number, name: ColumnName, value: CellValue) => void
  onSelect: (key: string, isSelected: boolean) => void
  onAdjust: ((sku_id: number, name: string) => void) | undefined
}

/** Memoized, because a product may have 200 SKUs. */
export const SkuRow = memo(function SkuRow(props: SkuRowProps) {
  const { rowKey, index, sku, path, name, shortName, columns, errors } = props
  const { isSelected, isDisabled, isNewProduct, stocked, onEdit, onSelect, onAdjust } = props
  const t = useTranslations('catalogue.matrix')
  return (
    <tr data-selected={isSelected || undefined} data-off={sku.enabled === false || undefined}>
      <td className={classes.check}>
        <input
          type="checkbox"
          aria-label={t('select', { name })}
          checked={isSelected}
          onChange={({ currentTarget }) => onSelect(rowKey, currentTarget.checked)}
        />
      </td>
      <th scope="row" className={classes.skuName} title={name}>
        {shortName}
      </th>
      {columns.map(({ name: column, label }) => (
        <td key={column} data-kind={kinds[column]}>
          {column === 'stock' && !isNewProduct ? (
            <Stock index={index} name={name} stocked={stocked} onAdjust={onAdjust} />
          ) : (
            <Cell
              index={index}
              column={column}
              path={`${path}.${column}`}
              label={t('cell', { name, column: label })}
              value={sku[column]}
              error={errors[column]}
              isDisabled={isDisabled}
              onEdit={onEdit}
            />
          )}
        </td>
      ))}
    </tr>
  )
})

interface CellProps {
  index: number
  column: ColumnName
  path: string
  label: string
  value: CellValue | undefined
  error: string | undefined
  isDisabled: boolean
  onEdit: SkuRowProps['onEdit']
}

function Cell({ index, column, path, label, value, error, isDisabled, onEdit }: CellProps) {
  const id = useId()
  const kind = kinds[column]
  const shared = {
    'data-row': index,
    'data-column': column,
    'data-field': path,
    'aria-label': label,
    'aria-invalid': error !== undefined,
    'aria-describedby': error === undefined ? undefined : `${id}-error`,
    disabled: isDisabled,
  }
  const text = {
    ...shared,
    className: classes.cell,
    onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select(),
  }
  return (
    <>
      {kind === 'boolean' ? (
        <input
          {...shared}
          type="checkbox"
          checked={value === true}
          onChange={({ currentTarget }) => onEdit(index, column, currentTarget.checked)}
        />
      ) : kind === 'money' ? (
        <AmountInput
          {...text}
          value={value}
          onChange={(amount) => onEdit(index, column, amount === '' ? null : amount)}
        />
      ) : (
        <input
          {...text}
          type="text"
          inputMode={kind === 'number' ? 'numeric' : undefined}
          autoComplete="off"
          maxLength={64}
          title={kind === 'text' ? textOfCell(column, value) : undefined}
          value={textOfCell(column, value)}
          onChange={({ currentTarget }) => onEdit(index, column, parseCell(column, currentTarget.value))}
        />
      )}
      {error !== undefined && (
        <span id={`${id}-error`} className={classes.cellError}>
          {error}
        </span>
      )}
    </>
  )
}

interface StockProps {
  index: number
  name: string
  stocked: StockedSku | undefined
  onAdjust: SkuRowProps['onAdjust']
}

function Stock({ index, name, stocked, onAdjust }: StockProps) {
  const t = useTranslations('catalogue.matrix')
  const format = useFormatter()
  if (!stocked) return <span className={classes.later}>{t('afterSaving')}</span>
  return (
    <span className={classes.stock} data-level={stocked.stock_level}>
      {format.number(stocked.stock)}
      {onAdjust && (
        <button
          type="button"
          data-row={index}
          data-column="stock"
          className={classes.adjust}
          aria-label={t('adjust', { name })}
          title={t('adjust', { name })}
          onClick={() => onAdjust(stocked.id, name)}
        >
          <IconPlusMinus size={16} stroke={1.8} aria-hidden="true" />
        </button>
      )}
    </span>
  )
}
