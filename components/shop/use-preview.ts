'use client'

import { useRead } from '@/components/ui/use-read'
import { send } from '@/lib/server/client'
import type { CartLine } from './cart-sums'
import { useCustomer } from './customer/provider'

type Line = Pick<CartLine, 'sku_id' | 'count' | 'price'> & { deal: { price: number } | null }

/** Without a coupon. undefined: none, or failed. `isCurrent` false: for earlier lines, counts or prices. */
export function usePreview(lines: readonly Line[]) {
  const { token, asCustomer } = useCustomer()
  // Prices change, for example at the end of a deal.
  const key = JSON.stringify([
    token,
    lines.map(({ sku_id, count, price, deal }) => [sku_id, count, price, deal?.price]),
  ])
  const read = async () => {
    const body = { items: lines.map(({ sku_id, count }) => ({ sku_id, count })) }
    return { key, preview: await asCustomer((token) => send('POST /v1/order/preview', { body, token })) }
  }
  const { value } = useRead(lines.length > 0 ? read : undefined, key)
  return lines.length > 0 && value ? { ...value.preview, isCurrent: value.key === key } : undefined
}
