import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('admin.missing')
  return { title: t('title') }
}

/** Shows signed-in users a 404 page with the menu; redirects others to the sign-in page. */
export default function UnknownPage() {
  notFound()
}
