'use client'

import { Button, Group } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import { importPath } from '@/components/admin/import/import-path'
import type { InputProps } from '@/components/admin/resource-form/field'
import { FieldGroup } from '@/components/admin/resource-form/inputs/field-group'
import { IntegerInput } from '@/components/ui/integer-input'
import { Link } from '@/components/ui/link'
import { MoneyInput } from '@/components/ui/money-input'
import type { FoundProduct } from '../find-products'
import { readPrices } from '../product/bulk-prices'
import { SkuTable } from '../sku-table'
import type { Promotion } from './result'
import { dealRows, type Values } from './terms'

/** Products that are added at once. */
const most = 100

/** Stored or just added. */
export interface DealSku extends Pick<Promotion['skus'][number], 'sku_id' | 'name' | 'spec_text' | 'regular_price'> {
  /** At the deal price. Undefined: not saved yet. */
  sold?: number
}

/** With names and regular prices, by id. */
interface KnownSkus {
  skus: ReadonlyMap<unknown, DealSku>
  add: (skus: readonly DealSku[]) => void
}

/** Stored, or added in the form. */
export function useKnownSkus(record: Promotion | undefined): KnownSkus {
  const [added, setAdded] = useState<readonly DealSku[]>([])
  const skus = new Map([...added, ...(record?.skus ?? [])].map((sku) => [sku.sku_id, sku]))
  return { skus, add: (more) => setAdded((before) => [...before, ...more]) }
}

/** Product and options, or the id of an unknown SKU. */
export const nameOfRow = ({ sku_id }: Values, { skus }: KnownSkus): string => {
  const sku = skus.get(sku_id)
  return sku ? [sku.name, sku.spec_text].filter(Boolean).join(' ') : `#${sku_id}`
}

interface PricesInputProps extends InputProps {
  known: KnownSkus
  /** Of a deal that has begun: prices cannot change, and pieces can only grow. */
  begun: Promotion['skus'] | undefined
  /** The saved deal. */
  record: Promotion | undefined
}

/** Adding a product adds all its SKUs. */
export function PricesInput(props: PricesInputProps) {
  const { path, value, onChange, label, description, error, errors, disabled, known, begun, record } = props
  const t = useTranslations('promotion.deal')
  const format = useFormatter()
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
          sku_id: sku.id,
          name,
          spec_text: sku.spec_values.join(' / '),
          regular_price: sku.price,
        }),
      ),
    )
    known.add(skus)
    const added = skus.filter(({ sku_id }) => !rows.some((row) => row.sku_id === sku_id))
    onChange([...rows, ...added.map(({ sku_id }) => ({ sku_id, price: '', quota: null }))])
  }
  const skuOf = ({ sku_id }: Values) => known.skus.get(sku_id)
  const beforeOf = ({ sku_id }: Values) => begun?.find((one) => one.sku_id === sku_id)
  const attributesOf = (row: Values, at: number, field: 'price' | 'quota') => ({
    'data-field': `${path}.${at}.${field}`,
    'aria-label': t('cell', { name: nameOfRow(row, known), column: t(field) }),
    error: errors[`${path}.${at}.${field}`],
    value: row[field],
    onChange: (given: unknown) => edit(at, { [field]: given }),
  })
  const isTooHigh = (row: Values) => {
    const sku = skuOf(row)
    return typeof row.price === 'number' && sku !== undefined && row.price >= sku.regular_price && !isFixed
  }
  return (
    <FieldGroup path={path} label={label} description={description} error={error} required>
      <SkuTable
        path={path}
        rows={rows}
        errors={errors}
        isFixed={isFixed}
        most={most}
        onAdd={add}
        nameOf={(row) => nameOfRow(row, known)}
        onRemove={(row) => onChange(rows.filter((one) => one !== row))}
        texts={{
          sku: t('sku'),
          none: t('none'),
          add: t('add'),
          failed: t('failed'),
          remove: (name) => t('remove', { name }),
        }}
        columns={[
          {
            label: t('regularPrice'),
            kind: 'money',
            render: (row) => {
              const sku = skuOf(row)
              return sku && format.number(sku.regular_price / 100, 'price')
            },
          },
          {
            label: t('price'),
            render: (row, at) => (
              <MoneyInput
                {...attributesOf(row, at, 'price')}
                {...(isTooHigh(row) && { error: t('notLower') })}
                miw="5rem"
                required
                disabled={isFixed}
              />
            ),
          },
          {
            label: t('quota'),
            render: (row, at) => (
              <IntegerInput
                {...attributesOf(row, at, 'quota')}
                miw="4.5rem"
                hideControls
                min={beforeOf(row)?.quota ?? 1}
                placeholder={t('any')}
                disabled={disabled || beforeOf(row)?.quota === null}
              />
            ),
          },
          ...(isSaved
            ? [
                {
                  label: t('sold'),
                  kind: 'number' as const,
                  render: (row: Values) => {
                    const sold = skuOf(row)?.sold
                    return sold !== undefined && format.number(sold)
                  },
                },
              ]
            : []),
        ]}
      />
      {record?.gives === 'deal' && <DealFiles id={record.id} />}
    </FieldGroup>
  )
}

/** Of the saved deal, so without changes in the form. */
function DealFiles({ id }: { id: number }) {
  const t = useTranslations('promotion.deal')
  const locale = useLocale()
  if (!useCan()('promotion.update')) return null
  return (
    <Group gap="xs" mt="xs">
      <Button
        component="a"
        href={`/cms/promotion/${id}/sku?format=xlsx&labels=${locale}`}
        download
        variant="default"
        size="xs"
        leftSection={<IconDownload size={14} stroke={1.8} aria-hidden="true" />}
      >
        {t('download')}
      </Button>
      <Button
        component={Link}
        href={importPath({ kind: 'promotion', promotion: String(id) })}
        prefetch={false}
        variant="default"
        size="xs"
        leftSection={<IconUpload size={14} stroke={1.8} aria-hidden="true" />}
      >
        {t('import')}
      </Button>
    </Group>
  )
}
