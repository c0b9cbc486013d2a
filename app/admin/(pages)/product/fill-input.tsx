'use client'

import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type ColumnName, fillOf, kinds } from './cells'

interface FillInputProps {
  name: ColumnName
  label: string
  /** As typed. */
  value: string
  onChange: (value: string) => void
  onEnter: () => void
}

/** A value or a change for the selected rows. */
export default function FillInput({ name, label, value, onChange, onEnter }: FillInputProps) {
  const t = useTranslations('catalogue.matrix')
  if (kinds[name] === 'boolean') {
    return (
      <NativeSelect
        size="xs"
        aria-label={label}
        value={value}
        data={[
          { value: '', label: '–' },
          { value: 'yes', label: t('yes') },
          { value: 'no', label: t('no') },
        ]}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      size="xs"
      aria-label={label}
      // The numeric keyboard of a phone has no signs.
      inputMode="text"
      autoComplete="off"
      maxLength={64}
      value={value}
      error={value.trim() !== '' && !fillOf(name, value) && t('fillRefused')}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        onEnter()
      }}
    />
  )
}
