import { useTranslations } from 'next-intl'

const sources = ['request', 'page', 'job'] as const

/** What something went wrong in; by its own word where that is none of ours. */
export function useSourceName(): (source: string) => string {
  const t = useTranslations('error_log.sources')
  return (source) => {
    const known = sources.find((one) => one === source)
    return known ? t(known) : source
  }
}
