import type { Database } from '@/lib/kit/database'
import type { Locale } from '@/lib/kit/i18n/locale'
import type { Messages } from '@/lib/kit/i18n/messages'
import type { PermissionCode } from '../endpoint/endpoint'

/** A batch of lines, and the cursor of the next batch; null after the last batch. */
export interface Lines {
  items: unknown[]
  next_cursor: string | null
}

/** The sources of the headers and labels of a translated file. */
export interface Words {
  /** The namespace of the messages for this file. */
  texts: keyof Messages
  /**
   * The key in the namespace that contains the headers: the header of the column `user.id` has the key
   * `<group>.user.id`. Without a group, this header has the key `userId`, the name of the column in camel case.
   */
  group?: string
  /**
   * The key of a column's header in the namespace, by column. Only for keys that do not follow from the name of the
   * column.
   */
  labels?: Readonly<Record<string, string>>
  /** The dictionary with the labels of a column's values, by column. */
  dictionaries?: Readonly<Record<string, string>>
  /** A key in the namespace, by column. The texts of the column's values are below this key, each under its value. */
  values?: Readonly<Record<string, string>>
}

/** The language of a translated file, and the time zone of the shop. */
export interface Language {
  locale: Locale
  zone: string
}

/**
 * A file for programs with one line for each item of a list. Contains only the codes of the API, no translated texts.
 */
export interface PlainFile {
  /** The beginning of the file's name, which is followed by the day and the extension. */
  name: string
  /** The permission that the file requires in addition to the permission of the list. Often `cms.<resource>.export`. */
  permission: PermissionCode
}

/** A file with one line for each item of a list: with the codes of the API for programs, or translated for people. */
export interface ListFile extends PlainFile, Words {
  /**
   * Returns the columns of a translated file, and a function `rowOf` that returns an object with these columns for an
   * item. Needed if the columns are not the fields of the items. Called once, before the first batch, and only if the
   * request chooses no columns. Values of the object are translated like values of an item.
   */
  inWords?(db: Database, language: Language): Promise<{ columns: string[]; rowOf(item: unknown): object }>
}

/** An export of a list in which the lines of the file differ from the items of the list. */
export interface OwnFile<Context> extends PlainFile {
  /** Describes the lines and columns of the file in the API document. */
  description: string
  /** The headers and labels of the translated file. Requires `wordsQuery` in the query of the endpoint. */
  words?: Words
  /**
   * Opens the file. Called once, before anything is sent, so `open` may throw a problem. `next` reads one batch in a
   * separate transaction: lines with one cell per column. A cell is a text, a number, `Yuan`, or a value to translate:
   * a boolean, a `Date`, or a list of codes.
   */
  open(context: Context): Promise<{ columns: string[]; next(db: Database, cursor: number | undefined): Promise<Lines> }>
}

/** Whether the lines of a file differ from the items of the exported list. */
export const isOwnFile = <Context>(file: PlainFile | ListFile | OwnFile<Context>): file is OwnFile<Context> =>
  'open' in file

/** Whether a file has one line for each item of the exported list and can be translated. */
export const isListFile = (file: PlainFile): file is ListFile => 'texts' in file && !('open' in file)

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
