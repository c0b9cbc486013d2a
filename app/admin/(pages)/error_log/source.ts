import { useTranslations } from 'next-intl'

const sources = ['request', 'page', 'job'] as const

/** Returns an unknown source unchanged. */
export function useSourceName(): (source: string) => string {
  const t = useTranslations('error_log.sources')
  return (source) => {
    const known = sources.find((one) => one === source)
    return known ? t(known) : source
  }
}
