'use client'

import { SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { useOptions } from '@/components/admin/resource-form/use-options'
import { AskChoice } from '@/components/admin/resource-table/ask-choice'
import type { AskProps } from '@/components/admin/resource-table/declaration'
import { Failure } from '@/components/ui/failure'
import { IntegerInput } from '@/components/ui/integer-input'
import { MoneyInput } from '@/components/ui/money-input'
import { treeOptions } from '@/components/ui/tree/tree-options'
import { useRead } from '@/components/ui/use-read'
import { useCategoryTree } from '../use-category-tree'
import { useTemplateOptions } from '../use-template-options'
import { useDeliveryOptions } from './use-delivery-options'

/* Each input passes text to `onEnter`; undefined: not valid yet. */

export function AskCategory(props: AskProps) {
  const t = useTranslations('catalogue')
  const readCategories = useCategoryTree()
  const options = useOptions(async () => treeOptions(await readCategories()), [], t('categoriesFailed'))
  return <AskChoice {...props} label={t('category')} options={options} />
}

/** Empty: the default template. */
export function AskTemplate(props: AskProps) {
  const t = useTranslations('catalogue')
  const options = useTemplateOptions(null)
  return (
    <AskChoice
      {...props}
      label={t('freightTemplate')}
      options={[{ value: '', label: t('bulk.defaultTemplate') }, ...options]}
    />
  )
}

/** Passes methods, joined by commas, to `onEnter`. */
export function AskDeliveries(props: AskProps) {
  const t = useTranslations('catalogue')
  const options = useDeliveryOptions()
  const both = { value: options.map(({ value }) => value).join(), label: options.map(({ label }) => label).join(' + ') }
  return <AskChoice {...props} label={t('deliveries')} options={[...options, both]} />
}

interface AskPriceProps extends AskProps {
  read: () => Promise<void>
  /** Products whose new prices are probably mistakes. */
  countDoubted: (entered: string) => number
}

/** Passes `percent <whole number>` or `amount <fen>` to `onEnter`; undefined until prices to warn by are read. */
export function AskPrice({ onEnter, read, countDoubted }: AskPriceProps) {
  const t = useTranslations('catalogue.bulk')
  const [kind, setKind] = useState<'percent' | 'amount'>('percent')
  const [percent, setPercent] = useState('')
  const [amount, setAmount] = useState<number | string>('')
  const prices = useRead(async () => {
    await read()
    return true
  })
  const typed = kind === 'percent' ? percentIn(percent) : amountIn(amount)
  const entered = prices.value ? typed : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the value changes
  useEffect(() => onEnter(entered), [entered])
  const doubted = entered === undefined ? 0 : countDoubted(entered)
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t('priceKind')}
        data={[
          { value: 'percent', label: t('percent') },
          { value: 'amount', label: t('amount') },
        ]}
        value={kind}
        onChange={(next) => setKind(next === 'amount' ? 'amount' : 'percent')}
      />
      {kind === 'percent' ? (
        <TextInput
          label={t('percentLabel')}
          description={t('percentHelp')}
          inputMode="text"
          autoComplete="off"
          value={percent}
          onChange={({ currentTarget }) => setPercent(currentTarget.value)}
        />
      ) : (
        <MoneyInput
          label={t('amountLabel')}
          description={t('amountHelp')}
          // The numeric keyboard of a phone has no minus sign.
          inputMode="text"
          value={amount}
          onChange={setAmount}
        />
      )}
      {prices.isFailed && <Failure order={3} onRetry={prices.reload} />}
      <Text size="sm" c="orange" role="status">
        {doubted > 0 && t('doubtedPrices.count', { count: doubted })}
      </Text>
    </Stack>
  )
}

function percentIn(text: string): string | undefined {
  const number = /^[+-]?\d{1,3}$/.test(text.trim()) ? Number(text) : undefined
  return number !== undefined && number >= -90 && number <= 900 ? `percent ${number}` : undefined
}

const amountIn = (fen: number | string) => (typeof fen === 'number' ? `amount ${fen}` : undefined)

/** Passes `missing <grams>` or `all <grams>` to `onEnter`. */
export function AskWeight({ onEnter }: AskProps) {
  const t = useTranslations('catalogue')
  const [weight, setWeight] = useState<{ of: 'missing' | 'all'; grams: number | '' }>({ of: 'missing', grams: '' })
  const enter = (change: Partial<typeof weight>) => {
    const next = { ...weight, ...change }
    const { of, grams } = next
    setWeight(next)
    onEnter(grams === '' || grams < 0 || grams > maxWeight ? undefined : `${of} ${grams}`)
  }
  return (
    <Stack gap="sm">
      <IntegerInput
        label={t('column.weight_g')}
        description={t('bulk.weightHelp')}
        min={0}
        max={maxWeight}
        value={weight.grams}
        onChange={(grams) => enter({ grams })}
      />
      <SegmentedControl
        aria-label={t('bulk.weightOf')}
        data={[
          { value: 'missing', label: t('bulk.weightMissing') },
          { value: 'all', label: t('bulk.weightAll') },
        ]}
        value={weight.of}
        onChange={(next) => enter({ of: next === 'all' ? 'all' : 'missing' })}
      />
    </Stack>
  )
}

const maxWeight = 10_000_000

/** Empty: the setting `stock.low` applies. */
export function AskLowStock({ onEnter }: AskProps) {
  const t = useTranslations('catalogue')
  const [value, setValue] = useState<number | ''>('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, because an empty input is valid from the beginning
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
