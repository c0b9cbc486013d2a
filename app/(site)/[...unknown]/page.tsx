import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('missing')
  return { title: t('title') }
}

/**
 * The not-found page for unknown paths, with the header of the public pages. A `not-found.tsx` beside the root layout
 * could do the same, but every page would load its code.
 */
export default function UnknownPage() {
  notFound()
}
