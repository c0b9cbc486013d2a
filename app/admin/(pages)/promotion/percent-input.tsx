'use client'

import { TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { attributesOf, type InputProps } from '@/components/admin/resource-form/field'
import { percentOf, permilleOf } from './percent'

/** Typed in percent; the value is in thousandths. An invalid text is refused when the form is sent. */
export function PercentInput(input: InputProps) {
  const t = useTranslations('promotion')
  /** Until the field loses the focus: `12.` must not become `12` during typing. */
  const [typed, setTyped] = useState<string>()
  const { value, onChange, error } = input
  const isWrong = typeof value === 'string' && value !== ''
  const text = textOf(value)
  return (
    <TextInput
      {...attributesOf(input)}
      error={isWrong ? t('tier.notAPercentage') : error}
      inputMode="decimal"
      autoComplete="off"
      maxLength={64}
      value={typed !== undefined && textOf(valueIn(typed)) === text ? typed : text}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(valueIn(currentTarget.value))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

const textOf = (value: unknown) =>
  typeof value === 'number' ? percentOf(value) : typeof value === 'string' ? value : ''

const valueIn = (text: string): number | string => permilleOf(text) ?? text.trim()
