import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ScreenBar } from '@/components/shop/frame/screen-bar'
import type { PageInput } from '@/lib/server/next/list'
import { FurtherMessages } from '@/lib/server/next/messages'
import { OrdersScreen } from './orders-screen'
import { tabs } from './tabs'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('purchase.order')
  return { title: t('title'), robots: { index: false } }
}

export default async function OrdersPage({ searchParams }: PageInput) {
  const [t, { status }] = await Promise.all([getTranslations('purchase.order'), searchParams])
  return (
    <FurtherMessages of={['purchase']}>
      <ScreenBar title={t('title')} back="/me" />
      <OrdersScreen tab={tabs.find((tab) => tab === status) ?? 'all'} />
    </FurtherMessages>
  )
}
