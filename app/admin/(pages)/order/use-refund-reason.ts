'use client'

import { useDictionary } from '@/components/admin/frame/admin-context'
import type { Order } from './record'

type Told = Pick<Order['refunds'][number], 'reason_code' | 'note'>

/** Says why a refund was made, and what staff have noted about it; empty where nothing was said. */
export function useRefundReason(): (refund: Told) => string {
  // Of a return request, the reason is the customer's.
  const known = [...useDictionary('refund_reason'), ...useDictionary('after_sale_reason')]
  return ({ reason_code, note }) => {
    const label = known.find(({ value }) => value === reason_code)?.label ?? reason_code
    return [label, note].filter(Boolean).join(' · ')
  }
}
