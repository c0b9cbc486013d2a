import { Button } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { Link } from './link'
import { SearchIcon } from './shell/icons'
import { State } from './state'

/** An address where there is nothing, and where to go from there. */
export function Missing() {
  const t = useTranslations('missing')
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
