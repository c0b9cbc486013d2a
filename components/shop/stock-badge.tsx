import { Badge } from '@mantine/core'
import { useTranslations } from 'next-intl'

/** The maximum stock for which the label shows the number of pieces. */
const lowStock = 5

export const isScarce = (stock: number) => stock <= lowStock

/** A label for low stock or no stock. Renders nothing for more stock. */
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
