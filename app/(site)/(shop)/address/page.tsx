import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ScreenBar } from '@/components/shop/frame/screen-bar'
import { FurtherMessages } from '@/lib/server/next/messages'
import { AddressScreen } from './address-screen'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('account.address')
  return { title: t('title'), robots: { index: false } }
}

export default async function AddressPage() {
  const t = await getTranslations('account.address')
  return (
    <FurtherMessages of={['account']}>
      <ScreenBar title={t('title')} back="/me" />
      <AddressScreen />
    </FurtherMessages>
  )
}
