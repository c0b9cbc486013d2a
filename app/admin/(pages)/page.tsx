import { Title } from '@mantine/core'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import classes from '@/components/shell/admin.module.css'
import { PageTiles } from '@/components/shell/page-tiles'
import { readAdmin } from '@/lib/next/admin'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('login.admin')
  return { title: t('title') }
}

/** The start page: tiles for the pages in the user's menu. */
export default async function StartPage() {
  const [t, { user }] = await Promise.all([getTranslations('login.admin'), readAdmin()])
  return (
    <div className={classes.page}>
      <Title order={1} size="h3" mb="md">
        {t('greeting', { name: user.name || user.account })}
      </Title>
      <PageTiles />
    </div>
  )
}
