import { asc, inArray } from 'drizzle-orm'
import { dict } from '@/db/schema/dict'
import type { Database } from '@/lib/database'
import type { Locale } from '@/lib/i18n/locale'
import { type Messages, messagesIn } from '@/lib/i18n/messages'
import type { Words } from './csv'

/** The words of a list's file in one language. */
export interface Labels {
  /** The header of a column; its code where nothing names it. */
  header: (column: string) => string
  /** The label of a code; undefined where the column has none. */
  label: (column: string, value: unknown) => unknown
  /** Any other value: names instead of what refers to them. Numbers, amounts and times stay as they are. */
  plain: (value: unknown) => unknown
}

/** Reads the words of a file, once, before it is written. */
export async function labelsOf(db: Database, words: Words, locale: Locale): Promise<Labels> {
  const { texts, group, labels = {}, dictionaries = {}, values = {} } = words
  const messages = await messagesIn(locale)
  const types = Object.values(dictionaries)
  const entries =
    types.length === 0
      ? []
      : await db.select().from(dict).where(inArray(dict.type, types)).orderBy(asc(dict.type), asc(dict.sort_order))
  const ofDictionary = new Map(
    entries.map(({ type, value, label, label_en }) => [`${type} ${value}`, (locale === 'en' && label_en) || label]),
  )
  const own = (path: string) => textAt(messages[texts], path)
  return {
    header: (column) => own(labels[column] ?? (group ? `${group}.${column}` : camelCase(column))) ?? column,
    label(column, value) {
      const dictionary = dictionaries[column]
      if (dictionary !== undefined) return ofDictionary.get(`${dictionary} ${value}`) ?? value
      const path = values[column]
      return path === undefined || value === null ? undefined : (own(`${path}.${value}`) ?? value)
    },
    plain(value) {
      if (typeof value === 'boolean') return value ? messages.table.yes : messages.table.no
      return nameOf(value)
    },
  }
}

/** `last_login_at` as `lastLoginAt`, as texts are named. */
const camelCase = (column: string) => column.replaceAll(/[._]([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The text at a path such as `reasons.locked`. */
function textAt(messages: Messages[keyof Messages], path: string): string | undefined {
  const found = path
    .split('.')
    .reduce<unknown>(
      (here, name) => (typeof here === 'object' && here !== null ? Reflect.get(here, name) : undefined),
      messages,
    )
  return typeof found === 'string' ? found : undefined
}

/** Whoever or whatever a value refers to, by name; several with commas. */
function nameOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nameOf).join(', ')
  if (typeof value !== 'object' || value === null) return value
  const names: unknown[] = ['name', 'username', 'nickname', 'id'].map((field) => Reflect.get(value, field))
  return names.find((name) => name !== undefined && name !== null && name !== '') ?? JSON.stringify(value)
}
