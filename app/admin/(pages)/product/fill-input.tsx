'use client'

import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type ColumnName, kinds } from './cells'

interface FillInputProps {
  name: ColumnName
  label: string
  text: string
  onText: (text: string) => void
  onEnter: () => void
}

/** What is entered for several rows. */
export default function FillInput({ name, label, text, onText, onEnter }: FillInputProps) {
  const t = useTranslations('catalogue.matrix')
  if (kinds[name] === 'boolean') {
    return (
      <NativeSelect
        size="xs"
        aria-label={label}
        value={text}
        data={[
          { value: '', label: '–' },
          { value: 'yes', label: t('yes') },
          { value: 'no', label: t('no') },
        ]}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      size="xs"
      aria-label={label}
      inputMode={kinds[name] === 'money' ? 'decimal' : 'numeric'}
      value={text}
      onChange={({ currentTarget }) => onText(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        onEnter()
      }}
    />
  )
}
