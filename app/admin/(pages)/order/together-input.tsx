import { Checkbox, Stack } from '@mantine/core'
import { useTranslations } from 'next-intl'
import type { InputProps } from '@/components/admin/resource-form/field'
import { FieldGroup } from '@/components/admin/resource-form/inputs/field-group'
import type { Order } from './record'

interface TogetherInputProps extends InputProps {
  orders: Order['ships_with']
}

const idsIn = (value: unknown): unknown[] =>
  Array.isArray(value) ? value.map((one: unknown) => (typeof one === 'object' && one && 'id' in one ? one.id : 0)) : []

/** Other orders of the customer for the same parcel. */
export function TogetherInput({
  orders,
  path,
  label,
  description,
  errors,
  value,
  onChange,
  disabled,
}: TogetherInputProps) {
  const t = useTranslations('sale.ship')
  const chosen = idsIn(value)
  const error = Object.entries(errors).find(([name]) => name.startsWith(path))?.[1]
  const choose = (id: number, isChosen: boolean) =>
    onChange(
      orders
        .filter((one) => (one.id === id ? isChosen : chosen.includes(one.id)))
        .map((one) => ({ id: one.id, version: one.version })),
    )
  return (
    <FieldGroup path={path} label={label} description={description} error={error}>
      <Stack gap="xs">
        {orders.map(({ id, order_no }) => (
          <Checkbox
            key={id}
            label={t('togetherWith', { no: order_no })}
            disabled={disabled}
            checked={chosen.includes(id)}
            onChange={({ currentTarget: { checked } }) => choose(id, checked)}
          />
        ))}
      </Stack>
    </FieldGroup>
  )
}
