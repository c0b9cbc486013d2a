import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('missing')
  return { title: t('title') }
}

/** Unknown paths, in the frame of the public pages. Every page would load a not-found page beside the root layout. */
export default function UnknownPage() {
  notFound()
}
