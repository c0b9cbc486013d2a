'use client'

import { useCustomer } from '@/components/shop/customer/provider'
import type { Product } from '@/components/shop/sku-choice'
import { usePreview } from '@/components/shop/use-preview'
import type { RefusedDeal } from '@/components/shop/use-refused-deal'
import { dealTerms } from '@/lib/pricing/deal-terms'

type Sku = Product['skus'][number]

/** For a signed-in customer, with the pieces that they have bought before. undefined: the deal applies to all pieces. */
export function useRefusal(
  sku: Sku | undefined,
  deal: Sku['deal'],
  count: number,
): Pick<RefusedDeal, 'reason' | 'pieces'> | undefined {
  const { token } = useCustomer()
  const isPersonal = token && sku && deal && deal.limit !== null && sku.stock >= count
  const preview = usePreview(isPersonal ? [{ sku_id: sku.id, count, price: sku.price, deal }] : [])
  if (!deal) return undefined
  if (preview?.isCurrent) return preview.refused_deals[0]
  const { pieces, refusal } = dealTerms({ ...deal, bought: 0 }, count)
  return refusal ? { reason: refusal, pieces: count - pieces } : undefined
}
