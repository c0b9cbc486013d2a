import { basePages } from '@/db/base/menus'
import type { Locale } from '@/lib/i18n/locale'

const elements: ReadonlyMap<string, { stored: string; english: string }> = new Map(
  basePages.flatMap(({ elements }) => elements.map(([code, stored, english]) => [code, { stored, english }])),
)

/** The English name of a built-in page element; empty where it has none, or once staff have changed its name. */
export function englishElementName({ code, name }: { code: string; name: string }): string {
  const base = elements.get(code)
  return base?.stored === name ? base.english : ''
}

/** The name of a page element in this language. */
export const elementName = (locale: Locale, element: { code: string; name: string }): string =>
  (locale === 'en' && englishElementName(element)) || element.name
