import { Group, Text, VisuallyHidden } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'

interface PriceProps {
  /** The price in fen. */
  price: number
  marketPrice: number | null
  /** Whether other SKUs of the product have higher prices. */
  isLowest?: boolean
  size?: 'md' | 'xl'
}

export function Price({ price, marketPrice, isLowest = false, size = 'md' }: PriceProps) {
  const t = useTranslations('product')
  const format = useFormatter()
  const shown = format.number(price / 100, 'price')
  const small = (text: ReactNode) => (
    <Text span size="sm" fw={400} c="dimmed">
      {text}
    </Text>
  )
  return (
    <Group gap={6} align="baseline" wrap="nowrap">
      <Text span fw={650} fz={size === 'xl' ? 28 : size} lh={1.3}>
        {isLowest ? t.rich('from', { price: shown, small }) : shown}
      </Text>
      {marketPrice !== null && marketPrice > price && (
        <Text span size={size === 'xl' ? 'md' : 'xs'} c="dimmed">
          <VisuallyHidden>{t('marketPrice')}</VisuallyHidden>
          <s>{format.number(marketPrice / 100, 'price')}</s>
        </Text>
      )}
    </Group>
  )
}
