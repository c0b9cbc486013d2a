'use client'

import { InputBase, type TextInputProps } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type ComponentProps, useState } from 'react'
import { fenOf, yuanOf } from '@/lib/kit/money'

interface Amount {
  /** In fen; an invalid amount as text; other values are empty. */
  value: unknown
  /** Gets the fen, or the text if it is empty or invalid. */
  onChange: (value: number | string) => void
}

type MoneyInputProps = Amount & Omit<TextInputProps, 'value' | 'onChange'>

/**
 * An amount in fen, entered in yuan: the only such input of the admin. Invalid text stays in the field, which shows the
 * fault.
 */
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

/** The same without label and message, for the cells of a table. */
export function AmountInput({ value, onChange, onBlur, ...attributes }: AmountInputProps) {
  /** The typed text until the field is left, because `12.` is not `12.00` yet. */
  const [typed, setTyped] = useState<string>()
  const text = textOf(value)
  return (
    <input
      inputMode="decimal"
      maxLength={64}
      {...attributes}
      type="text"
      autoComplete="off"
      // The value can change from outside meanwhile, for example by a restored draft.
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

/** The fen of a text; the text itself if it is empty or invalid. */
const amountIn = (text: string): number | string => fenOf(text) ?? text.trim()
