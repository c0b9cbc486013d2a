'use client'

import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import type { KeyboardEvent } from 'react'
import { MoneyInput } from '@/components/ui/money-input'
import { type ColumnName, kinds, parseCell, textOfCell } from './cells'
import type { CellValue } from './matrix'

interface FillInputProps {
  name: ColumnName
  label: string
  value: CellValue
  onChange: (value: CellValue) => void
  onEnter: () => void
}

/** An input of a column whose value fills several rows. */
export default function FillInput({ name, label, value, onChange, onEnter }: FillInputProps) {
  const t = useTranslations('catalogue.matrix')
  if (kinds[name] === 'boolean') {
    return (
      <NativeSelect
        size="xs"
        aria-label={label}
        value={value === null ? '' : value === true ? 'yes' : 'no'}
        data={[
          { value: '', label: '–' },
          { value: 'yes', label: t('yes') },
          { value: 'no', label: t('no') },
        ]}
        onChange={({ currentTarget }) => onChange(parseCell(name, currentTarget.value))}
      />
    )
  }
  const attributes = {
    size: 'xs',
    'aria-label': label,
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      onEnter()
    },
  }
  if (kinds[name] === 'money') return <MoneyInput {...attributes} value={value} onChange={onChange} />
  return (
    <TextInput
      {...attributes}
      inputMode="numeric"
      value={textOfCell(name, value)}
      onChange={({ currentTarget }) => onChange(parseCell(name, currentTarget.value))}
    />
  )
}
