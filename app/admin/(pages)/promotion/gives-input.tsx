'use client'

import { attributesOf, type InputProps, type Option } from '@/components/admin/resource-form/field'
import { Choice } from '@/components/ui/choice'
import { isDeal } from './terms'

/**
 * An input for the type of a promotion. A change to or from a deal resets the source of coupons, the limit per customer
 * and the combination with other promotions.
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
