'use client'

import { Button } from '@mantine/core'
import { IconHistory, IconPlus, IconTrash } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import type { InputProps } from '@/components/admin/resource-form/field'
import { FieldGroup } from '@/components/admin/resource-form/inputs/field-group'
import { Picture } from '@/components/ui/picture'
import { doubtsOf } from '@/lib/product/price-doubts'
import { type ColumnName, cellsOf, fillOf, kinds, parseCell, textOfCell } from './cells'
import { useColumns } from './columns'
import {
  type CellValue,
  combinationCount,
  type FormSku,
  type Matrix,
  matrixIn,
  nameOfSku,
  type StockedSku,
  withAllCombinations,
} from './matrix'
import { moveFocus } from './move-focus'
import classes from './product.module.css'
import { SkuRow } from './sku-row'

// Loaded on demand: a single row needs no inputs that fill several rows.
const FillInput = dynamic(() => import('./fill-input'))
const StockDialog = dynamic(() => import('./stock-dialog'), { ssr: false })
const LedgerDialog = dynamic(() => import('./ledger').then(({ LedgerDialog }) => LedgerDialog), { ssr: false })

interface MatrixInputProps extends InputProps {
  /** undefined: a new product, whose opening stock is entered in the table. */
  product_id: number | undefined
  stocks: readonly StockedSku[]
  stored: Matrix | undefined
}

const noErrors: InputProps['errors'] = {}

/** In the preview of a change. */
const shownEffects = 8

/** false for the SKU number and the barcode, which must differ between SKUs. */
const isFillable = (name: ColumnName) => name !== 'sku_no' && name !== 'barcode'

