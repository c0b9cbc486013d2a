import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ScreenBar } from '@/components/shop/frame/screen-bar'
import { env } from '@/lib/env'
import { FurtherMessages } from '@/lib/next/messages'
import { GoneProduct } from './gone-product'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('missing')
  return { title: t('title') }
}

export default async function ProductNotFound() {
  const t = await getTranslations('product')
  return (
    <FurtherMessages of={['missing']}>
      <ScreenBar title={t('title')} back="/category" isHeading={false} hasCart />
      <GoneProduct origin={env().BASE_URL} />
    </FurtherMessages>
  )
}
