import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ScreenBar } from '@/components/shop/frame/screen-bar'
import { FurtherMessages } from '@/lib/server/next/messages'
import { MeScreen } from './me-screen'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('account.me')
  return { title: t('title'), robots: { index: false } }
}

export default async function MePage() {
  const t = await getTranslations('account.me')
  return (
    <FurtherMessages of={['account', 'login']}>
      <ScreenBar title={t('title')} />
      <MeScreen />
    </FurtherMessages>
  )
}
