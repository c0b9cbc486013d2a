import type { Database } from '@/lib/kit/database'
import type { Locale } from '@/lib/kit/i18n/locale'
import type { Messages } from '@/lib/kit/i18n/messages'

/** A batch of lines and the cursor of the next one; null after the last. */
export interface Lines {
  items: unknown[]
  next_cursor: string | null
}

/** The location of the texts of a file, for files in a language. */
export interface Words {
  /** The namespace with the texts that name its columns. */
  texts: keyof Messages
  /** The key within the namespace, followed by the codes of the columns; without it, by their fields in camel case. */
  group?: string
  /** The texts of columns whose keys do not follow from their names. */
  labels?: Readonly<Record<string, string>>
  /** The dictionary of a column's values. */
  dictionaries?: Readonly<Record<string, string>>
  /** The texts of a column's values, below the namespace. */
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
   * The columns of a file for people for which none are chosen, if they are not the fields of the items. Called once, before
   * the first batch. `rowOf` returns an object with these columns; its values are translated like those of an item.
   */
  inWords?(db: Database, language: Language): Promise<{ columns: string[]; rowOf(item: unknown): object }>
}

/** The file of a list whose lines are not the items of the list. */
export interface OwnFile<Context> {
  /** Without extension. */
  name: string
  /** Describes its lines and columns in the API document. */
  description: string
  /** For a query with `wordsQuery`. */
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

/** The formats of files, and their types. */
export const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type FileFormat = keyof typeof fileTypes

/** The file that the request asks for: by `format=csv`, or by `Accept: text/csv` if there is no `format`. */
export function fileFormatOf(headers: Headers, search: URLSearchParams): FileFormat | undefined {
  const given = search.get('format')
  if (given === 'csv' || given === 'xlsx') return given
  return given === null && /\btext\/csv\b/i.test(headers.get('accept') ?? '') ? 'csv' : undefined
}