/** Cells are filled for several rows, and pasted from a spreadsheet. Stock of an existing product needs a dialog. */
export default function MatrixInput({ product_id, stocks, stored, ...input }: MatrixInputProps) {
  const { path, label, description, error, errors, disabled, values, onChange } = input
  const t = useTranslations('catalogue.matrix')
  const can = useCan()
  const table = useRef<HTMLTableElement>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [fills, setFills] = useState<Partial<Record<ColumnName, string>>>({})
  const [message, setMessage] = useState('')
  const [adjusting, setAdjusting] = useState<{ sku_id: number; name: string; opener: Element | null }>()
  const [isLedgerOpen, setLedgerOpen] = useState(false)
  const matrix = matrixIn(values)
  const { specs, skus } = matrix
  const columns = useColumns()
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
  const adjust = useCallback(
    (sku_id: number, name: string) => setAdjusting({ sku_id, name, opener: document.activeElement }),
    [],
  )

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
    setMessage(t('filled', { count: pending.reduce((sum, { changed }) => sum + changed.length, 0) }))
  }

  // Also on leaving the fill row, for example to press Save.
  const leaveFill = ({ currentTarget, relatedTarget }: FocusEvent<HTMLTableRowElement>) => {
    if (!currentTarget.contains(relatedTarget)) fill()
  }

  const paste = (event: ClipboardEvent<HTMLTableElement>) => {
    const { target } = event
    if (!(target instanceof HTMLElement) || disabled) return
    const { row, column } = target.dataset
    if (row === undefined || column === undefined) return
    const cells = cellsOf(event.clipboardData.getData('text/plain'))
    // A single cell is pasted as plain text by the browser.
    if (cells.length < 2 && (cells[0]?.length ?? 0) < 2) return
    event.preventDefault()
    const [firstRow, firstColumn] = [Number(row), columns.findIndex(({ name }) => name === column)]
    let written = 0
    const next = skus.map((sku, index) => {
      const pasted = (cells[index - firstRow] ?? []).flatMap((text, at) => {
        const name = columns[firstColumn + at]?.name
        return name && isEntered(name) ? [[name, parseCell(name, text)] as const] : []
      })
      written += pasted.length
      return { ...sku, ...Object.fromEntries(pasted) }
    })
    onChange(next)
    const total = cells.reduce((sum, line) => sum + line.length, 0)
    setMessage(t('pasted', { count: written, ignored: total - written }))
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
        <span role="status">{effects.length > 0 ? effects.join(' ') : message}</span>
        {!disabled && missing > 0 && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} stroke={2} aria-hidden="true" />}
            onClick={() => onChange(withAllCombinations(matrix, stored).skus)}
          >
            {t('addMissing', { count: missing })}
          </Button>
        )}
        {!disabled && chosen.length > 0 && chosen.length < skus.length && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconTrash size={14} stroke={1.8} aria-hidden="true" />}
            onClick={remove}
          >
            {t('remove', { count: chosen.length })}
          </Button>
        )}
        {product_id !== undefined && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconHistory size={14} stroke={1.8} aria-hidden="true" />}
            onClick={() => setLedgerOpen(true)}
          >
            {t('ledger')}
          </Button>
        )}
      </div>
      <div className={classes.matrixFrame}>
        <table
          ref={table}
          className={classes.matrix}
          onPaste={paste}
          onKeyDown={(event: KeyboardEvent<HTMLTableElement>) =>
            moveFocus(
              event,
              columns.map(({ name }) => name),
            )
          }
        >
          <caption className={classes.visuallyHidden}>{label}</caption>
          <thead>
            <tr>
              <th scope="col" className={classes.check}>
                <input
                  type="checkbox"
                  aria-label={t('selectAll')}
                  checked={chosen.length === skus.length}
                  onChange={({ currentTarget }) => setSelected(new Set(currentTarget.checked ? skus.map(keyOf) : []))}
                />
              </th>
              <th scope="col" className={classes.skuName}>
                {specs.map(({ name }) => name).join(' / ') || t('sku')}
              </th>
              {columns.map(({ name, label: text }) => (
                <th key={name} scope="col" data-kind={kinds[name]}>
                  {text}
                </th>
              ))}
            </tr>
            {!disabled && skus.length > 1 && (
              <tr className={classes.fillRow} onBlur={leaveFill}>
                <td className={classes.check} />
                <td className={classes.skuName}>
                  <Button size="compact-xs" variant="light" onClick={fill}>
                    {chosen.length > 0
                      ? t('fillSelected', { count: chosen.length })
                      : t('fillAll', { count: skus.length })}
                  </Button>
                </td>
                {columns.map(({ name, label: text }) => (
                  <td key={name}>
                    {isFillable(name) && isEntered(name) && (
                      <FillInput
                        name={name}
                        label={t('fillLabel', { column: text })}
                        value={fills[name] ?? ''}
                        onChange={(entered) => setFills({ ...fills, [name]: entered })}
                        onEnter={fill}
                      />
                    )}
                  </td>
                ))}
              </tr>
            )}
          </thead>
          {groups.map((group) => (
            <tbody key={group.key}>
              {group.name !== undefined && (
                <tr className={classes.group}>
                  <td className={classes.check}>
                    <input
                      type="checkbox"
                      aria-label={t('selectGroup', { name: group.name })}
                      checked={group.members.every(({ sku }) => selected.has(keyOf(sku)))}
                      onChange={({ currentTarget }) => {
                        for (const { sku } of group.members) select(keyOf(sku), currentTarget.checked)
                      }}
                    />
                  </td>
                  <th scope="rowgroup" colSpan={columns.length + 1}>
                    {group.image_url && <Picture url={group.image_url} size={24} />}
                    {group.name}
                  </th>
                </tr>
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
                  onAdjust={can('product.stock') ? adjust : undefined}
                />
              ))}
            </tbody>
          ))}
        </table>
      </div>
      {adjusting && product_id !== undefined && (
        <StockDialog
          product_id={product_id}
          sku_id={adjusting.sku_id}
          name={adjusting.name}
          stock={stockOf.get(adjusting.sku_id)?.stock ?? 0}
          onClose={() => {
            const { opener } = adjusting
            setAdjusting(undefined)
            // Focus moves in the next frame, after the dialog is removed.
            if (opener instanceof HTMLElement) requestAnimationFrame(() => opener.focus())
          }}
        />
      )}
      {isLedgerOpen && product_id !== undefined && (
        <LedgerDialog product_id={product_id} onClose={() => setLedgerOpen(false)} />
      )}
    </FieldGroup>
  )
}

interface Group {
  key: string
  /** The value of the first spec. undefined: no groups. */
  name: string | undefined
  image_url: string | null
  members: { sku: FormSku; index: number }[]
}

/** By the value of the first spec. One group for fewer than two specs. */
function groupsOf({ specs, skus }: Matrix): Group[] {
  const members = skus.map((sku, index) => ({ sku, index }))
  const [first, second] = specs.filter(({ values }) => values.length > 0)
  if (!first || !second) return [{ key: 'all', name: undefined, image_url: null, members }]
  return first.values.flatMap(({ key, name, image_url = null }) => {
    const own = members.filter(({ sku }) => sku.at[first.key] === key)
    return own.length > 0 ? [{ key: String(key), name, image_url, members: own }] : []
  })
}

/** By the path within the row. Without messages, the same object, so that the memoized row does not render again. */
function errorsBelow(errors: InputProps['errors'], prefix: string): InputProps['errors'] {
  const own = Object.entries(errors).filter(([field]) => field.startsWith(prefix))
  return own.length > 0 ? Object.fromEntries(own.map(([field, text]) => [field.slice(prefix.length), text])) : noErrors
}
