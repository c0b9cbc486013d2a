import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('admin.missing')
  return { title: t('title') }
}

/** Unknown paths. Signed-in users keep the menu; others are redirected to sign-in. */
export default function UnknownPage() {
  notFound()
}
