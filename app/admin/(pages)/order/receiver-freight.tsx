import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useFormatter, useTranslations } from 'next-intl'
import { useRead } from '@/components/ui/use-read'
import { send } from '@/lib/server/client'

interface ReceiverFreightProps {
  id: number
  /** Undefined: the address that the customer asks for. */
  place?: { province: string; city: string; district: string }
}

/** Undelivered lines, or another shipping fee at another address. */
export function ReceiverFreight({ id, place }: ReceiverFreightProps) {
  const t = useTranslations('sale.receiverFreight')
  const format = useFormatter()
  const [key] = useDebouncedValue(JSON.stringify(place), 400)
  const isCurrent = key === JSON.stringify(place)
  const { value } = useRead(
    place?.province === ''
      ? undefined
      : () => send('GET /cms/order/{id}/receiver/freight', { params: { id }, query: place ?? {} }),
    key,
  )
  if (!value || !isCurrent) return null
  const { freight_amount, present_freight_amount, undeliverable } = value
  const price = (fen: number | null) => (fen === null ? '–' : format.number(fen / 100, 'price'))
  return (
    <div role="status">
      {undeliverable.map(({ sku_id, name, reason }) => (
        <Text key={sku_id} size="sm" c="red">
          {t('undeliverable', { name, reason })}
        </Text>
      ))}
      {undeliverable.length === 0 && freight_amount !== present_freight_amount && (
        <Text size="sm" c="orange">
          {t('otherFee', { fee: price(freight_amount), present: price(present_freight_amount) })}
        </Text>
      )}
    </div>
  )
}
