'use client'

import { ActionIcon, Button, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useFormatter, useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import type { InputProps } from '@/components/admin/resource-form/field'
import { FieldGroup } from '@/components/admin/resource-form/inputs/field-group'
import { IntegerInput } from '@/components/ui/integer-input'
import { MoneyInput } from '@/components/ui/money-input'
import { useAction } from '@/components/ui/use-action'
import type { FoundProduct } from '../find-products'
import { readPrices } from '../product/bulk-prices'
import classes from '../product/product.module.css'
import type { Promotion } from './result'
import { dealRows, type Values } from './terms'

// Loaded when products are added for the first time.
const ProductPicker = dynamic(() => import('../theme/product-picker'), { ssr: false })

/** The most products that are added at once. */
const most = 100

/** A SKU that a deal has or that was added to it. */
export interface DealSku extends Pick<Promotion['skus'][number], 'sku_id' | 'name' | 'spec_text' | 'regular_price'> {
  /** Undefined: not saved yet. */
  sold?: number
}

/** The SKUs by id, and a function that adds some. */
interface KnownSkus {
  skus: ReadonlyMap<unknown, DealSku>
  add: (skus: readonly DealSku[]) => void
}

/** The SKUs of a form: those of the record, and those of the products that were added since. */
export function useKnownSkus(record: Promotion | undefined): KnownSkus {
  const [added, setAdded] = useState<readonly DealSku[]>([])
  const skus = new Map([...added, ...(record?.skus ?? [])].map((sku) => [sku.sku_id, sku]))
  return { skus, add: (more) => setAdded((before) => [...before, ...more]) }
}

/** The name of a row: product and options, or the number of an unknown SKU. */
export const nameOfRow = ({ sku_id }: Values, { skus }: KnownSkus): string => {
  const sku = skus.get(sku_id)
  return sku ? [sku.name, sku.spec_text].filter(Boolean).join(' ') : `#${sku_id}`
}

interface PricesInputProps extends InputProps {
  known: KnownSkus
  /** The prices that the deal has, once it has begun: they stay, and pieces can only be added. */
  begun: Promotion['skus'] | undefined
}

/** The SKUs of a deal with their prices and pieces. Adding a product adds all its SKUs. */
export function PricesInput(props: PricesInputProps) {
  const { path, value, onChange, label, description, error, errors, disabled, known, begun } = props
  const t = useTranslations('promotion.deal')
  const format = useFormatter()
  const act = useAction()
  const addButton = useRef<HTMLButtonElement>(null)
  const [isPicking, setPicking] = useState(false)
  const rows = dealRows(value)
  const isFixed = disabled || begun !== undefined
  const isSaved = rows.some(({ sku_id }) => known.skus.get(sku_id)?.sold !== undefined)
  const edit = (at: number, changes: Values) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...changes } : row)))
  const add = async (products: readonly FoundProduct[]) => {
    const prices = await readPrices(products.map(({ id }) => id))
    const skus = products.flatMap(({ id, name }) =>
      (prices.get(id) ?? []).map(
        (sku): DealSku => ({
          ...{ sku_id: sku.id, name, spec_text: sku.spec_values.join(' / '), regular_price: sku.price },
        }),
      ),
    )
    known.add(skus)
    const added = skus.filter(({ sku_id }) => !rows.some((row) => row.sku_id === sku_id))
    onChange([...rows, ...added.map(({ sku_id }) => ({ sku_id, price: '', quota: null }))])
  }
  return (
    <FieldGroup {...{ path, label, description, error }} required>
      {rows.length > 0 && (
        <div className={classes.matrixFrame}>
          <table className={classes.matrix}>
            <thead>
              <tr>
                <th scope="col">{t('sku')}</th>
                <th scope="col" data-kind="money">
                  {t('regularPrice')}
                </th>
                <th scope="col">{t('price')}</th>
                <th scope="col">{t('quota')}</th>
                {isSaved && (
                  <th scope="col" data-kind="number">
                    {t('sold')}
                  </th>
                )}
                {!isFixed && <td />}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => {
                const name = nameOfRow(row, known)
                const sku = known.skus.get(row.sku_id)
                const before = begun?.find(({ sku_id }) => sku_id === row.sku_id)
                const attributesOf = (field: 'price' | 'quota') => ({
                  'data-field': `${path}.${at}.${field}`,
                  'aria-label': t('cell', { name, column: t(field) }),
                  error: errors[`${path}.${at}.${field}`],
                })
                const isTooHigh = typeof row.price === 'number' && sku && row.price >= sku.regular_price && !isFixed
                return (
                  <tr key={String(row.sku_id)}>
                    <th scope="row" className={classes.readName} data-field={`${path}.${at}.sku_id`} tabIndex={-1}>
                      {name}
                      {errors[`${path}.${at}.sku_id`] && (
                        <span className={classes.cellError}>{errors[`${path}.${at}.sku_id`]}</span>
                      )}
                    </th>
                    <td data-kind="money">{sku && format.number(sku.regular_price / 100, 'price')}</td>
                    <td>
                      <MoneyInput
                        {...attributesOf('price')}
                        miw="5rem"
                        {...(isTooHigh && { error: t('notLower') })}
                        required
                        disabled={isFixed}
                        value={row.price}
                        onChange={(price) => edit(at, { price })}
                      />
                    </td>
                    <td>
                      <IntegerInput
                        {...attributesOf('quota')}
                        miw="4.5rem"
                        hideControls
                        min={before?.quota ?? 1}
                        placeholder={t('any')}
                        disabled={disabled || before?.quota === null}
                        value={row.quota}
                        onChange={(quota) => edit(at, { quota })}
                      />
                    </td>
                    {isSaved && <td data-kind="number">{sku?.sold !== undefined && format.number(sku.sold)}</td>}
                    {!isFixed && (
                      <td>
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          aria-label={t('remove', { name })}
                          title={t('remove', { name })}
                          onClick={() => {
                            onChange(rows.filter((one) => one !== row))
                            addButton.current?.focus()
                          }}
                        >
                          <IconTrash size={16} stroke={1.6} aria-hidden="true" />
                        </ActionIcon>
                      </td>
                    )}
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('none')}
        </Text>
      )}
      {!isFixed && (
        <Button
          ref={addButton}
          variant="default"
          size="xs"
          mt="xs"
          leftSection={<IconPlus size={14} stroke={2} aria-hidden="true" />}
          onClick={() => setPicking(true)}
        >
          {t('add')}
        </Button>
      )}
      {isPicking && (
        <ProductPicker
          // A product whose SKUs were removed in part can be added again.
          present={[]}
          maximum={most}
          onClose={(products) => {
            setPicking(false)
            if (products.length > 0) void act(() => add(products), { failure: t('failed'), isLocal: true })
            // Focus moves in the next frame, after the dialog is removed.
            requestAnimationFrame(() => addButton.current?.focus())
          }}
        />
      )}
    </FieldGroup>
  )
}
