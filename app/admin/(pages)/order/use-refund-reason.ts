'use client'

import { useDictionary } from '@/components/admin/frame/admin-context'
import type { Order } from './record'

type Told = Pick<Order['refunds'][number], 'reason_code' | 'note'>

/** Empty without a reason and note. */
export function useRefundReason(): (refund: Told) => string {
  // The refund of a return request has the customer's reason, from another dictionary.
  const known = [...useDictionary('refund_reason'), ...useDictionary('after_sale_reason')]
  return ({ reason_code, note }) => {
    const label = known.find(({ value }) => value === reason_code)?.label ?? reason_code
    return [label, note].filter(Boolean).join(' · ')
  }
}
