import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'

export function PageNotFound() {
  const t = useTranslations('missing')
  return (
    <EmptyState
      order={1}
      icon={<IconSearch size={32} aria-hidden="true" />}
      title={t('title')}
      description={t('description')}
      actions={
        <Button component={Link} href="/">
          {t('home')}
        </Button>
      }
    />
  )
}
