import { Badge } from '@mantine/core'
import { useTranslations } from 'next-intl'

/** From here on down it is worth saying how many are left. */
const few = 5

export const isScarce = (stock: number) => stock <= few

/** Nothing where there is plenty. */
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
