'use client'

import { Group, Select } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { attributesOf, type Field, type InputProps } from '@/components/admin/resource-form/field'
import MoneyInput from '@/components/admin/resource-form/inputs/money-input'
import { IntegerInput } from '@/components/ui/integer-input'
import { OffInput } from '@/components/ui/off-input'
import { isNth, type TierField, thresholdIn, valueIn } from './terms'

export function useTierFields(isOfFreight: boolean): readonly Field<TierField>[] {
  const t = useTranslations('promotion.tier')
  const thresholds = {
    none: t('none'),
    from_amount: t('fromAmount'),
    from_pieces: t('fromPieces'),
    nth: t('nth'),
  }
  const values = { off_amount: t('offAmount'), off_permille: t('offPermille') }
  const ofFreight = { free: t('free'), ...values }
  const money = (input: InputProps) => <MoneyInput {...input} required />
  const pieces = (minimum: number) => (input: InputProps) => (
    <IntegerInput
      {...attributesOf({ ...input, required: true })}
      min={minimum}
      value={input.value}
      onChange={input.onChange}
    />
  )
  const off = (input: InputProps) => (
    <OffInput
      {...attributesOf({ ...input, required: true })}
      fault={t('notAPercentage')}
      value={input.value}
      onChange={input.onChange}
    />
  )
  return [
    {
      name: 'from_amount',
      label: t('fromYuan'),
      when: (tier) => thresholdIn(tier) === 'from_amount',
      render: (input) => <OfKinds label={t('threshold')} kinds={thresholds} input={input} render={money} />,
    },
    {
      name: 'from_pieces',
      label: t('fromCount'),
      when: (tier) => thresholdIn(tier) === 'from_pieces',
      render: (input) => <OfKinds label={t('threshold')} kinds={thresholds} input={input} render={pieces(1)} />,
    },
    {
      name: 'nth',
      label: t('nthCount'),
      when: isNth,
      render: (input) => <OfKinds label={t('threshold')} kinds={thresholds} input={input} render={pieces(2)} />,
    },
    {
      name: 'off_amount',
      label: t('offYuan'),
      when: (tier) => valueIn(tier) === 'off_amount',
      render: (input) => (
        <OfKinds label={t('value')} kinds={isOfFreight ? ofFreight : values} input={input} render={money} />
      ),
    },
    {
      name: 'off_permille',
      label: t('offPercent'),
      when: (tier) => valueIn(tier) === 'off_permille',
      render: (input) =>
        isNth(input.values) ? (
          off({ ...input, label: t('nthPercent') })
        ) : (
          <OfKinds label={t('value')} kinds={isOfFreight ? ofFreight : values} input={input} render={off} />
        ),
    },
    {
      name: 'at_most',
      label: t('atMost'),
      help: t('atMostHelp'),
      when: (tier) => valueIn(tier) === 'off_permille' && !isNth(tier) && tier.off_permille !== 1000,
    },
    { name: 'per_product', label: t('perProduct'), help: t('perProductHelp'), when: isNth },
  ]
}

interface OfKindsProps {
  label: string
  /** By field name. A tier has only one of these fields. */
  kinds: Readonly<Record<string, string>>
  /** The field that the tier has. */
  input: InputProps
  render: (input: InputProps) => ReactNode
}

/** Kinds with a value of their own, which is not entered: no threshold is one of a piece, free is all of the fee. */
const fixed: Readonly<Record<string, { field: string; value: number }>> = {
  none: { field: 'from_pieces', value: 1 },
  free: { field: 'off_permille', value: 1000 },
}

/** Choosing another field clears the value and moves the focus to the new input. */
function OfKinds({ label, kinds, input, render }: OfKindsProps) {
  const { path, disabled, change } = input
  const row = path.slice(0, path.lastIndexOf('.'))
  const field = path.slice(row.length + 1)
  const own = Object.keys(kinds).find((kind) => fixed[kind]?.field === field)
  const isOwn = own !== undefined && input.value === fixed[own]?.value
  const [isFixed, setIsFixed] = useState(isOwn)
  const kind = isOwn && isFixed ? own : field
  return (
    <Group gap="xs" align="flex-start" grow wrap="nowrap">
      <Select
        label={label}
        data={Object.entries(kinds).map(([value, text]) => ({ value, label: text }))}
        allowDeselect={false}
        disabled={disabled}
        // Without an input of its own, the kind has the fault.
        {...(kind !== field && { error: input.error, 'data-field': path })}
        value={kind}
        onChange={(next) => {
          if (next === null || next === kind) return
          const given = fixed[next]
          setIsFixed(given !== undefined)
          const fields = Object.keys(kinds).filter((one) => !(one in fixed))
          const empty = Object.fromEntries(fields.map((one) => [one, one === next ? '' : null]))
          change(given ? { ...empty, [given.field]: given.value } : empty)
          // In the next frame, after this input is replaced.
          requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-field="${row}.${next}"]`)?.focus())
        }}
      />
      {kind === field && render(input)}
    </Group>
  )
}
