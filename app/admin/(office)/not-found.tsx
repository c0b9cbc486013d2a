import { Button } from '@mantine/core'
import { IconMoodEmpty } from '@tabler/icons-react'
import { getTranslations } from 'next-intl/server'
import { Link } from '@/components/link'
import { State } from '@/components/state'

/** Inside the frame: the menu is still there to go on with. */
export default async function MissingRecord() {
  const t = await getTranslations('office.missing')
  return (
    <State
      order={1}
      icon={<IconMoodEmpty size={32} stroke={1.6} />}
      title={t('title')}
      description={t('description')}
      actions={
        <Button component={Link} href="/admin">
          {t('home')}
        </Button>
      }
    />
  )
}
