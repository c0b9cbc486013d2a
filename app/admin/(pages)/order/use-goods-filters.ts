'use client'

import { useTranslations } from 'next-intl'
import { useMayOpen } from '@/components/admin/frame/admin-context'
import type { Option, RecordFilter } from '@/components/admin/resource-table/declaration'
import { useLinkedFilters } from '@/components/admin/resource-table/use-linked-filters'
import { listPath } from '@/lib/server/admin/record-path'
import { send } from '@/lib/server/client'

const asOption = ({ id, name }: { id: number; name: string }): Option => ({ value: String(id), label: name })

const search = async (q: string) =>
  (await send('GET /cms/product', { query: { size: 20, ...(q && { q }) } })).items.map(asOption)

const find = async (id: number) => asOption(await send('GET /cms/product/{id}', { params: { id } }))

/**
 * The filters of orders by product and by SKU. Users who may open the list of products can search for a product. For
 * other users, and for SKUs, a filter appears only after a link has set it, and can only be removed.
 */
export function useGoodsFilters(): RecordFilter[] {
  const t = useTranslations('sale')
  const linked = useLinkedFilters()
  const maySeeProducts = useMayOpen()(listPath('product'))
  return [
    ...(maySeeProducts
      ? [{ kind: 'record' as const, name: 'product_id', label: t('byProduct'), known: [], search, find }]
      : linked('product_id', t('byProduct'), numbered)),
    ...linked('sku_id', t('bySku'), numbered),
  ]
}

const numbered = (id: string): Option[] => [{ value: id, label: `#${id}` }]
