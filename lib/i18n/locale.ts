export const locales = ['en', 'zh-CN'] as const

export type Locale = (typeof locales)[number]

/** The cookie that remembers which language a person chose. */
export const localeCookie = 'locale'

export const isLocale = (value: unknown): value is Locale => locales.some((one) => one === value)

/** The language to answer in: the one that was chosen, else the first that the browser asks for and we have, else English. */
export function chooseLocale(chosen: string | undefined, accepted: string | null): Locale {
  if (isLocale(chosen)) return chosen
  const wanted = (accepted ?? '')
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const quality = parameters.find((one) => one.startsWith('q='))?.slice(2)
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { tag } of wanted) {
    // Whoever reads traditional characters is served better by simplified ones than by English.
    if (/^zh\b/.test(tag)) return 'zh-CN'
    if (/^en\b/.test(tag)) return 'en'
  }
  return 'en'
}
