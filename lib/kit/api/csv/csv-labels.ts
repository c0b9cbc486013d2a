import { asc, inArray } from 'drizzle-orm'
import { dict } from '@/db/schema/dict'
import type { Database } from '@/lib/kit/database'
import { type Messages, messagesIn } from '@/lib/kit/i18n/messages'
import { textKey } from '@/lib/kit/i18n/text-name'
import type { Language, Words } from './csv'
import { Yuan } from './yuan'

interface TypedLanguage extends Language {
  /** In fen. */
  money?: ReadonlySet<string>
  /** ISO 8601 texts. */
  moments?: ReadonlySet<string>
}

export interface Labels {
  /** The code of the column if no text names it. */
  header: (column: string) => string
  /** The label of a code, yes or no, yuan, the time in the shop's zone, or the name of the referenced record. */
  cell: (column: string, value: unknown) => unknown
}

/** Reads all messages and dictionary entries, so call once per file, before the first batch. */
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
    header: (column) => own(labels[column] ?? (group ? `${group}.${column}` : textKey(column))) ?? column,
    cell,
  }
}

export const joined = (values: readonly unknown[]): string => values.join(joint)

const joint = '; '

/** `2026-11-25 07:49:42`, which spreadsheets recognize as a time. */
function localTime(zone: string): (moment: Date) => string {
  // The Swedish locale formats dates in this way.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return (moment) => format.format(moment)
}

/** `reasons.locked`; undefined if the path leads to no text. */
function textAt(messages: Messages[keyof Messages], path: string): string | undefined {
  const found = path
    .split('.')
    .reduce<unknown>(
      (here, name) => (typeof here === 'object' && here !== null ? Reflect.get(here, name) : undefined),
      messages,
    )
  return typeof found === 'string' ? found : undefined
}

/** The first non-empty of name, user name, nickname and id of a record; JSON for other objects. */
function nameOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const names: unknown[] = ['name', 'username', 'nickname', 'id'].map((field) => Reflect.get(value, field))
  return names.find((name) => name !== undefined && name !== null && name !== '') ?? JSON.stringify(value)
}
