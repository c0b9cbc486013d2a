'use client'

import { Button, Stack, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { fenOf, yuanOf } from '@/lib/yuan'

interface RangePickerProps {
  /** `prices` are typed in yuan. */
  kind: 'prices' | 'numbers'
  /** Whole numbers, prices in fen; both inclusive. */
  from: string | undefined
  until: string | undefined
  onChange: (from: string | null, until: string | null) => void
}

const maximum = 999_999_999

const numberOf = {
  prices: fenOf,
  numbers: (text: string) => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : undefined),
}
const textOf = { prices: yuanOf, numbers: String }

/** A range of prices or numbers. Either end may be left empty. */
export default function RangePicker({ kind, from, until, onChange }: RangePickerProps) {
  const t = useTranslations('table')
  const [lowest, setLowest] = useState(from ? textOf[kind](Number(from)) : '')
  const [highest, setHighest] = useState(until ? textOf[kind](Number(until)) : '')
  const [isChecked, setChecked] = useState(false)
  /** The number that was typed, as text; null for none, undefined if it is not one. */
  const parsed = (text: string): string | null | undefined => {
    if (text.trim() === '') return null
    const number = numberOf[kind](text)
    return number === undefined || number < 0 || number > maximum ? undefined : String(number)
  }
  const texts =
    kind === 'prices'
      ? { lowest: t('lowestPrice'), highest: t('highestPrice'), wrong: t('notAPrice') }
      : { lowest: t('lowestNumber'), highest: t('highestNumber'), wrong: t('notANumber') }
  const errorOf = (text: string) => (isChecked && parsed(text) === undefined ? texts.wrong : undefined)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        const [first, last] = [parsed(lowest), parsed(highest)]
        if (first !== undefined && last !== undefined) onChange(first, last)
      }}
    >
      <Stack gap="xs">
        <TextInput
          data-autofocus
          inputMode={kind === 'prices' ? 'decimal' : 'numeric'}
          label={texts.lowest}
          value={lowest}
          error={errorOf(lowest)}
          onChange={({ currentTarget }) => setLowest(currentTarget.value)}
        />
        <TextInput
          inputMode={kind === 'prices' ? 'decimal' : 'numeric'}
          label={texts.highest}
          value={highest}
          error={errorOf(highest)}
          onChange={({ currentTarget }) => setHighest(currentTarget.value)}
        />
        <Button type="submit" size="xs">
          {t('apply')}
        </Button>
      </Stack>
    </form>
  )
}
