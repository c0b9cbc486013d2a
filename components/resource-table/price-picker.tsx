'use client'

import { Button, Stack, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { fenOf, yuanOf } from '@/lib/yuan'

interface PricePickerProps {
  /** In fen, both inclusive. */
  from: string | undefined
  until: string | undefined
  onChange: (from: string | null, until: string | null) => void
}

const maximum = 999_999_999

/** The fen of a typed price as text, null for none, undefined if it is not a price. */
function parsed(text: string): string | null | undefined {
  if (text.trim() === '') return null
  const fen = fenOf(text)
  return fen === undefined || fen < 0 || fen > maximum ? undefined : String(fen)
}

/** A range of prices, typed in yuan. Either end may be left empty. */
export default function PricePicker({ from, until, onChange }: PricePickerProps) {
  const t = useTranslations('table')
  const [lowest, setLowest] = useState(from ? yuanOf(Number(from)) : '')
  const [highest, setHighest] = useState(until ? yuanOf(Number(until)) : '')
  const [isChecked, setChecked] = useState(false)
  const errorOf = (text: string) => (isChecked && parsed(text) === undefined ? t('notAPrice') : undefined)
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
          inputMode="decimal"
          label={t('lowestPrice')}
          value={lowest}
          error={errorOf(lowest)}
          onChange={({ currentTarget }) => setLowest(currentTarget.value)}
        />
        <TextInput
          inputMode="decimal"
          label={t('highestPrice')}
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
