'use client'

import { useTranslations } from 'next-intl'
import { attributesOf, type InputProps } from '@/components/admin/resource-form/field'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { Choice } from '@/components/ui/choice'

/** Empty: automatically; else with a coupon from the source. */
export function useSourceOptions(chosen?: string | null) {
  const t = useTranslations('promotion')
  return [{ value: '', label: t('byItself') }, ...useDictionaryOptions('coupon_source', chosen ?? undefined)]
}

/** A change resets the limit per customer, which counts coupons or, without them, orders. */
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
