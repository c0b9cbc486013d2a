'use client'

import { IconHistory, IconPlus, IconTrash } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { type ClipboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import type { InputProps } from '@/components/admin/resource-form/field'
import { FieldGroup } from '@/components/admin/resource-form/inputs/field-group'
import { type ColumnName, cellsOf, pastedInto } from './cells'
import { useColumns } from './columns'
import { FillRow } from './fill-row'
import {
  type CellValue,
  combinationCount,
  type FormSku,
  groupsOf,
  type Matrix,
  matrixIn,
  nameOfSku,
  type StockedSku,
  withAllCombinations,
} from './matrix'
import { GroupRow, HeadRow, ToolButton } from './matrix-rows'
import { moveFocus } from './move-focus'
import classes from './product.module.css'
import { SkuRow } from './sku-row'
import { useFills } from './use-fills'
import { useStockDialog } from './use-stock-dialog'

const LedgerDialog = dynamic(() => import('./ledger').then(({ LedgerDialog }) => LedgerDialog), { ssr: false })

interface MatrixInputProps extends InputProps {
  /** undefined: a new product, whose opening stock is entered in the table. */
  product_id: number | undefined
  stocks: readonly StockedSku[]
  stored: Matrix | undefined
}

const noErrors: InputProps['errors'] = {}

/** false for numbers, which must differ between SKUs. */
const isFillable = (name: ColumnName) => name !== 'sku_no' && name !== 'barcode' && name !== 'external_id'

/** Cells are filled for several rows, and pasted from a spreadsheet. Stock of an existing product needs a dialog. */
export default function MatrixInput({ product_id, stocks, stored, ...input }: MatrixInputProps) {
  const { path, label, description, error, errors, disabled, values, onChange } = input
  const t = useTranslations('catalogue.matrix')
  const can = useCan()
  const table = useRef<HTMLTableElement>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [message, setMessage] = useState('')
  const [isLedgerOpen, setLedgerOpen] = useState(false)
  const matrix = matrixIn(values)
  const { specs, skus } = matrix
  const columns = useColumns()
  const names = columns.map(({ name }) => name)
  const nameOf = (sku: FormSku) => nameOfSku(sku) || t('single')
  const keyOf = ({ at }: FormSku) => Object.values(at).join()
  const chosen = skus.filter((sku) => selected.has(keyOf(sku)))
  const filled = chosen.length > 0 ? chosen : skus
  const missing = combinationCount(specs) - skus.length
  const stockOf = new Map(stocks.map((sku) => [sku.id, sku]))
  /** Stock is typed only for a new product. */
  const isEntered = (name: ColumnName) => name !== 'stock' || product_id === undefined

  const latest = useRef({ skus, onChange })
  useEffect(() => {
    latest.current = { skus, onChange }
  })
  const edit = useCallback((index: number, name: ColumnName, value: CellValue) => {
    const { skus: all, onChange: store } = latest.current
    store(all.map((sku, at) => (at === index ? { ...sku, [name]: value } : sku)))
  }, [])
  const select = useCallback((key: string, isSelected: boolean) => {
    setSelected((all) => new Set([...[...all].filter((one) => one !== key), ...(isSelected ? [key] : [])]))
  }, [])
  const stockDialog = useStockDialog(product_id, stockOf)
  const fills = useFills({ skus, filled, columns, stored, onChange, onFilled: setMessage })

  const paste = (event: ClipboardEvent<HTMLTableElement>) => {
    const { target } = event
    if (!(target instanceof HTMLElement) || disabled) return
    const { row, column } = target.dataset
    if (row === undefined || column === undefined) return
    const cells = cellsOf(event.clipboardData.getData('text/plain'))
    // A single cell is pasted as plain text by the browser.
    if (cells.length < 2 && (cells[0]?.length ?? 0) < 2) return
    event.preventDefault()
    const { pasted, written, ignored } = pastedInto(skus, cells, {
      row: Number(row),
      columns: names.slice(columns.findIndex(({ name }) => name === column)),
      isEntered,
    })
    onChange(pasted)
    setMessage(t('pasted', { count: written, ignored }))
  }

  const remove = () => {
    onChange(skus.filter((sku) => !chosen.includes(sku)))
    setSelected(new Set())
  }

  const groups = groupsOf(matrix)
  return (
    <FieldGroup path={path} label={label} description={description} error={error}>
      <div className={classes.matrixTools}>
        <span>{t('count', { count: skus.length })}</span>
        <span role="status">{fills.effects.length > 0 ? fills.effects.join(' ') : message}</span>
        {!disabled && missing > 0 && (
          <ToolButton icon={IconPlus} onClick={() => onChange(withAllCombinations(matrix, stored).skus)}>
            {t('addMissing', { count: missing })}
          </ToolButton>
        )}
        {!disabled && chosen.length > 0 && chosen.length < skus.length && (
          <ToolButton icon={IconTrash} onClick={remove}>
            {t('remove', { count: chosen.length })}
          </ToolButton>
        )}
        {product_id !== undefined && (
          <ToolButton icon={IconHistory} onClick={() => setLedgerOpen(true)}>
            {t('ledger')}
          </ToolButton>
        )}
      </div>
      <div className={classes.matrixFrame}>
        <table ref={table} className={classes.matrix} onPaste={paste} onKeyDown={(event) => moveFocus(event, names)}>
          <caption className={classes.visuallyHidden}>{label}</caption>
          <thead>
            <HeadRow
              columns={columns}
              name={specs.map(({ name }) => name).join(' / ') || t('sku')}
              isSelected={chosen.length === skus.length}
              onSelect={(isSelected) => setSelected(new Set(isSelected ? skus.map(keyOf) : []))}
            />
            {!disabled && skus.length > 1 && (
              <FillRow
                columns={columns.map((column) => ({
                  ...column,
                  isFilled: isFillable(column.name) && isEntered(column.name),
                }))}
                fills={fills}
                button={
                  chosen.length > 0 ? t('fillSelected', { count: chosen.length }) : t('fillAll', { count: skus.length })
                }
              />
            )}
          </thead>
          {groups.map((group) => (
            <tbody key={group.key}>
              {group.name !== undefined && (
                <GroupRow
                  name={group.name}
                  image_url={group.image_url}
                  span={columns.length + 1}
                  isSelected={group.members.every(({ sku }) => selected.has(keyOf(sku)))}
                  onSelect={(isSelected) => {
                    for (const { sku } of group.members) select(keyOf(sku), isSelected)
                  }}
                />
              )}
              {group.members.map(({ sku, index }) => (
                <SkuRow
                  key={keyOf(sku)}
                  rowKey={keyOf(sku)}
                  index={index}
                  sku={sku}
                  path={`${path}.${index}`}
                  name={nameOf(sku)}
                  shortName={group.name === undefined ? nameOf(sku) : sku.values.slice(1).join(' / ')}
                  columns={columns}
                  errors={errorsBelow(errors, `${path}.${index}.`)}
                  isSelected={selected.has(keyOf(sku))}
                  isDisabled={disabled}
                  isNewProduct={product_id === undefined}
                  stocked={sku.id === undefined ? undefined : stockOf.get(sku.id)}
                  onEdit={edit}
                  onSelect={select}
                  onAdjust={can('product.stock') ? stockDialog.open : undefined}
                />
              ))}
            </tbody>
          ))}
        </table>
      </div>
      {stockDialog.element}
      {isLedgerOpen && product_id !== undefined && (
        <LedgerDialog product_id={product_id} onClose={() => setLedgerOpen(false)} />
      )}
    </FieldGroup>
  )
}

/** By the path within the row. Without messages, the same object, so that the memoized row does not render again. */
function errorsBelow(errors: InputProps['errors'], prefix: string): InputProps['errors'] {
  const own = Object.entries(errors).filter(([field]) => field.startsWith(prefix))
  return own.length > 0 ? Object.fromEntries(own.map(([field, text]) => [field.slice(prefix.length), text])) : noErrors
}
