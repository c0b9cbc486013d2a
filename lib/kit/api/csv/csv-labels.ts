import { asc, inArray } from 'drizzle-orm'
import { dict } from '@/db/schema/dict'
import type { Database } from '@/lib/kit/database'
import { type Messages, messagesIn } from '@/lib/kit/i18n/messages'
import type { Language, Words } from './csv'
import { Yuan } from './yuan'

/** The language, time zone and column types of a file. */
interface TypedLanguage extends Language {
  /** The columns whose values are amounts in fen. */
  money?: ReadonlySet<string>
  /** The columns whose values are moments, as ISO 8601 texts. */
  moments?: ReadonlySet<string>
}

/** The headers and labels of a file in one language. */
export interface Labels {
  /** Returns the header of a column, or the code of the column if no text names it. */
  header: (column: string) => string
  /**
   * Returns a value for people: the label of a code, yes or no, yuan, the time in the shop's zone, or the name of the
   * referenced record. Other values are unchanged.
   */
  cell: (column: string, value: unknown) => unknown
}

/**
 * Returns the headers and labels of a file. Reads all messages and dictionary entries at once, so call the function
 * once per file, before the first batch.
 */
export async function labelsOf(db: Database, words: Words, language: TypedLanguage): Promise<Labels> {
  const { texts, group, labels = {}, dictionaries = {}, values = {} } = words
  const { locale, zone, money, moments } = language
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
  const timeOf = localTime(zone)
  const wordOf = (column: string, value: unknown): unknown => {
    const dictionary = dictionaries[column]
    if (dictionary !== undefined) return ofDictionary.get(`${dictionary} ${value}`) ?? value
    const path = values[column]
    return path === undefined ? undefined : (own(`${path}.${value}`) ?? value)
  }
  const cell = (column: string, value: unknown): unknown => {
    if (value === null || value === undefined || value instanceof Yuan) return value
    if (Array.isArray(value)) return joined(value.map((one) => cell(column, one)))
    const word = wordOf(column, value)
    if (word !== undefined) return word
    if (typeof value === 'boolean') return value ? messages.table.yes : messages.table.no
    if (value instanceof Date || (moments?.has(column) && typeof value === 'string')) return timeOf(new Date(value))
    if (money?.has(column) && typeof value === 'number') return new Yuan(value)
    return nameOf(value)
  }
  return {
    header: (column) => own(labels[column] ?? (group ? `${group}.${column}` : camelCase(column))) ?? column,
    cell,
  }
}

/** Joins several values to the text of one cell. */
export const joined = (values: readonly unknown[]): string => values.join(joint)

/** The separator of several values in a cell. */
const joint = '; '

/**
 * Returns a function that formats a moment as `2026-11-25 07:49:42` in this time zone. Spreadsheets recognize this
 * format as a time.
 */
function localTime(zone: string): (moment: Date) => string {
  // The Swedish locale formats dates in this way.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return (moment) => format.format(moment)
}

/** Converts the name of a column to a message key: `last_login_at` to `lastLoginAt`. */
const camelCase = (column: string) => column.replaceAll(/[._]([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The text at a path such as `reasons.locked`; undefined if the path leads to no text. */
function textAt(messages: Messages[keyof Messages], path: string): string | undefined {
  const found = path
    .split('.')
    .reduce<unknown>(
      (here, name) => (typeof here === 'object' && here !== null ? Reflect.get(here, name) : undefined),
      messages,
    )
  return typeof found === 'string' ? found : undefined
}

/**
 * Returns the first non-empty value of a record among name, user name, nickname and id; JSON for an object without any
 * of them. Other values are unchanged.
 */
function nameOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const names: unknown[] = ['name', 'username', 'nickname', 'id'].map((field) => Reflect.get(value, field))
  return names.find((name) => name !== undefined && name !== null && name !== '') ?? JSON.stringify(value)
}
