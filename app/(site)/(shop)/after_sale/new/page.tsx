import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ScreenBar } from '@/components/shop/frame/screen-bar'
import type { PageInput } from '@/lib/server/next/list'
import { FurtherMessages } from '@/lib/server/next/messages'
import { orderIdOf } from '../order-id'
import { RequestScreen } from './request-screen'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('purchase.case')
  return { title: t('request'), robots: { index: false } }
}

export default async function RequestPage({ searchParams }: PageInput) {
  const [t, { order_id }] = await Promise.all([getTranslations('purchase.case'), searchParams])
  const id = orderIdOf(order_id)
  if (!id) notFound()
  return (
    <FurtherMessages of={['purchase']}>
      <ScreenBar title={t('request')} back={`/order/${id}`} />
      <RequestScreen order_id={id} />
    </FurtherMessages>
  )
}
