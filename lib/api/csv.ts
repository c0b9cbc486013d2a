import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import type { Database } from '@/lib/database'
import type { Messages } from '@/lib/i18n/messages'
import { describeError } from './failure'
import { log } from './log'

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
   * many cells as there are columns.
   */
  open(context: Context): Promise<{ columns: string[]; next(db: Database, cursor: number | undefined): Promise<Lines> }>
}

/** Whether a file has other lines than its list. */
export const isOwnFile = <Context>(file: string | ListFile | OwnFile<Context>): file is OwnFile<Context> =>
  typeof file === 'object' && 'open' in file

/** The output of a list that is read for a file: rows with ids. */
export const Batch = z.object({ items: z.array(z.looseObject({ id: z.int() })) })

/** Rows per batch: enough to be fast, few enough to need little memory. */
export const batchSize = 1_000

/** Whether the request asks for CSV: by `format=csv`, or by `Accept: text/csv` if there is no `format`. */
export const wantsCsv = (headers: Headers, search: URLSearchParams) =>
  search.get('format') === 'csv' || (!search.has('format') && /\btext\/csv\b/i.test(headers.get('accept') ?? ''))

/**
 * A CSV file that is written while the list is read: UTF-8 with a byte order mark for spreadsheets, and with cells that
 * look like formulas escaped. `next` takes a cursor (undefined for the first batch) and returns a batch and the next
 * cursor, or null after the last. It is called when the reader needs more, and not after the reader has canceled.
 */
export function csvStream(
  columns: string[],
  next: (cursor: number | undefined) => Promise<Lines>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let cursor: number | undefined
  let isFirst = true
  let isOpen = true
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { items, next_cursor } = await next(cursor)
          if (!isOpen) return
          const text = stringify(items, { ...format, columns, header: isFirst, bom: isFirst })
          if (text) controller.enqueue(encoder.encode(text))
          isFirst = false
          cursor = next_cursor === null ? undefined : Number(next_cursor)
          if (next_cursor === null) controller.close()
        } catch (error) {
          // The status is already sent, so aborting the body is the only way to report the failure.
          log().error(describeError(error), 'an export failed')
          controller.error(error)
        }
      },
      cancel() {
        isOpen = false
      },
    },
    // Nothing is read in advance, so that at most one batch is in memory.
    { highWaterMark: 0 },
  )
}

/**
 * Beginnings that some spreadsheets skip or split at, besides those of formulas, which the library knows; and what looks as if
 * it were escaped already, so that imports can tell (`lib/spreadsheet`).
 */
const isRisky = (text: string) => /^(?:'*[;|\p{C}\p{Z}]|'+[=+\-@＝＋－＠])/u.test(text)

const format = {
  escape_formulas: true,
  cast: {
    /** `true` and `false`; by default, false would be an empty cell. */
    boolean: String,
    string: (text: string) => (isRisky(text) ? `'${text}` : text),
  },
}
