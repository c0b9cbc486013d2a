export const locales = ['en', 'zh-CN'] as const

export type Locale = (typeof locales)[number]

export const localeCookie = 'locale'

export const isLocale = (value: unknown): value is Locale => locales.some((locale) => locale === value)

/** `first` if `english` is empty. */
export const inLocale = (locale: Locale, first: string, english: string) =>
  locale === 'en' && english !== '' ? english : first

/** `chosen` if supported, else the first supported language of Accept-Language, else English. */
export function chooseLocale(chosen: string | undefined, accepted: string | null): Locale {
  if (isLocale(chosen)) return chosen
  const preferences = (accepted ?? '')
    .split(',')
    .map((range) => {
      // The parts are split without a pattern that matches blanks: its time grows with the square of their number.
      const [tag = '', ...parameters] = range
        .toLowerCase()
        .split(';')
        .map((part) => part.trim())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { tag } of preferences) {
    // Readers of traditional Chinese read simplified Chinese rather than English.
    if (/^zh\b/.test(tag)) return 'zh-CN'
    if (/^en\b/.test(tag)) return 'en'
  }
  return 'en'
}
