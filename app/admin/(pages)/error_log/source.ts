import { useTranslations } from 'next-intl'

const sources = ['request', 'page', 'job'] as const

/** The name of the source of an error; an unknown source is returned unchanged. */
export function useSourceName(): (source: string) => string {
  const t = useTranslations('error_log.sources')
  return (source) => {
    const known = sources.find((one) => one === source)
    return known ? t(known) : source
  }
}
