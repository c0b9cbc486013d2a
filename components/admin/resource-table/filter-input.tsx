'use client'

import { Button, Skeleton, Stack, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { ChoiceButton, ChoiceList } from './choice-list'
import type { Option, ShownFilter } from './declaration'
import { rememberName } from './use-record-name'

// Lazy-loaded: a calendar is large, and the filter is rarely opened.
const RangePicker = dynamic(() => import('./range-picker'), { ssr: false, loading: () => <Skeleton height={150} /> })
const RecordPicker = dynamic(() => import('./record-picker'), { ssr: false, loading: () => <Skeleton height={200} /> })
const SpanPicker = dynamic(() => import('./span-picker'), { ssr: false, loading: () => <Skeleton height={300} /> })

interface FilterInputProps {
  filter: ShownFilter
  activeFilters: Record<string, string>
  apply: (values: Record<string, string | null>) => void
}

export function FilterInput({ filter, activeFilters, apply }: FilterInputProps): ReactNode {
  const t = useTranslations('table')
  const [typed, setTyped] = useState(activeFilters[filter.name] ?? '')
  if (filter.kind === 'span') {
    return (
      <SpanPicker
        from={activeFilters[filter.name]}
        until={activeFilters[filter.until]}
        onChange={(from, until) => apply({ [filter.name]: from, [filter.until]: until })}
      />
    )
  }
  if (filter.kind === 'prices' || filter.kind === 'numbers') {
    return (
      <RangePicker
        kind={filter.kind}
        from={activeFilters[filter.name]}
        until={activeFilters[filter.until]}
        onChange={(from, until) => apply({ [filter.name]: from, [filter.until]: until })}
      />
    )
  }
  if (filter.kind === 'choice') {
    const choose = (next: string | null) => apply({ [filter.name]: next })
    return <Choices options={filter.options} chosen={activeFilters[filter.name]} onChoose={choose} />
  }
  if (filter.kind === 'record') {
    return (
      <RecordPicker
        {...filter}
        chosen={activeFilters[filter.name]}
        onChoose={(option) => {
          if (option) rememberName(filter, option.value, option.label)
          apply({ [filter.name]: option?.value ?? null })
        }}
      />
    )
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        apply({ [filter.name]: typed.trim() || null })
      }}
    >
      <Stack gap="xs">
        <TextInput
          data-autofocus
          size="sm"
          label={filter.label}
          value={typed}
          maxLength={256}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" size="xs">
          {t('apply')}
        </Button>
      </Stack>
    </form>
  )
}

interface ChoicesProps {
  options: readonly Option[]
  chosen: string | undefined
  onChoose: (value: string | null) => void
}

function Choices({ options, chosen, onChoose }: ChoicesProps) {
  return (
    <ChoiceList>
      {options.map(({ value, label }) => (
        <ChoiceButton key={value} isChosen={chosen === value} onClick={() => onChoose(chosen === value ? null : value)}>
          <span>{label}</span>
          {chosen === value && <IconCheck size={16} aria-hidden="true" />}
        </ChoiceButton>
      ))}
    </ChoiceList>
  )
}
