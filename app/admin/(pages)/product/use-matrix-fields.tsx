'use client'

import { Skeleton } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import type { Field } from '@/components/admin/resource-form/field'
import { yuanOf } from '@/lib/kit/money'
import type { Answer } from '@/lib/server/client'
import { matrixIn, matrixOf } from './matrix'

const SpecsInput = dynamic(() => import('./specs-input'), { loading: () => <Skeleton height={120} /> })
const SkuTable = dynamic(() => import('./sku-table'), { loading: () => <Skeleton height={240} /> })
const MatrixInput = dynamic(() => import('./matrix-input'), { loading: () => <Skeleton height={240} /> })

const price = (value: unknown) => (typeof value === 'number' ? yuanOf(value) : String(value ?? ''))

/** The specifications, and the SKUs of their combinations. */
export function useMatrixFields(record: Answer<'GET /cms/product/{id}'> | undefined): Field<'specs' | 'skus'>[] {
  const t = useTranslations('catalogue')
  const stored = useMemo(() => record && matrixOf(record.specs, record.skus), [record])
  const stocks = record?.skus ?? []
  return [
    {
      name: 'specs',
      label: t('specs.label'),
      help: t('specs.help'),
      fields: [
        { name: 'name', label: t('specs.name') },
        { name: 'default_value', label: t('specs.default') },
        { name: 'values', label: t('specs.values'), fields: [{ name: 'name', label: t('specs.name') }] },
      ],
      format: (specs) =>
        matrixIn({ specs })
          .specs.map(({ name, values }) =>
            t('specs.summary', { name, values: values.map((value) => value.name).join(', ') }),
          )
          .join('; '),
      render: (input) => <SpecsInput {...input} stored={stored} />,
    },
    {
      name: 'skus',
      label: t('matrix.label'),
      help: record ? t('matrix.help') : t('matrix.helpNew'),
      fields: useSkuFields(),
      rowName: ({ values }) => (Array.isArray(values) ? values.join(' / ') : ''),
      read: (values) => <SkuTable values={values} stocks={stocks} />,
      render: (input) => <MatrixInput {...input} product_id={record?.id} stocks={stocks} stored={stored} />,
    },
  ]
}

/** Label error messages and lists of changes. */
function useSkuFields(): Field<string>[] {
  const t = useTranslations('catalogue.column')
  return [
    { name: 'price', label: t('price'), format: price },
    { name: 'stock', label: t('stock') },
    { name: 'market_price', label: t('market_price'), format: price },
    { name: 'cost', label: t('cost'), format: price },
    { name: 'sku_no', label: t('sku_no') },
    { name: 'barcode', label: t('barcode') },
    { name: 'external_id', label: t('external_id') },
    { name: 'weight_g', label: t('weight_g') },
    { name: 'enabled', label: t('enabled') },
  ]
}
