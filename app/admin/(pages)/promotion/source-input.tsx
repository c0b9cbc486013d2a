'use client'

import { useTranslations } from 'next-intl'
import { attributesOf, type InputProps } from '@/components/admin/resource-form/field'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { Choice } from '@/components/ui/choice'

/** The ways to get a promotion as options: automatically (an empty value), or with a coupon. */
export function useSourceOptions(chosen?: string | null) {
  const t = useTranslations('promotion')
  return [{ value: '', label: t('byItself') }, ...useDictionaryOptions('coupon_source', chosen ?? undefined)]
}

/**
 * An input for the way to get a promotion. A change resets the limit per customer, which counts coupons for a promotion
 * with coupons, and orders for other promotions.
 */
export function SourceInput(input: InputProps) {
  const { value, change } = input
  const source = typeof value === 'string' ? value : ''
  return (
    <Choice
      {...attributesOf(input)}
      data={useSourceOptions(source)}
      value={source}
      onChange={(next) =>
        change({
          coupon_source: next || null,
          ...((next === '') !== (source === '') && { per_customer: next === '' ? null : 1 }),
        })
      }
    />
  )
}
