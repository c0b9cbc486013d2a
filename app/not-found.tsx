import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { PageNotFound } from '@/components/page-not-found'
import { SiteFrame } from '@/components/shell/site-frame'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('missing')
  return { title: t('title') }
}

/** An unknown path belongs to no route group, so this page adds the frame of the public pages. */
export default function UnknownPage() {
  return (
    <SiteFrame>
      <PageNotFound />
    </SiteFrame>
  )
}
