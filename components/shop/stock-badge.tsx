import { Badge } from '@mantine/core'
import { useTranslations } from 'next-intl'

/** The remaining pieces are shown up to this number. */
const lowStock = 5

export const isScarce = (stock: number) => stock <= lowStock

/** Shows low or empty stock; nothing otherwise. */
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
