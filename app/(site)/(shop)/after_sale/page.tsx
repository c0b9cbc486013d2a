import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ScreenBar } from '@/components/shop/frame/screen-bar'
import type { PageInput } from '@/lib/server/next/list'
import { FurtherMessages } from '@/lib/server/next/messages'
import { CasesScreen } from './cases-screen'
import { orderIdOf } from './order-id'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('purchase.case')
  return { title: t('title'), robots: { index: false } }
}

export default async function CasesPage({ searchParams }: PageInput) {
  const [t, { order_id }] = await Promise.all([getTranslations('purchase.case'), searchParams])
  const id = orderIdOf(order_id)
  return (
    <FurtherMessages of={['purchase']}>
      <ScreenBar title={t('title')} back={id ? `/order/${id}` : '/me'} />
      <CasesScreen order_id={id} />
    </FurtherMessages>
  )
}
