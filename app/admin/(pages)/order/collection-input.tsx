import { useTranslations } from 'next-intl'
import { attributesOf, type InputProps, type Option } from '@/components/admin/resource-form/field'
import { isRecord } from '@/components/admin/resource-form/schema-fields'
import { useOptions } from '@/components/admin/resource-form/use-options'
import { Choice } from '@/components/ui/choice'
import { send } from '@/lib/server/client'

export const isCollected = ({ store_id }: Readonly<Record<string, unknown>>) => typeof store_id === 'number'

/** Empty: sent. Else enabled stores. */
export function useDeliveryOptions(): readonly Option[] {
  const t = useTranslations('sale.new')
  const stores = useOptions(
    async () =>
      (await send('GET /v1/store')).map(({ id, name }) => ({ value: String(id), label: t('collect', { name }) })),
    [],
    t('storesFailed'),
  )
  return [{ value: '', label: t('express') }, ...stores]
}

/** The receiver, or the phone number of the customer, becomes the one who collects it. */
export function DeliveryInput({ options, ...input }: InputProps & { options: readonly Option[] }) {
  const { value, values, change } = input
  return (
    <Choice
      {...attributesOf(input)}
      data={options}
      value={typeof value === 'number' ? String(value) : ''}
      onChange={(next) => change(next === '' ? { store_id: null, contact: null } : collectedFrom(Number(next), values))}
    />
  )
}

function collectedFrom(store_id: number, { receiver, contact, mobile }: Readonly<Record<string, unknown>>) {
  const person = isRecord(contact) ? contact : isRecord(receiver) ? receiver : {}
  return { store_id, contact: { name: person.name ?? '', mobile: person.mobile || mobile || '' } }
}
