import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { PageNotFound } from '@/components/site/page-not-found'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('missing')
  return { title: t('title') }
}

export default function NotFoundPage() {
  return <PageNotFound />
}
