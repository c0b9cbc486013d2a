'use client'

import { attributesOf, type InputProps, type Option } from '@/components/admin/resource-form/field'
import { Choice } from '@/components/ui/choice'
import { isDeal } from './terms'

/**
 * The type of a promotion. A deal applies by itself, is not combined with others by default, and counts pieces per
 * customer instead of orders, so these fields start over.
 */
export function GivesInput({ options, ...input }: InputProps & { options: readonly Option[] }) {
  const { value, values, change } = input
  return (
    <Choice
      {...attributesOf(input)}
      data={options}
      value={typeof value === 'string' ? value : null}
      onChange={(gives) =>
        change({
          gives,
          ...(isDeal({ gives }) !== isDeal(values) && {
            exclusive: isDeal({ gives }),
            coupon_source: null,
            per_customer: null,
          }),
        })
      }
    />
  )
}
