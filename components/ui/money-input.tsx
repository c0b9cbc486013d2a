'use client'

import { InputBase, type TextInputProps } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type ComponentProps, useState } from 'react'
import { fenOf, yuanOf } from '@/lib/kit/money'

interface Amount {
  /** A number is in fen. A text is an invalid amount, shown unchanged. Any other value is an empty field. */
  value: unknown
  /** In fen, or the trimmed text if it is no amount. */
  onChange: (value: number | string) => void
}

type MoneyInputProps = Amount & Omit<TextInputProps, 'value' | 'onChange'>

/** The text is in yuan. If it is no amount, it stays in the field with an error. */
export function MoneyInput({ value, onChange, error, ...attributes }: MoneyInputProps) {
  const t = useTranslations('form')
  const isWrong = typeof value === 'string' && value !== ''
  return (
    <InputBase
      {...attributes}
      component={AmountInput}
      error={isWrong ? t('notAnAmount') : error}
      value={value}
      onChange={onChange}
    />
  )
}

type AmountInputProps = Amount & Omit<ComponentProps<'input'>, 'value' | 'onChange'>

export function AmountInput({ value, onChange, onBlur, ...attributes }: AmountInputProps) {
  /** While the user is typing, `12.` must not become `12.00`. */
  const [typed, setTyped] = useState<string>()
  const text = textOf(value)
  return (
    <input
      inputMode="decimal"
      maxLength={64}
      {...attributes}
      type="text"
      autoComplete="off"
      // The typed text is shown only while it matches the value, which a restored draft can change.
      value={typed !== undefined && textOf(amountIn(typed)) === text ? typed : text}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(amountIn(currentTarget.value))
      }}
      onBlur={(event) => {
        setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}

const textOf = (value: unknown) => (typeof value === 'number' ? yuanOf(value) : typeof value === 'string' ? value : '')

/** In fen, or the trimmed text if it is no amount. */
const amountIn = (text: string): number | string => fenOf(text) ?? text.trim()
