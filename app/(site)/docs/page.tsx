import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import classes from '@/components/docs/api-reference.module.css'
import { ModuleList } from '@/components/docs/module-list'
import { PageHead } from '@/components/docs/page-head'
import { serverDocument } from './document'
import { DocumentFacts } from './document-facts'
import { Introduction } from './introduction'
import { listedModules, readModules } from './reference'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('docs.client')
  return { title: t('title'), description: t('description') }
}

export default async function ClientInterfacePage() {
  const [t, modules] = await Promise.all([getTranslations('docs'), readModules('v1')])
  return (
    <>
      <PageHead title={t('client.title')} lead={t('client.lead')}>
        <DocumentFacts path="/docs/openapi.v1.json" />
      </PageHead>
      <section className={classes.introduction} aria-labelledby="introduction">
        <h2 id="introduction">{t('introduction.title')}</h2>
        <Introduction origin={serverDocument().servers[0]?.url ?? ''} />
      </section>
      <ModuleList title={t('navigation.modules')} modules={listedModules(modules)} />
    </>
  )
}
