import { getLocale } from 'next-intl/server'
import { groups } from '@/db/base/groups'
import type { Locale } from '@/lib/kit/i18n/locale'
import { dictTypeName, elementName } from '@/lib/oper_log/base-names'

/** By the key of the row. `stored`: as the base data writes. */
type English = ReadonlyMap<string, { stored: string; english: string }>

const groupDescriptions: English = new Map(
  groups.map(({ name, description, description_en }) => [name, { stored: description, english: description_en }]),
)

/** The stored text if staff have changed it. */
function inLanguage(locale: Locale, texts: English, key: string, stored: string): string {
  const text = texts.get(key)
  return locale === 'en' && text?.stored === stored ? text.english : stored
}

/** Translates to the language of the request. Keeps other names. */
export async function withElementNames<Row extends { code: string; name: string }>(
  rows: readonly Row[],
): Promise<Row[]> {
  const locale = await getLocale()
  return rows.map((row) => ({ ...row, name: elementName(locale, row) }))
}

/** Translates to the language of the request. Keeps other names. */
export async function withDictTypeNames<Row extends { type: string; name: string }>(
  rows: readonly Row[],
): Promise<Row[]> {
  const locale = await getLocale()
  return rows.map((row) => ({ ...row, name: dictTypeName(locale, row) }))
}

/** Translates to the language of the request. Keeps other descriptions. */
export async function withGroupDescriptions<Row extends { name: string; description: string }>(
  rows: readonly Row[],
): Promise<Row[]> {
  const locale = await getLocale()
  return rows.map((row) => ({
    ...row,
    description: inLanguage(locale, groupDescriptions, row.name, row.description),
  }))
}
