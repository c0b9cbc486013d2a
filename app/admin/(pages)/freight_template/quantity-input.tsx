'use client'

import { useTranslations } from 'next-intl'
import { attributesOf, type InputProps } from '@/components/admin/resource-form/field'
import { IntegerInput } from '@/components/ui/integer-input'
import { useCharge } from './template-values'

interface QuantityInputProps extends InputProps {
  name: 'first' | 'next'
}

/** The label names the unit: pieces or grams. */
export function QuantityInput({ name, ...input }: QuantityInputProps) {
  const t = useTranslations('freight_template.quantity')
  const label = t(`${name}.${useCharge()}`)
  return <IntegerInput {...attributesOf({ ...input, label })} min={1} value={input.value} onChange={input.onChange} />
}
