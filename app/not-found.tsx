import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Missing } from '@/components/missing'
import { SiteFrame } from '@/components/shell/site-frame'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('missing')
  return { title: t('title') }
}

/** An address that no page has belongs to no group, so it brings the frame of the public pages along. */
export default function UnknownAddress() {
  return (
    <SiteFrame>
      <Missing />
    </SiteFrame>
  )
}
