import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('missing')
  return { title: t('title') }
}

/** Every page would load the code of a `not-found.tsx` beside the root layout. */
export default function UnknownPage() {
  notFound()
}
