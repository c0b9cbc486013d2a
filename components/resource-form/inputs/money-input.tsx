'use client'

import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { fenOf, yuanOf } from '@/lib/yuan'
import { attributesOf, type InputProps } from '../field'

interface MoneyInputProps extends InputProps {
  /** Further attributes of the input, such as a placeholder. */
  attributes?: TextInputProps
}

/** An amount in fen, entered in yuan. What is no amount stays in the field, and is refused when it is sent. */
export default function MoneyInput({ attributes, ...input }: MoneyInputProps) {
  const t = useTranslations('form')
  const { value, onChange } = input
  const [text, setText] = useState(() => textOf(value))
  // The form has got another value than the one that was typed.
  const isOurs = value === enteredIn(text) || (value === undefined && text === '')
  const shown = isOurs ? text : textOf(value)
  return (
    <TextInput
      {...attributesOf(input)}
      error={typeof enteredIn(shown) === 'string' && shown.trim() !== '' ? t('notAnAmount') : input.error}
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
