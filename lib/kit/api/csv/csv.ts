import type { Database } from '@/lib/kit/database'
import type { Locale } from '@/lib/kit/i18n/locale'
import type { Messages } from '@/lib/kit/i18n/messages'

/** A batch of lines and the cursor of the next one; null after the last. */
export interface Lines {
  items: unknown[]
  next_cursor: string | null
}

/** Where the headers and labels of a file for people are found in the messages and dictionaries. */
export interface Words {
  /** The namespace of the messages for this file. */
  texts: keyof Messages
  /**
   * The key of the headers in the namespace: the header of the column `user.id` is at `<group>.user.id`. Absent: at
   * `userId`, the name of the column in camel case.
   */
  group?: string
  /** By column: the key of its header in the namespace, if it does not follow from the name of the column. */
  labels?: Readonly<Record<string, string>>
  /** By column: the type of the dictionary with the labels of its values. */
  dictionaries?: Readonly<Record<string, string>>
  /** By column: the key in the namespace with a text for each of its values. */
  values?: Readonly<Record<string, string>>
}

/** The language of a file for people, and the time zone of the shop. */
export interface Language {
  locale: Locale
  zone: string
}

/** The file of a list whose lines are its items. */
export interface ListFile extends Words {
  /** Without extension. */
  name: string
  /**
   * The columns of a file for people if the request chooses none and the columns are not the fields of the items.
   * Called once, before the first batch. `rowOf` returns an object with these columns; its values are translated like
   * the values of an item.
   */
  inWords?(db: Database, language: Language): Promise<{ columns: string[]; rowOf(item: unknown): object }>
}

/** The file of a list whose lines are not the items of the list. */
export interface OwnFile<Context> {
  /** Without extension. */
  name: string
  /** Describes the lines and columns of the file in the API document. */
  description: string
  /** The headers and labels of the file for people. Requires `wordsQuery` in the query of the endpoint. */
  words?: Words
  /**
   * Called once, before anything is sent, so it may throw a problem. `next` reads one batch in a separate transaction:
   * lines with one cell per column. A cell is a text, a number, `Yuan`, or a value that is translated: a boolean, a
   * `Date`, or a list of codes.
   */
  open(context: Context): Promise<{ columns: string[]; next(db: Database, cursor: number | undefined): Promise<Lines> }>
}

/** Whether a file has other lines than its list. */
export const isOwnFile = <Context>(file: string | ListFile | OwnFile<Context>): file is OwnFile<Context> =>
  typeof file === 'object' && 'open' in file

/** The media type of each file format. */
export const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type FileFormat = keyof typeof fileTypes

/**
 * The file format of a request: from `format=csv` or `format=xlsx`, else csv for `Accept: text/csv` without `format`.
 * undefined: the request asks for JSON.
 */
export function fileFormatOf(headers: Headers, search: URLSearchParams): FileFormat | undefined {
  const given = search.get('format')
  if (given === 'csv' || given === 'xlsx') return given
  return given === null && /\btext\/csv\b/i.test(headers.get('accept') ?? '') ? 'csv' : undefined
}
