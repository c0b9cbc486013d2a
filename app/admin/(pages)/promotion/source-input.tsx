'use client'

import { useTranslations } from 'next-intl'
import { attributesOf, type InputProps } from '@/components/admin/resource-form/field'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { Choice } from '@/components/ui/choice'

/**
 * Returns the ways in which customers get a promotion, as options: automatically (an empty value), or with a coupon
 * from one of the sources.
 */
export function useSourceOptions(chosen?: string | null) {
  const t = useTranslations('promotion')
  return [{ value: '', label: t('byItself') }, ...useDictionaryOptions('coupon_source', chosen ?? undefined)]
}

/**
 * An input for the way in which customers get a promotion. A change resets the limit per customer: for a promotion with
 * coupons, this limit counts coupons, for other promotions it counts orders.
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
