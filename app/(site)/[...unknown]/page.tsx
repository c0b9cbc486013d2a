import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('missing')
  return { title: t('title') }
}

/**
 * The page of unknown paths, in the frame of the public pages. Not a `not-found.tsx` beside the root layout: every page
 * would load it.
 */
export default function UnknownPage() {
  notFound()
}
