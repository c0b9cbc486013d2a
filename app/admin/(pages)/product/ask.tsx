'use client'

import { NumberInput, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { useOptions } from '@/components/resource-form/use-options'
import { AskChoice } from '@/components/resource-table/ask-choice'
import type { AskProps } from '@/components/resource-table/declaration'
import { treeOptions } from '@/components/tree/tree-options'
import { send } from '@/lib/api/client'
import { fenOf } from '@/lib/yuan'

/*
 * What bulk actions ask for.
 */

/** Asks for the id of a category. */
export function AskCategory(props: AskProps) {
  const t = useTranslations('catalogue')
  const options = useOptions(async () => treeOptions(await send('GET /v1/category')), [], t('categoriesFailed'))
  return <AskChoice {...props} label={t('category')} options={options} />
}

/** Asks how prices are changed: `percent <whole number>` or `amount <fen>`. */
export function AskPrice({ onEnter }: AskProps) {
  const t = useTranslations('catalogue.bulk')
  const [kind, setKind] = useState<'percent' | 'amount'>('percent')
  const [text, setText] = useState('')
  const parsed = (nextKind: typeof kind, next: string) => {
    if (nextKind === 'amount') return fenOf(next)
    return /^[+-]?\d{1,3}$/.test(next.trim()) ? Number(next) : undefined
  }
  const enter = (nextKind: typeof kind, next: string) => {
    setKind(nextKind)
    setText(next)
    const number = parsed(nextKind, next)
    const isValid = number !== undefined && (nextKind === 'amount' || (number >= -90 && number <= 900))
    onEnter(isValid ? `${nextKind} ${number}` : undefined)
  }
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t('priceKind')}
        data={[
          { value: 'percent', label: t('percent') },
          { value: 'amount', label: t('amount') },
        ]}
        value={kind}
        onChange={(next) => enter(next === 'amount' ? 'amount' : 'percent', text)}
      />
      <TextInput
        label={kind === 'percent' ? t('percentLabel') : t('amountLabel')}
        description={kind === 'percent' ? t('percentHelp') : t('amountHelp')}
        inputMode="decimal"
        value={text}
        onChange={({ currentTarget }) => enter(kind, currentTarget.value)}
      />
    </Stack>
  )
}

/** Asks for a number of pieces; empty: as the parameter says. */
export function AskLowStock({ onEnter }: AskProps) {
  const t = useTranslations('catalogue')
  const [value, setValue] = useState<string | number>('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing is a choice too, from the beginning
  useEffect(() => onEnter(''), [])
  return (
    <NumberInput
      label={t('lowStock')}
      description={t('lowStockHelp')}
      min={0}
      max={1_000_000}
      allowDecimal={false}
      value={value}
      onChange={(next) => {
        setValue(next)
        onEnter(String(next))
      }}
    />
  )
}
