import { Title } from '@mantine/core'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import classes from '@/components/shell/office.module.css'
import { PageTiles } from '@/components/shell/page-tiles'
import { readOffice } from '@/lib/next/office'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('login.office')
  return { title: t('title') }
}

/** Where one arrives: everything that one may open. */
export default async function OfficePage() {
  const [t, { user }] = await Promise.all([getTranslations('login.office'), readOffice()])
  return (
    <div className={classes.page}>
      <Title order={1} size="h3" mb="md">
        {t('greeting', { name: user.name || user.account })}
      </Title>
      <PageTiles />
    </div>
  )
}
