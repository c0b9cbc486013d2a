import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ScreenBar } from '@/components/shop/frame/screen-bar'
import { FurtherMessages } from '@/lib/server/next/messages'
import { SharedOrderScreen } from './shared-order-screen'

interface SharedOrderPageProps {
  params: Promise<{ order_no: string }>
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('purchase.order')
  return { title: t('one'), robots: { index: false }, referrer: 'no-referrer' }
}

export default async function SharedOrderPage({ params }: SharedOrderPageProps) {
  const [t, { order_no }] = await Promise.all([getTranslations('purchase.order'), params])
  if (!/^[0-9A-Z]{8,32}$/.test(order_no)) notFound()
  return (
    <FurtherMessages of={['purchase', 'account']}>
      <ScreenBar title={t('one')} back="/" />
      <SharedOrderScreen order_no={order_no} />
    </FurtherMessages>
  )
}
