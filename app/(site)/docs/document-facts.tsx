import { useTranslations } from 'next-intl'
import { build } from '@/lib/kit/build'

/** `path`: of the API document of the interface. */
export function DocumentFacts({ path }: { path: string }) {
  const t = useTranslations('docs')
  return (
    <>
      <span>
        {t('version', { version: build.version })}
        {build.commit && ` (${build.commit.slice(0, 7)})`}
      </span>
      <a href={path}>{t('document')}</a>
      <a href="/docs/llms.txt">llms.txt</a>
    </>
  )
}
