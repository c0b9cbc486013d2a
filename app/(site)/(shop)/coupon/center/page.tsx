import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ScreenBar } from '@/components/shop/frame/screen-bar'
import { Retry } from '@/components/ui/retry'
import { listPromotions } from '@/lib/promotion/endpoints'
import { call } from '@/lib/server/next/call'
import { FurtherMessages } from '@/lib/server/next/messages'
import { readPublic } from '../../read-public'
import { CenterScreen } from './center-screen'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('purchase.coupon.center')
  return { title: t('title') }
}

export default async function CouponCenterPage() {
  const [t, promotions] = await Promise.all([
    getTranslations('purchase.coupon.center'),
    readPublic(() => call(listPromotions)),
  ])
  if (!promotions) return <Retry />
  return (
    <FurtherMessages of={['purchase']}>
      <ScreenBar title={t('title')} back="/" />
      <CenterScreen promotions={promotions.filter(({ coupon_source }) => coupon_source === 'customer')} />
    </FurtherMessages>
  )
}
