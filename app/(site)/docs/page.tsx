import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ApiReference } from '@/components/api-reference/api-reference'
import { demonstrationAccount } from '@/lib/next/shop-window'
import { serverDocument } from './document'
import { Introduction, sections } from './introduction'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('docs')
  return { title: t('title'), description: t('description') }
}

/** How to log in as the demonstration customer, where there is one. */
function demonstrationLogin() {
  const account = demonstrationAccount()
  return account && { path: '/v1/token', fields: { type: 100 }, account: account.name, secret: account.password }
}

export default async function ReferencePage() {
  const t = await getTranslations('docs.introduction')
  const document = serverDocument()
  return (
    <ApiReference
      document={document}
      address="/docs/openapi.json"
      login={demonstrationLogin()}
      sections={sections.map((id) => ({ id, title: t(`${id}.title`) }))}
    >
      <Introduction origin={document.servers[0]?.url ?? ''} />
    </ApiReference>
  )
}
