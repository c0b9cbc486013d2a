import { dicts } from '@/db/base/dicts'
import { basePages } from '@/db/base/menus'
import type { Locale } from '@/lib/kit/i18n/locale'

const elements: ReadonlyMap<string, { stored: string; english: string }> = new Map(
  basePages.flatMap(({ elements }) => elements.map(([code, stored, english]) => [code, { stored, english }])),
)

/** Empty if not built-in, or renamed by staff. */
export function englishElementName({ code, name }: { code: string; name: string }): string {
  const base = elements.get(code)
  return base?.stored === name ? base.english : ''
}

/** The stored name where there is no English name. */
export const elementName = (locale: Locale, element: { code: string; name: string }): string =>
  (locale === 'en' && englishElementName(element)) || element.name

const dictTypes: ReadonlyMap<string, { stored: string; english: string }> = new Map(
  dicts.map(({ type, name, name_en }) => [type, { stored: name, english: name_en }]),
)

/** A built-in dictionary has an English name until staff have changed the name. */
export function dictTypeName(locale: Locale, { type, name }: { type: string; name: string }): string {
  const base = dictTypes.get(type)
  return locale === 'en' && base?.stored === name ? base.english : name
}

/** The shop may change these freely. The values of all other built-in dictionaries occur in code. */
const ownChoices: readonly string[] = ['carrier', 'cancel_reason', 'refund_reason', 'after_sale_reason']

/** Whether the value occurs in code. */
export const isNeeded = ({ type, value }: { type: string; value: string }): boolean =>
  !ownChoices.includes(type) && dicts.some((one) => one.type === type && Object.hasOwn(one.entries, value))
