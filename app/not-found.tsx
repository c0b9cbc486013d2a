import { Button } from '@mantine/core'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Link } from '@/components/link'
import { SearchIcon } from '@/components/shell/icons'
import { State } from '@/components/state'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('missing')
  return { title: t('title') }
}

export default async function NotFoundPage() {
  const t = await getTranslations('missing')
  return (
    <State
      order={1}
      icon={<SearchIcon size={32} />}
      title={t('title')}
      description={t('description')}
      actions={
        <>
          <Button component={Link} href="/">
            {t('home')}
          </Button>
          <Button component={Link} href="/docs" variant="default">
            {t('reference')}
          </Button>
        </>
      }
    />
  )
}
