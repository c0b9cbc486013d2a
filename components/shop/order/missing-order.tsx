import { Button } from '@mantine/core'
import { IconClipboardOff } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'

export function MissingOrder() {
  const t = useTranslations('purchase.order')
  return (
    <EmptyState
      icon={<IconClipboardOff size={32} aria-hidden="true" />}
      title={t('missing')}
      description={t('missingDescription')}
      actions={
        <Button component={Link} href="/order">
          {t('toOrders')}
        </Button>
      }
    />
  )
}
