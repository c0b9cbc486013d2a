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

/** A line of a file: its cells by column, trimmed. Columns that the file does not have are missing. */
export interface SheetLine {
  line: number
  cells: ReadonlyMap<string, string>
  /** Columns whose cell is a text in the file, so that a spreadsheet has not changed its digits. */
  texts: ReadonlySet<string>
  /** Errors of the whole line, and of cells that no column can have. */
  errors: LineError[]
}

/** A line with its planned changes and errors. */
export interface AnalyzedLine {
  line: number
  /** The first line of the same record. */
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

/** The author and file of an import whose records are being applied. */
export interface ApplyContext extends ImportAuthor {
  /** The name of the file. */
  file: string
  recorder: Recorder
  /** The cells of a line by column, as in the analysis. */
  cellsOf(row: ImportRow): SheetLine['cells']
}

/** A kind of records that can be imported, such as products. */
export interface ImportKind {
  name: ImportKindName
  /** The codes of its columns. */
  columns: readonly string[]
  /** Columns that identify the record of a line. A file needs at least one of them. */
  keys: readonly string[]
  /**
   * Whether columns of other names are ignored or refused. Ignored only where a line without a column does less: a
   * misspelled column of prices changes nothing, but a parcel without its SKUs takes everything.
   */
  other_columns: 'ignored' | 'refused'
  /** Columns that have dates. A date in another column is what a spreadsheet has made of a text such as 3-15. */
  dates: readonly string[]
  /** Columns that require a permission to see and set. */
  guarded: Readonly<Record<string, PermissionCode>>
  /** The texts of its columns and values. */
  words: Words
  /** The expression that identifies the record of a row, for queries of `import_row`. */
  record: SQL
  /** Determines the change of each line. Writes nothing. */
  analyze(db: Database, lines: SheetLine[], author: ImportAuthor): Promise<AnalyzedLine[]>
  /**
   * Applies the lines of one record in one transaction. Throws a `Problem` if the record is refused; nothing of it is
   * written then. `LinesRefused` names the lines.
   */
  apply(db: Database, rows: ImportRow[], context: ApplyContext): Promise<void>
}

/** A record was refused because of these lines. */
export class LinesRefused extends Problem {
  constructor(
    { code, extras }: Problem,
    /** By the number of the line. */
    readonly lines: ReadonlyMap<number, LineError[]>,
  ) {
    super(code, extras)
  }
}

/** Runs a command. Its problems are reported at the lines that `linesOf` finds for them. */
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
