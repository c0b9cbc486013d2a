import { Group, Text, VisuallyHidden } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'

interface PriceProps {
  /** In fen. */
  price: number
  marketPrice: number | null
  /** Its price is shown, with `price` struck through. */
  deal: { price: number } | null
  /** Other SKUs have higher prices. */
  isLowest?: boolean
  size?: 'md' | 'xl'
}

export function Price({ price, marketPrice, deal, isLowest = false, size = 'md' }: PriceProps) {
  const t = useTranslations('product')
  const format = useFormatter()
  // The deal may be of a more expensive SKU than the cheapest one.
  const now = deal && deal.price < price ? deal.price : price
  const isDeal = now < price
  const shown = format.number(now / 100, 'price')
  const former = isDeal ? price : marketPrice
  const small = (text: ReactNode) => (
    <Text span size="sm" fw={400} c="dimmed">
      {text}
    </Text>
  )
  return (
    <Group gap={6} align="baseline" wrap="nowrap">
      <Text span fw={650} fz={size === 'xl' ? 28 : size} lh={1.3} c={isDeal ? 'red' : undefined}>
        {isLowest ? t.rich('from', { price: shown, small }) : shown}
      </Text>
      {former !== null && (isDeal || former > price) && (
        <Text span size={size === 'xl' ? 'md' : 'xs'} c="dimmed">
          <VisuallyHidden>{isDeal ? t('regularPrice') : t('marketPrice')}</VisuallyHidden>
          <s>{format.number(former / 100, 'price')}</s>
        </Text>
      )}
    </Group>
  )
}
