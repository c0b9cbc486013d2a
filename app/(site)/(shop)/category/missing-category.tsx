import { Button } from '@mantine/core'
import { IconCategory } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'

export function MissingCategory() {
  const t = useTranslations('shop')
  return (
    <EmptyState
      order={1}
      icon={<IconCategory size={32} aria-hidden="true" />}
      title={t('missing')}
      description={t('missingDescription')}
      actions={
        <>
          <Button component={Link} href="/">
            {t('toShop')}
          </Button>
          <Button component={Link} href="/category" variant="default">
            {t('toCategories')}
          </Button>
        </>
      }
    />
  )
}
