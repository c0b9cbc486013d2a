import { Badge } from '@mantine/core'
import { useTranslations } from 'next-intl'

/** Up to this stock, the label shows the number. */
const lowStock = 5

export const isScarce = (stock: number) => stock <= lowStock

export function StockBadge({ stock }: { stock: number }) {
  const t = useTranslations('product')
  if (!isScarce(stock)) return null
  return stock === 0 ? (
    <Badge color="gray" tt="none">
      {t('soldOut')}
    </Badge>
  ) : (
    <Badge color="orange" tt="none">
      {t('fewLeft', { count: stock })}
    </Badge>
  )
}
