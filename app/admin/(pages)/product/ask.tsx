'use client'

import { SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { useOptions } from '@/components/admin/resource-form/use-options'
import { AskChoice } from '@/components/admin/resource-table/ask-choice'
import type { AskProps } from '@/components/admin/resource-table/declaration'
import { IntegerInput } from '@/components/ui/integer-input'
import { MoneyInput } from '@/components/ui/money-input'
import { treeOptions } from '@/components/ui/tree/tree-options'
import { useCategoryTree } from '../use-category-tree'

/*
 * The inputs of bulk actions. Each passes its value to `onEnter` as text; undefined: not valid yet.
 */

/** Asks for the id of a category. */
export function AskCategory(props: AskProps) {
  const t = useTranslations('catalogue')
  const readCategories = useCategoryTree()
  const options = useOptions(async () => treeOptions(await readCategories()), [], t('categoriesFailed'))
  return <AskChoice {...props} label={t('category')} options={options} />
}

/** Asks how prices are changed: `percent <whole number>` or `amount <fen>`. */
export function AskPrice({ onEnter }: AskProps) {
  const t = useTranslations('catalogue.bulk')
  const [kind, setKind] = useState<'percent' | 'amount'>('percent')
  const [percent, setPercent] = useState('')
  const [amount, setAmount] = useState<number | string>('')
  const enterPercent = (text: string) => {
    setPercent(text)
    const number = /^[+-]?\d{1,3}$/.test(text.trim()) ? Number(text) : undefined
    onEnter(number !== undefined && number >= -90 && number <= 900 ? `percent ${number}` : undefined)
  }
  const enterAmount = (fen: number | string) => {
    setAmount(fen)
    onEnter(typeof fen === 'number' ? `amount ${fen}` : undefined)
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
        onChange={(next) => {
          setKind(next === 'amount' ? 'amount' : 'percent')
          if (next === 'amount') enterAmount(amount)
          else enterPercent(percent)
        }}
      />
      {kind === 'percent' ? (
        <TextInput
          label={t('percentLabel')}
          description={t('percentHelp')}
          inputMode="text"
          autoComplete="off"
          value={percent}
          onChange={({ currentTarget }) => enterPercent(currentTarget.value)}
        />
      ) : (
        <MoneyInput
          label={t('amountLabel')}
          description={t('amountHelp')}
          // The numeric keyboard of a phone has no minus sign.
          inputMode="text"
          value={amount}
          onChange={enterAmount}
        />
      )}
    </Stack>
  )
}

/** Asks for a number of pieces; empty: the setting applies. */
export function AskLowStock({ onEnter }: AskProps) {
  const t = useTranslations('catalogue')
  const [value, setValue] = useState<number | ''>('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing is a choice too, from the beginning
  useEffect(() => onEnter(''), [])
  return (
    <IntegerInput
      label={t('lowStock')}
      description={t('lowStockHelp')}
      min={0}
      max={1_000_000}
      value={value}
      onChange={(next) => {
        setValue(next)
        onEnter(String(next))
      }}
    />
  )
}
