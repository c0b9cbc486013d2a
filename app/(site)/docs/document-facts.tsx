import { useTranslations } from 'next-intl'
import { build } from '@/lib/kit/build'

export function DocumentFacts() {
  const t = useTranslations('docs')
  return (
    <>
      <span>
        {t('version', { version: build.version })}
        {build.commit && ` (${build.commit.slice(0, 7)})`}
      </span>
      <a href="/docs/openapi.json">{t('document')}</a>
    </>
  )
}
