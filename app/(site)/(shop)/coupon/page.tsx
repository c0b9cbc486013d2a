import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ScreenBar } from '@/components/shop/frame/screen-bar'
import type { PageInput } from '@/lib/server/next/list'
import { FurtherMessages } from '@/lib/server/next/messages'
import { CouponsScreen } from './coupons-screen'
import { tabs } from './tabs'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('purchase.coupon')
  return { title: t('title'), robots: { index: false } }
}

export default async function CouponsPage({ searchParams }: PageInput) {
  const [t, { state }] = await Promise.all([getTranslations('purchase.coupon'), searchParams])
  return (
    <FurtherMessages of={['purchase']}>
      <ScreenBar title={t('title')} back="/me" />
      <CouponsScreen tab={tabs.find((tab) => tab === state) ?? 'usable'} />
    </FurtherMessages>
  )
}
