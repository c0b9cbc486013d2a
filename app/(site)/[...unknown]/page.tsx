import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('missing')
  return { title: t('title') }
}

/** Unknown paths, in the frame of the public pages. A not-found page beside the root layout would be loaded by every page. */
export default function UnknownPage() {
  notFound()
}
