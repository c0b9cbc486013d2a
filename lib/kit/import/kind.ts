import type { SQL } from 'drizzle-orm'
import type { ImportKindName, ImportResult } from '@/db/enums'
import type { import_row, LineChange, LineError } from '@/db/schema/import'
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
  /** What is wrong with the line as such. */
  errors: LineError[]
}

/** What a line would do. */
export interface AnalyzedLine {
  line: number
  /** The first line of the same record. */
  record_line: number
  result: ImportResult
  target: Record<string, number>
  changes: Record<string, LineChange>
  errors: LineError[]
}

export interface ImportAuthor {
  caller: Caller
  settings: Settings
}

export type ImportRow = typeof import_row.$inferSelect

/** What a record is applied with. */
export interface ApplyContext extends ImportAuthor {
  /** The name of the file. */
  file: string
  recorder: Recorder
  /** The cells of a line by column, as they were analyzed. */
  cellsOf(row: ImportRow): SheetLine['cells']
}

/** What is imported: products, for example. */
export interface ImportKind {
  name: ImportKindName
  /** The codes of its columns. */
  columns: readonly string[]
  /** One of these says what a line is about, so a file has at least one. */
  keys: readonly string[]
  /** Columns that only the holders of a permission see and set. */
  guarded: Readonly<Record<string, PermissionCode>>
  /** What people call its columns and values. */
  words: Words
  /** What tells the records of an import apart, for a query of `import_row`. */
  record: SQL
  /** Says what each line would do. Writes nothing. */
  analyze(db: Database, lines: SheetLine[], author: ImportAuthor): Promise<AnalyzedLine[]>
  /**
   * Does what the lines of one record say, in one transaction. Refused with a `Problem`: nothing of the record is written
   * then. `LinesRefused` says which line is the reason.
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

/** Runs a command. What it refuses is told at the lines that `linesOf` finds for it. */
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
