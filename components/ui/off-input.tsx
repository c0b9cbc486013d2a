'use client'

import { TextInput, type TextInputProps } from '@mantine/core'
import { useLocale } from 'next-intl'
import { useState } from 'react'
import { permilleOf, rateOf } from '@/lib/kit/off'

interface OffInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: unknown
  /** In thousandths off; the text, if it is no percentage. */
  onChange: (value: number | string) => void
  /** Shown for a text that is no percentage. */
  fault: string
}

/** Typed in percent off, in Chinese in tenths of the price (折). */
export function OffInput({ value, onChange, fault, error, onBlur, ...attributes }: OffInputProps) {
  const locale = useLocale()
  /** Until the field loses the focus: `12.` must not become `12` during typing. */
  const [typed, setTyped] = useState<string>()
  const textOf = (one: unknown) =>
    typeof one === 'number' ? String(rateOf(one, locale)) : typeof one === 'string' ? one : ''
  const valueIn = (text: string): number | string => permilleOf(text, locale) ?? text.trim()
  const text = textOf(value)
  return (
    <TextInput
      {...attributes}
      error={typeof value === 'string' && value !== '' ? fault : error}
      inputMode="decimal"
      autoComplete="off"
      maxLength={64}
      value={typed !== undefined && textOf(valueIn(typed)) === text ? typed : text}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(valueIn(currentTarget.value))
      }}
      onBlur={(event) => {
        setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}
