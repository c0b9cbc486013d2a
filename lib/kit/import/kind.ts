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

/** `cells`: trimmed, by column, only for columns of the file. */
export interface SheetLine {
  line: number
  cells: ReadonlyMap<string, string>
  /** Cells of the type text, whose digits a spreadsheet does not change. */
  texts: ReadonlySet<string>
  /** Errors of the whole line, or of a cell in any column, such as a failed formula. */
  errors: LineError[]
}

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
  caller: Caller<'staff' | 'key'>
  settings: Settings
}

export type ImportRow = typeof import_row.$inferSelect

export interface ApplyContext extends ImportAuthor {
  file: string
  recorder: Recorder
  /** Trimmed, by column, as in `SheetLine.cells`. */
  cellsOf(row: ImportRow): SheetLine['cells']
}

export interface ImportKind {
  name: ImportKindName
  columns: readonly string[]
  /** Identify the record of a line. A file needs at least one of them. */
  keys: readonly string[]
  /**
   * `ignored` only if a line with a misspelled column changes less, such as no prices. `refused` if more: without the
   * SKU column, a parcel ships all pieces of the order.
   */
  other_columns: 'ignored' | 'refused'
  /** A date in another column is an error: a spreadsheet has turned a text such as 3-15 into a date. */
  dates: readonly string[]
  /** Needed to see and set a column. */
  guarded: Readonly<Record<string, PermissionCode>>
  words: Words
  /** Identifies the record of a line, for queries of `import_row`. */
  record: SQL
  /** Writes nothing. */
  analyze(db: Database, lines: SheetLine[], author: ImportAuthor): Promise<AnalyzedLine[]>
  /** All lines of one record, or nothing. Throws a `Problem`, or `LinesRefused` for errors at certain lines. */
  apply(db: Database, rows: ImportRow[], context: ApplyContext): Promise<void>
}

/** Refuses a record because of some of its lines. */
export class LinesRefused extends Problem {
  constructor(
    { code, extras }: Problem,
    /** By the number of the line. */
    readonly lines: ReadonlyMap<number, LineError[]>,
  ) {
    super(code, extras)
  }
}

/** Converts problems, also those of the database, to `LinesRefused`, except `unavailable`. */
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
