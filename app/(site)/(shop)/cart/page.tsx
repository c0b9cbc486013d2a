import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ScreenBar } from '@/components/shop/frame/screen-bar'
import { FurtherMessages } from '@/lib/server/next/messages'
import { Closed } from '../closed'
import { CartScreen } from './cart-screen'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('purchase.cart')
  return { title: t('title'), robots: { index: false } }
}

export default async function CartPage() {
  const t = await getTranslations('purchase.cart')
  return (
    <FurtherMessages of={['purchase']}>
      <ScreenBar title={t('title')} />
      <Closed />
      <CartScreen />
    </FurtherMessages>
  )
}
