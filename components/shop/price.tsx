import { Group, Text, VisuallyHidden } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'

interface PriceProps {
  /** In fen. */
  price: number
  marketPrice: number | null
  size?: 'md' | 'xl'
}

export function Price({ price, marketPrice, size = 'md' }: PriceProps) {
  const t = useTranslations('product')
  const format = useFormatter()
  return (
    <Group gap={6} align="baseline" wrap="nowrap">
      <Text span fw={650} fz={size === 'xl' ? 28 : size} lh={1.3}>
        {format.number(price / 100, 'price')}
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
