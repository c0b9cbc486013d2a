import dynamic from 'next/dynamic'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import type { InputProps } from '@/components/admin/resource-form/field'
import { FieldGroup } from '@/components/admin/resource-form/inputs/field-group'
import { isRecord } from '@/components/admin/resource-form/schema-fields'
import { IntegerInput } from '@/components/ui/integer-input'
import { MoneyInput } from '@/components/ui/money-input'
import type { FoundProduct } from '../find-products'
import { readPrices, type SkuPrices } from '../product/bulk-prices'
import { SkuTable } from '../sku-table'

const SkuChoice = dynamic(() => import('./sku-choice'), { ssr: false })

/** Lines of an order. */
const most = 50

interface KnownSku extends SkuPrices {
  name: string
}

interface Offer {
  skus: readonly KnownSku[]
  resolve: (chosen: readonly number[] | undefined) => void
}

interface Row {
  sku_id: number
  count: unknown
  price: unknown
}

const rowsIn = (value: unknown): Row[] =>
  Array.isArray(value)
    ? value.flatMap((row) =>
        isRecord(row) && typeof row.sku_id === 'number'
          ? [{ sku_id: row.sku_id, count: row.count, price: row.price }]
          : [],
      )
    : []

/** A price is optional, instead of the regular one. */
export function GoodsInput({ path, value, onChange, label, error, errors, disabled }: InputProps) {
  const t = useTranslations('sale.new')
  const format = useFormatter()
  const can = useCan()
  const [known, setKnown] = useState<ReadonlyMap<number, KnownSku>>(new Map())
  const [offer, setOffer] = useState<Offer>()
  const rows = rowsIn(value)
  const edit = (at: number, changes: Partial<Row>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...changes } : row)))
  const add = async (products: readonly FoundProduct[]) => {
    const onSale = products.filter(({ status }) => status === 'on_sale')
    const prices = await readPrices(onSale.map(({ id }) => id))
    const skus = onSale.flatMap(({ id, name }) =>
      (prices.get(id) ?? [])
        .filter(({ enabled, stock }) => enabled && stock > 0)
        .map((sku): KnownSku => ({ ...sku, name })),
    )
    setKnown(new Map([...known, ...skus.map((sku) => [sku.id, sku] as const)]))
    if (skus.length === 0) throw new Error('no SKU is in stock')
    const isOne = ({ product_id }: KnownSku) => skus.filter((sku) => sku.product_id === product_id).length === 1
    const several = skus.filter((sku) => !isOne(sku))
    const chosen =
      several.length > 0
        ? await new Promise<Parameters<Offer['resolve']>[0]>((resolve) => setOffer({ skus: several, resolve }))
        : []
    if (!chosen) return
    const wanted = skus.filter((sku) => isOne(sku) || chosen.includes(sku.id))
    const added = wanted.filter(({ id }) => !rows.some(({ sku_id }) => sku_id === id))
    onChange([...rows, ...added.map(({ id }) => ({ sku_id: id, count: 1, price: '' }))].slice(0, most))
  }
  const nameOf = ({ sku_id }: Row) => {
    const sku = known.get(sku_id)
    return sku ? [sku.name, ...sku.spec_values].join(' ') : `#${sku_id}`
  }
  const attributesOf = (row: Row, at: number, field: 'count' | 'price') => ({
    'data-field': `${path}.${at}.${field}`,
    'aria-label': t('cell', { name: nameOf(row), column: t(field) }),
    error: errors[`${path}.${at}.${field}`],
    disabled,
    value: row[field],
    onChange: (given: unknown) => edit(at, { [field]: given }),
  })
  const isShort = ({ sku_id, count }: Row) => {
    const sku = known.get(sku_id)
    return sku !== undefined && typeof count === 'number' && count > sku.stock
  }
  const regularPrice = ({ sku_id }: Row) => {
    const sku = known.get(sku_id)
    return sku && format.number(sku.price / 100, 'price')
  }
  return (
    <FieldGroup path={path} label={label} description={undefined} error={error} required>
      <SkuTable
        path={path}
        rows={rows}
        nameOf={nameOf}
        errors={errors}
        most={most}
        onAdd={add}
        isFixed={disabled}
        onRemove={(row) => onChange(rows.filter((one) => one !== row))}
        texts={{
          sku: t('sku'),
          none: t('noGoods'),
          add: t('addGoods'),
          failed: t('goodsFailed'),
          remove: (name) => t('remove', { name }),
        }}
        columns={[
          {
            label: t('count'),
            render: (row, at) => (
              <IntegerInput
                {...attributesOf(row, at, 'count')}
                {...(isShort(row) && { error: t('short') })}
                miw="4rem"
                min={1}
              />
            ),
          },
          {
            label: t('price'),
            render: (row, at) =>
              can('order.update') ? (
                <MoneyInput {...attributesOf(row, at, 'price')} miw="5rem" placeholder={regularPrice(row)} />
              ) : (
                regularPrice(row)
              ),
          },
          {
            label: t('stock'),
            kind: 'number',
            render: ({ sku_id }) => {
              const sku = known.get(sku_id)
              return sku && format.number(sku.stock)
            },
          },
        ]}
      />
      {offer && (
        <SkuChoice
          skus={offer.skus}
          onClose={(chosen) => {
            setOffer(undefined)
            offer.resolve(chosen)
          }}
        />
      )}
    </FieldGroup>
  )
}
