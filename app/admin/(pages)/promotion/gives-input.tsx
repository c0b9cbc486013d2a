'use client'

import { attributesOf, type InputProps, type Option } from '@/components/admin/resource-form/field'
import { Choice } from '@/components/ui/choice'
import { isDeal } from './terms'

/** A change to or from a deal resets the coupon source, the limit per customer and the combination. */
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
