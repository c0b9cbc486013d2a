import type { SQL } from 'drizzle-orm'
import type { ImportKindName, ImportResult } from '@/db/enums'
import type { import_row, LineChange, LineError, LineWarning } from '@/db/schema/import'
import type { Words } from '@/lib/kit/api/csv/csv'
import type { Caller } from '@/lib/kit/api/endpoint/caller'
import type { PermissionCode } from '@/lib/kit/api/endpoint/endpoint'
import { Problem } from '@/lib/kit/api/endpoint/problem'
import { problemOf } from '@/lib/kit/api/run/failure'
import type { Recorder } from '@/lib/kit/api/run/recorder'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'

/** A line of an imported file. `cells` has the trimmed cells by column, only for columns of the file. */
export interface SheetLine {
  line: number
  cells: ReadonlyMap<string, string>
  /**
   * The columns whose cell in this line has the type text in the file. A spreadsheet does not change the digits of such
   * a cell.
   */
  texts: ReadonlySet<string>
  /** Errors of the whole line, and errors that a cell can have in any column, such as a failed formula. */
  errors: LineError[]
}

/** A line with its planned changes and errors. */
export interface AnalyzedLine {
  line: number
  /** The number of the first line of the same record. */
  record_line: number
  result: ImportResult
  target: Record<string, number>
  changes: Record<string, LineChange>
  errors: LineError[]
  warnings?: LineWarning[]
}

export interface ImportAuthor {
  caller: Caller
  settings: Settings
}

export type ImportRow = typeof import_row.$inferSelect

/** The data for applying the records of an import: its author, file and recorder. */
export interface ApplyContext extends ImportAuthor {
  /** The name of the file. */
  file: string
  recorder: Recorder
  /** Returns the trimmed cells of a stored line by column, in the form of `SheetLine.cells`. */
  cellsOf(row: ImportRow): SheetLine['cells']
}

/** The definition of an import of one kind of records, such as products. */
export interface ImportKind {
  name: ImportKindName
  /** The codes of the columns that a file can have. */
  columns: readonly string[]
  /** Columns that identify the record of a line. A file needs at least one of these columns. */
  keys: readonly string[]
  /**
   * The treatment of columns with unknown names. Choose `ignored` only if a line with a misspelled column changes less:
   * without the price column of an import of products, prices stay unchanged. Choose `refused` if the line changes
   * more: without the SKU column of an import of parcels, a parcel ships all pieces of the order.
   */
  other_columns: 'ignored' | 'refused'
  /**
   * Columns that have dates. A date in another column is an error: a spreadsheet has turned a text such as 3-15 into a
   * date.
   */
  dates: readonly string[]
  /** The permissions that are required to see and set columns, by column. */
  guarded: Readonly<Record<string, PermissionCode>>
  /** The sources of the column headers and of the labels of values. */
  words: Words
  /** The SQL expression that identifies the record of a line, for queries of the table `import_row`. */
  record: SQL
  /** Returns the planned change and the errors of each line. Writes nothing. */
  analyze(db: Database, lines: SheetLine[], author: ImportAuthor): Promise<AnalyzedLine[]>
  /**
   * Applies the lines of one record in one transaction. Throws a `Problem` if the record is refused: then nothing of
   * the record is written. Throws `LinesRefused` to report the errors at certain lines.
   */
  apply(db: Database, rows: ImportRow[], context: ApplyContext): Promise<void>
}

/** Thrown if a record is refused because of errors in some of its lines. */
export class LinesRefused extends Problem {
  constructor(
    { code, extras }: Problem,
    /** The errors, by the number of the line. */
    readonly lines: ReadonlyMap<number, LineError[]>,
  ) {
    super(code, extras)
  }
}

/**
 * Runs `work`. Converts problems, and database errors that correspond to a problem, to `LinesRefused` with the line
 * errors from `linesOf`. Rethrows `unavailable`, `LinesRefused` and all other errors unchanged.
 */
export async function toldAtLines(
  work: () => Promise<unknown>,
  linesOf: (refused: Problem) => ReadonlyMap<number, LineError[]>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const refused = error instanceof Problem ? error : await problemOf(error, 'PUT')
    if (!refused || refused.code === 'unavailable' || refused instanceof LinesRefused) throw error
    throw new LinesRefused(refused, linesOf(refused))
  }
}
