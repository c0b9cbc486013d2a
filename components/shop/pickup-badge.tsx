import { Badge } from '@mantine/core'
import { useTranslations } from 'next-intl'

/** For a product that is only collected. */
export function PickupBadge() {
  const t = useTranslations('product')
  return (
    <Badge color="accent" variant="light" tt="none" style={{ alignSelf: 'flex-start' }}>
      {t('pickupOnly')}
    </Badge>
  )
}
