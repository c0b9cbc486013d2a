import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ScreenBar } from '@/components/shop/frame/screen-bar'
import { env } from '@/lib/kit/env'
import { GoneProduct } from './gone-product'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('product')
  return { title: t('gone') }
}

export default async function ProductNotFound() {
  const t = await getTranslations('product')
  return (
    <>
      <ScreenBar title={t('title')} back="/category" isHeading={false} hasCart />
      <GoneProduct origin={env().BASE_URL} />
    </>
  )
}
