import { getLocale } from 'next-intl/server'
import { groups } from '@/db/base/groups'
import type { Locale } from '@/lib/kit/i18n/locale'
import { dictTypeName, elementName } from '@/lib/oper_log/base-names'

/** The English for each text of the base data, by the key of its row. */
type English = ReadonlyMap<string, { stored: string; english: string }>

const groupDescriptions: English = new Map(
  groups.map(({ name, description, description_en }) => [name, { stored: description, english: description_en }]),
)

/** A text of the base data in this language; the stored text once staff have changed it. */
function inLanguage(locale: Locale, texts: English, key: string, stored: string): string {
  const text = texts.get(key)
  return locale === 'en' && text?.stored === stored ? text.english : stored
}

/** The elements with the names of built-in ones in the language of the request. */
export async function withElementNames<Row extends { code: string; name: string }>(
  rows: readonly Row[],
): Promise<Row[]> {
  const locale = await getLocale()
  return rows.map((row) => ({ ...row, name: elementName(locale, row) }))
}

/** The dictionary types with the names of built-in ones in the language of the request. */
export async function withDictTypeNames<Row extends { type: string; name: string }>(
  rows: readonly Row[],
): Promise<Row[]> {
  const locale = await getLocale()
  return rows.map((row) => ({ ...row, name: dictTypeName(locale, row) }))
}

/** The groups with the descriptions of built-in ones in the language of the request. */
export async function withGroupDescriptions<Row extends { name: string; description: string }>(
  rows: readonly Row[],
): Promise<Row[]> {
  const locale = await getLocale()
  return rows.map((row) => ({
    ...row,
    description: inLanguage(locale, groupDescriptions, row.name, row.description),
  }))
}
