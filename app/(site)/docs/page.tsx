import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ApiReference } from '@/components/api-reference/api-reference'
import { demonstrationAccount } from '@/lib/next/shop-window'
import { Introduction } from './introduction'
import { loginAs, readReference } from './reference'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('docs.client')
  return { title: t('title'), description: t('description') }
}

export default async function ClientInterfacePage() {
  const t = await getTranslations('docs.client')
  const { document, client, pages } = await readReference()
  const account = demonstrationAccount()
  return (
    <ApiReference
      document={document}
      path="/docs/openapi.json"
      part={client}
      pages={pages}
      here="/docs"
      title={t('title')}
      lead={t('lead')}
      login={loginAs(account?.name, account?.password)}
    >
      <Introduction origin={document.servers[0]?.url ?? ''} />
    </ApiReference>
  )
}
