import type { Database } from '@/lib/kit/database'
import type { Locale } from '@/lib/kit/i18n/locale'
import type { Messages } from '@/lib/kit/i18n/messages'
import type { PermissionCode } from '../endpoint/endpoint'

/** `cursor`: null after the last batch. */
export interface Lines {
  items: unknown[]
  next_cursor: string | null
}

export interface Words {
  /** A namespace of the messages. */
  texts: keyof Messages
  /** The header of `user.id` has the key `<group>.user.id`; without a group, `userId`. */
  group?: string
  /** Keys of headers that do not follow from the column, by column. */
  labels?: Readonly<Record<string, string>>
  /** For the labels of values, by column. */
  dictionaries?: Readonly<Record<string, string>>
  /** The key above the texts of the values, by column. */
  values?: Readonly<Record<string, string>>
}

/** `zone`: of the shop. */
export interface Language {
  locale: Locale
  zone: string
}

export type FileKind = keyof Messages['download']['kind']

/** `to`: the day after the last one. */
export interface FilePeriod {
  by: keyof Messages['download']['by']
  from: string
  to: string
}

/** For programs: one line per item, only codes of the API. */
export interface PlainFile {
  /** Followed by the time or a period, and the extension; translated in files for people. */
  name: FileKind
  /** In addition to the permission of the list. Often `cms.<resource>.export`. */
  permission: PermissionCode
}

/** One line per item: codes for programs, or translated for people. */
export interface ListFile extends PlainFile, Words {
  /**
   * If the columns are not the fields of the items: `rowOf` returns an object with these columns, translated like an
   * item. Called once, before the first batch, unless the request chooses columns.
   */
  inWords?(db: Database, language: Language): Promise<{ columns: string[]; rowOf(item: unknown): object }>
}

/** The lines differ from the items of the list. */
export interface OwnFile<Context> extends PlainFile {
  /** In the API document. */
  description: string
  /** Requires `wordsQuery` in the query of the endpoint. */
  words?: Words
  /** Named in the file's name instead of the time. */
  period?(context: Context): FilePeriod
  /**
   * Called once before anything is sent, so it may throw a problem. `next` reads a batch in its own transaction. A cell
   * is a text, a number, `Yuan`, or a value to translate: a boolean, a `Date`, or a list of codes.
   */
  open(context: Context): Promise<{ columns: string[]; next(db: Database, cursor: number | undefined): Promise<Lines> }>
}

export const isOwnFile = <Context>(file: PlainFile | ListFile | OwnFile<Context>): file is OwnFile<Context> =>
  'open' in file

export const isListFile = (file: PlainFile): file is ListFile => 'texts' in file && !('open' in file)

export const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type FileFormat = keyof typeof fileTypes

/** `format` wins over `Accept: text/csv`. undefined: JSON. */
export function fileFormatOf(headers: Headers, search: URLSearchParams): FileFormat | undefined {
  const given = search.get('format')
  if (given === 'csv' || given === 'xlsx') return given
  return given === null && /\btext\/csv\b/i.test(headers.get('accept') ?? '') ? 'csv' : undefined
}
