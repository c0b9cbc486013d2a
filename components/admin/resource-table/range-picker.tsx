'use client'

import { Button, Stack, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { MoneyInput } from '@/components/ui/money-input'

interface RangePickerProps {
  /** `prices` are typed in yuan. */
  kind: 'prices' | 'numbers'
  /** Inclusive: whole numbers, or prices in fen. */
  from: string | undefined
  until: string | undefined
  onChange: (from: string | null, until: string | null) => void
}

const maximum = 999_999_999

/** null: empty; undefined: invalid. */
function endOf(entered: number | string): string | null | undefined {
  if (entered === '') return null
  return typeof entered === 'string' || entered < 0 || entered > maximum ? undefined : String(entered)
}

/** Either end may be left empty. */
export default function RangePicker({ kind, from, until, onChange }: RangePickerProps) {
  const t = useTranslations('table')
  const [lowest, setLowest] = useState(from ? Number(from) : '')
  const [highest, setHighest] = useState(until ? Number(until) : '')
  const [isChecked, setChecked] = useState(false)
  const texts =
    kind === 'prices'
      ? { lowest: t('lowestPrice'), highest: t('highestPrice'), wrong: t('notAPrice') }
      : { lowest: t('lowestNumber'), highest: t('highestNumber'), wrong: t('notANumber') }
  const EndInput = kind === 'prices' ? MoneyInput : WholeInput
  const errorOf = (entered: number | string) => (isChecked && endOf(entered) === undefined ? texts.wrong : undefined)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        const [first, last] = [endOf(lowest), endOf(highest)]
        if (first !== undefined && last !== undefined) onChange(first, last)
      }}
    >
      <Stack gap="xs">
        <EndInput data-autofocus label={texts.lowest} value={lowest} error={errorOf(lowest)} onChange={setLowest} />
        <EndInput label={texts.highest} value={highest} error={errorOf(highest)} onChange={setHighest} />
        <Button type="submit" size="xs">
          {t('apply')}
        </Button>
      </Stack>
    </form>
  )
}

interface WholeInputProps {
  label: string
  value: number | string
  error: string | undefined
  /** The text if empty or invalid. */
  onChange: (value: number | string) => void
}

function WholeInput({ value, onChange, ...attributes }: WholeInputProps) {
  return (
    <TextInput
      {...attributes}
      inputMode="numeric"
      value={value}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value.trim()
        onChange(/^\d{1,9}$/.test(text) ? Number(text) : text)
      }}
    />
  )
}
