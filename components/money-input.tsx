'use client'

import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { fenOf, yuanOf } from '@/lib/yuan'

interface MoneyInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** In fen; a text that is no amount; anything else is empty. */
  value: unknown
  /** Gets the fen, or the text if it is empty or no amount. */
  onChange: (value: number | string) => void
}

/** An amount in fen, entered in yuan. What is no amount stays in the field, which says so. */
export function MoneyInput({ value, onChange, error, ...attributes }: MoneyInputProps) {
  const t = useTranslations('form')
  const [text, setText] = useState(() => textOf(value))
  // The form has got another value than the one that was typed.
  const isOurs = value === enteredIn(text) || (value === undefined && text === '')
  const shown = isOurs ? text : textOf(value)
  return (
    <TextInput
      error={typeof enteredIn(shown) === 'string' && shown.trim() !== '' ? t('notAnAmount') : error}
      inputMode="decimal"
      autoComplete="off"
      {...attributes}
      value={shown}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        onChange(enteredIn(currentTarget.value))
      }}
    />
  )
}

const textOf = (value: unknown) => (typeof value === 'number' ? yuanOf(value) : typeof value === 'string' ? value : '')

/** The fen of a text; the text itself if it is empty or no amount. */
const enteredIn = (text: string): number | string => fenOf(text) ?? text
