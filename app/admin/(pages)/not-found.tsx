import { Button } from '@mantine/core'
import { IconMoodEmpty } from '@tabler/icons-react'
import { getTranslations } from 'next-intl/server'
import { DocumentTitle } from '@/components/admin/frame/document-title'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'

/** The menu stays visible. */
export default async function MissingRecord() {
  const t = await getTranslations('admin.missing')
  return (
    <>
      <DocumentTitle title={t('title')} />
      <EmptyState
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
    </>
  )
}
