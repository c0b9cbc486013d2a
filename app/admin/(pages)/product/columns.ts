'use client'

import { useTranslations } from 'next-intl'
import { useCan } from '@/components/admin/frame/admin-context'
import type { ColumnName } from './cells'

/** Without columns hidden from this user. */
export function useColumns() {
  const t = useTranslations('catalogue.column')
  const can = useCan()
  const labels: Record<ColumnName, string> = {
    price: t('price'),
    stock: t('stock'),
    market_price: t('market_price'),
    cost: t('cost'),
    sku_no: t('sku_no'),
    barcode: t('barcode'),
    external_id: t('external_id'),
    weight_g: t('weight_g'),
    enabled: t('enabled'),
  }
  const names: readonly ColumnName[] = [
    'price',
    'stock',
    'market_price',
    ...(can('product.cost') ? (['cost'] as const) : []),
    'sku_no',
    'barcode',
    'external_id',
    'weight_g',
    'enabled',
  ]
  return names.map((name) => ({ name, label: labels[name] }))
}
