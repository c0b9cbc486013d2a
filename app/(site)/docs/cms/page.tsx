import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { ModuleList } from '@/components/docs/module-list'
import { PageHead } from '@/components/docs/page-head'
import { DocumentFacts } from '../document-facts'
import { listedModules, readModules } from '../reference'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('docs.cms')
  return { title: t('title'), description: t('description') }
}

export default async function CmsInterfacePage() {
  const [t, modules] = await Promise.all([getTranslations('docs'), readModules('cms')])
  return (
    <>
      <PageHead
        title={t('cms.title')}
        lead={t.rich('cms.lead', { introduction: (text) => <Link href="/docs#introduction">{text}</Link> })}
      >
        <DocumentFacts path="/docs/openapi.cms.json" />
      </PageHead>
      <ModuleList title={t('navigation.modules')} modules={listedModules(modules)} />
    </>
  )
}
