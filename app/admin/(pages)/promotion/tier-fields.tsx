'use client'

import { Group, Select } from '@mantine/core'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { attributesOf, type Field, type InputProps } from '@/components/admin/resource-form/field'
import MoneyInput from '@/components/admin/resource-form/inputs/money-input'
import { IntegerInput } from '@/components/ui/integer-input'
import { PercentInput } from './percent-input'
import { type TierField, thresholdIn, valueIn } from './terms'

export function useTierFields(): readonly Field<TierField>[] {
  const t = useTranslations('promotion.tier')
  const thresholds = { from_amount: t('fromAmount'), from_pieces: t('fromPieces') }
  const values = { off_amount: t('offAmount'), off_permille: t('offPermille') }
  const money = (input: InputProps) => <MoneyInput {...input} required />
  return [
    {
      name: 'from_amount',
      label: t('fromYuan'),
      when: (tier) => thresholdIn(tier) === 'from_amount',
      render: (input) => <OfTwoKinds label={t('threshold')} kinds={thresholds} input={input} render={money} />,
    },
    {
      name: 'from_pieces',
      label: t('fromCount'),
      when: (tier) => thresholdIn(tier) === 'from_pieces',
      render: (input) => (
        <OfTwoKinds
          label={t('threshold')}
          kinds={thresholds}
          input={input}
          render={(one) => (
            <IntegerInput
              {...attributesOf({ ...one, required: true })}
              min={1}
              value={one.value}
              onChange={one.onChange}
            />
          )}
        />
      ),
    },
    {
      name: 'off_amount',
      label: t('offYuan'),
      when: (tier) => valueIn(tier) === 'off_amount',
      render: (input) => <OfTwoKinds label={t('value')} kinds={values} input={input} render={money} />,
    },
    {
      name: 'off_permille',
      label: t('offPercent'),
      when: (tier) => valueIn(tier) === 'off_permille',
      render: (input) => (
        <OfTwoKinds
          label={t('value')}
          kinds={values}
          input={input}
          render={(one) => <PercentInput {...one} required />}
        />
      ),
    },
    {
      name: 'at_most',
      label: t('atMost'),
      help: t('atMostHelp'),
      when: (tier) => valueIn(tier) === 'off_permille',
    },
  ]
}

interface OfTwoKindsProps {
  label: string
  /** By field name. A tier has only one of the two fields. */
  kinds: Readonly<Record<string, string>>
  /** The field that the tier has. */
  input: InputProps
  render: (input: InputProps) => ReactNode
}

/** Choosing the other field clears the value and moves the focus to the new input. */
function OfTwoKinds({ label, kinds, input, render }: OfTwoKindsProps) {
  const { path, disabled, change } = input
  const row = path.slice(0, path.lastIndexOf('.'))
  const kind = path.slice(row.length + 1)
  return (
    <Group gap="xs" align="flex-start" grow wrap="nowrap">
      <Select
        label={label}
        data={Object.entries(kinds).map(([value, text]) => ({ value, label: text }))}
        allowDeselect={false}
        disabled={disabled}
        value={kind}
        onChange={(next) => {
          if (next === null || next === kind) return
          change({ [kind]: null, [next]: '' })
          // In the next frame, after this input is replaced.
          requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-field="${row}.${next}"]`)?.focus())
        }}
      />
      {render(input)}
    </Group>
  )
}
