import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ScreenBar } from '@/components/shop/frame/screen-bar'
import { FurtherMessages } from '@/lib/server/next/messages'
import { InvoicesScreen } from './invoices-screen'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('purchase.invoices')
  return { title: t('title'), robots: { index: false } }
}

export default async function InvoicesPage() {
  const t = await getTranslations('purchase.invoices')
  return (
    <FurtherMessages of={['purchase']}>
      <ScreenBar title={t('title')} back="/me" />
      <InvoicesScreen />
    </FurtherMessages>
  )
}
