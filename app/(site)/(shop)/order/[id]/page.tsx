import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ScreenBar } from '@/components/shop/frame/screen-bar'
import { FurtherMessages } from '@/lib/server/next/messages'
import { OrderScreen } from './order-screen'

interface OrderPageProps {
  params: Promise<{ id: string }>
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('purchase.order')
  return { title: t('one'), robots: { index: false } }
}

export default async function OrderPage({ params }: OrderPageProps) {
  const [t, { id }] = await Promise.all([getTranslations('purchase.order'), params])
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound()
  return (
    <FurtherMessages of={['purchase', 'copy', 'account', 'tracking']}>
      <ScreenBar title={t('one')} back="/order" />
      <OrderScreen id={Number(id)} />
    </FurtherMessages>
  )
}
