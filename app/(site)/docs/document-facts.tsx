import { useTranslations } from 'next-intl'
import { serverDocument } from './document'

/** Which version the pages describe, and where its document is. */
export function DocumentFacts() {
  const t = useTranslations('docs')
  return (
    <>
      <span>{t('version', { version: serverDocument().info.version })}</span>
      <a href="/docs/openapi.json">{t('document')}</a>
    </>
  )
}
