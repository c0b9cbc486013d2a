import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { ApiReference } from '@/components/api-reference/api-reference'
import { demonstrationStaff } from '@/lib/next/shop-window'
import { loginAs, readReference } from '../reference'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('docs.cms')
  return { title: t('title'), description: t('description') }
}

export default async function CmsInterfacePage() {
  const t = await getTranslations('docs.cms')
  const { document, cms, pages } = await readReference()
  const staff = demonstrationStaff()
  return (
    <ApiReference
      document={document}
      path="/docs/openapi.json"
      part={cms}
      pages={pages}
      here="/docs/cms"
      title={t('title')}
      lead={t.rich('lead', { introduction: (text) => <Link href="/docs#introduction">{text}</Link> })}
      login={loginAs(staff?.names[0], staff?.password)}
    />
  )
}
