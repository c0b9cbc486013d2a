import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ScreenBar } from '@/components/shop/frame/screen-bar'
import { MissingCategory } from './missing-category'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('shop')
  return { title: t('missing') }
}

export default async function CategoryNotFound() {
  const t = await getTranslations('shop')
  return (
    <>
      <ScreenBar title={t('categories')} isHeading={false} />
      <MissingCategory />
    </>
  )
}
