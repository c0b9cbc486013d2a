import type { Database } from '@/lib/kit/database'
import type { Messages } from '@/lib/kit/i18n/messages'

/** A batch of lines, and where the next one begins; null after the last. */
export interface Lines {
  items: unknown[]
  next_cursor: string | null
}

/** Where the words of a file are, for those who want it in a language. */
export interface Words {
  /** The namespace with the texts that name its columns. */
  texts: keyof Messages
  /** Where in the namespace they are, by the codes of the columns; without it, by their fields in camel case. */
  group?: string
  /** The texts of columns that are not named so. */
  labels?: Readonly<Record<string, string>>
  /** The dictionary of a column's values. */
  dictionaries?: Readonly<Record<string, string>>
  /** The texts of a column's values, below the namespace. */
  values?: Readonly<Record<string, string>>
}

/** The CSV file of a list whose lines are its items. */
export interface ListFile extends Words {
  /** Without extension. */
  name: string
}

/** The CSV file of a list whose lines are not the items of the list. */
export interface OwnFile<Context> {
  /** Without extension. */
  name: string
  /** What its lines and columns are; for the API document. */
  description: string
  /** For a query with `wordsQuery`. */
  words?: Words
  /**
   * Called once, before anything is sent, so it may refuse. `next` reads one batch in a transaction of its own: lines of as
   * many cells as there are columns. A cell is a text, or what people read in words of their own: a boolean, a moment as a
   * `Date`, or a list of codes.
   */
  open(context: Context): Promise<{ columns: string[]; next(db: Database, cursor: number | undefined): Promise<Lines> }>
}

/** Whether a file has other lines than its list. */
export const isOwnFile = <Context>(file: string | ListFile | OwnFile<Context>): file is OwnFile<Context> =>
  typeof file === 'object' && 'open' in file

/** Whether the request asks for CSV: by `format=csv`, or by `Accept: text/csv` if there is no `format`. */
export const wantsCsv = (headers: Headers, search: URLSearchParams) =>
  search.get('format') === 'csv' || (!search.has('format') && /\btext\/csv\b/i.test(headers.get('accept') ?? ''))
