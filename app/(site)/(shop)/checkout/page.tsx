import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { maxCount } from '@/components/shop/cart-sums'
import { ScreenBar } from '@/components/shop/frame/screen-bar'
import type { PageInput } from '@/lib/server/next/list'
import { FurtherMessages } from '@/lib/server/next/messages'
import { Closed } from '../closed'
import { CheckoutScreen } from './checkout-screen'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('purchase.checkout')
  return { title: t('title'), robots: { index: false } }
}

const number = (value: unknown) =>
  typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined

/** Without `sku_id`, buys the cart. `intent`: the Idempotency-Key, so that a page opened again places one order. */
export default async function CheckoutPage({ searchParams }: PageInput) {
  const [t, query] = await Promise.all([getTranslations('purchase.checkout'), searchParams])
  const [sku_id, count] = [number(query.sku_id), Math.min(number(query.count) ?? 1, maxCount)]
  const intent = typeof query.intent === 'string' && /^[\w-]{8,64}$/.test(query.intent) ? query.intent : undefined
  return (
    <FurtherMessages of={['purchase', 'account']}>
      <ScreenBar title={t('title')} back={sku_id ? '/' : '/cart'} />
      <Closed />
      <CheckoutScreen bought={sku_id === undefined ? undefined : { sku_id, count }} intent={intent} />
    </FurtherMessages>
  )
}
