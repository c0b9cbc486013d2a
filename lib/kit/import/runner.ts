import { and, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { import_file, import_row, type LineError, type LineWarning } from '@/db/schema/import'
import { user } from '@/db/schema/user'
import { labelsOf } from '@/lib/kit/api/csv/csv-labels'
import { holds, missingPermission } from '@/lib/kit/api/endpoint/caller'
import { cleanedLine, pathId } from '@/lib/kit/api/endpoint/fields'
import { type InvalidParam, type Problem, problem } from '@/lib/kit/api/endpoint/problem'
import { underSavepoint } from '@/lib/kit/api/rows/bulk'
import { newestList } from '@/lib/kit/api/rows/list'
import { found, insertRow } from '@/lib/kit/api/rows/rows'
import type { ReceivedFile } from '@/lib/kit/api/run/body'
import { checkpoint } from '@/lib/kit/api/run/checkpoint'
import { Recorder } from '@/lib/kit/api/run/recorder'
import { withRetries } from '@/lib/kit/api/run/retries'
import { connection, type Database } from '@/lib/kit/database'
import { messagesIn } from '@/lib/kit/i18n/messages'
import type { Spreadsheet } from '@/lib/kit/spreadsheet/reader'
import { isFormulaError } from './cells'
import {
  type AnalyzedLine,
  type ImportAuthor,
  type ImportKind,
  type ImportRow,
  LinesRefused,
  type SheetLine,
} from './kind'
import { type Import, type ImportProgress, ImportRowQuery } from './schema'
import { errorSentence, warningSentence } from './sentence'
import { foldedHeader, headersOf, isHeaderOf, spellingsOf } from './words'

/* First users see the planned changes of each line. Then they are applied, one record at a time. */

/** Columns of an exported file with the lines of an import. */
const errorColumn = 'error'
const warningColumn = 'warning'

/** Ignored without notice, so that users can import an exported file again. */
const isErrorColumn = (name: string) => isHeaderOf(errorColumn, name) || isHeaderOf(warningColumn, name)

const rowsPerInsert = 1_000

/** With the planned change of each line. Throws 400 at `file` for invalid columns. */
export async function startImport(
  db: Database,
  kind: ImportKind,
  { sheet, file, author }: { sheet: Spreadsheet; file: ReceivedFile; author: ImportAuthor },
): Promise<number> {
  const names = sheet.columns.map((name) => storable(name))
  const columns = columnsOf(kind, names)
  requireColumns(kind, names, columns)
  const lines = sheet.rows.map((row) => lineOf(row, columns, kind.dates))
  const analyzed = await kind.analyze(db, lines, author)
  const { id } = await insertRow(db, import_file, {
    kind: kind.name,
    name: cleanedLine(file.name).slice(0, 200),
    columns: names,
    created_by: author.caller.user_id,
  })
  const cells = new Map(sheet.rows.map((row) => [row.line, row.cells]))
  const working = new Set(analyzed.flatMap((row) => (doesSomething(row) ? row.record_line : [])))
  const rows = withLeaders(
    analyzed.map((row) => ({
      ...row,
      errors: withoutRepeats(row.errors),
      import_id: id,
      // A line without a change, an error or a warning is not in the file of `rowFile`, so nothing needs its cells.
      cells:
        row.result === 'unchanged' && !row.warnings?.length
          ? []
          : (cells.get(row.line) ?? []).map((cell) => storable(cell)),
      pending: row.result !== 'error' && working.has(row.record_line),
    })),
  )
  for (let at = 0; at < rows.length; at += rowsPerInsert) {
    await db.insert(import_row).values(rows.slice(at, at + rowsPerInsert))
  }
  return id
}

const doesSomething = ({ result }: AnalyzedLine) => result === 'create' || result === 'update'

interface Led {
  line: number
  record_line: number
  pending: boolean
}

/** The first pending line of the same record, which cannot be a line with errors. */
function withLeaders<Row extends Led>(rows: Row[]): Row[] {
  const leaders = new Map<number, number>()
  for (const { line, record_line, pending } of rows) {
    if (pending && !leaders.has(record_line)) leaders.set(record_line, line)
  }
  return rows.map((row) => ({ ...row, record_line: leaders.get(row.record_line) ?? row.record_line }))
}

/** Replaces characters that the database cannot store. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')

type Columns = (string | undefined)[]

/** undefined: the column is not read. */
function columnsOf(kind: ImportKind, names: string[]): Columns {
  const byName = new Map<string, string>()
  for (const column of kind.columns) {
    for (const name of [column, ...headersOf(column)]) byName.set(foldedHeader(name), column)
  }
  // Also accepts a name without its unit, unless another column has this name.
  for (const column of kind.columns) {
    for (const name of headersOf(column).flatMap(spellingsOf)) if (!byName.has(name)) byName.set(name, column)
  }
  return names.map((name) => byName.get(foldedHeader(name)))
}

/** Stored but not read: the user has added the column or has misspelled its name. */
const isIgnored = (name: string, column: string | undefined) =>
  column === undefined && name !== '' && !isErrorColumn(name)

const longestName = 64

/**
 * 400 at `file` with up to 20 faults. Unknown names are faults with `other_columns: 'refused'`, and without a key
 * column or any other column, because a name is then probably misspelled.
 */
function requireColumns(kind: ImportKind, names: string[], columns: Columns): void {
  const hasKey = columns.some((column) => column && kind.keys.includes(column))
  const isRead = hasKey && columns.some((column) => column && !kind.keys.includes(column))
  const faults: InvalidParam[] = []
  const add = (code: InvalidParam['code'], reason: string, params: object) =>
    faults.push({ in: 'body', name: 'file', code, reason, params: { line: 1, ...params } })
  const taken = new Set<string>()
  for (const [at, name] of names.entries()) {
    const column = columns[at]
    const place = `Line 1, column ${at + 1}`
    if (column && taken.has(column))
      add('duplicate', `${place}: the column ${column} is there twice.`, { column: name })
    else if ((!isRead || kind.other_columns === 'refused') && isIgnored(name, column))
      add('unknown_field', `${place}: there is no column of this name.`, { column: name.slice(0, longestName) })
    if (column) taken.add(column)
  }
  const [key = ''] = kind.keys
  if (!hasKey) add('required', `Line 1: one of the columns ${kind.keys.join(', ')} is required.`, { column: key })
  const [first] = faults
  if (first) throw problem('invalid_request', { detail: `file: ${first.reason}`, invalid_params: faults.slice(0, 20) })
}

/** Errors of a cell in any column. */
const cellErrors: readonly string[] = ['formula_error', 'date_format']

/** An error of `cellErrors` is the only one of its cell. */
function withoutRepeats(errors: LineError[]): LineError[] {
  const isOfCell = ({ code }: LineError) => cellErrors.includes(code)
  const columns = new Set(errors.filter(isOfCell).map(({ column }) => column))
  return errors.filter((error) => isOfCell(error) || !columns.has(error.column))
}

const cellsByColumn = (cells: string[], columns: Columns): SheetLine['cells'] =>
  new Map(columns.flatMap((column, at) => (column ? [[column, (cells[at] ?? '').trim()] as const] : [])))

function lineOf(row: Spreadsheet['rows'][number], columns: Columns, dates: readonly string[]): SheetLine {
  const cells = cellsByColumn(row.cells, columns)
  const surplus = row.cells.slice(columns.length).find((cell) => cell.trim() !== '')
  const errors: LineError[] =
    surplus === undefined ? [] : [{ column: null, code: 'unknown_field', value: storable(surplus).slice(0, 200) }]
  for (const [column, value] of cells) if (isFormulaError(value)) errors.push({ column, code: 'formula_error', value })
  const columnsAt = (places: number[]) => places.flatMap((at) => columns[at] ?? [])
  for (const column of columnsAt(row.dates))
    if (!dates.includes(column)) errors.push({ column, code: 'date_format', value: cells.get(column) ?? null })
  return { line: row.line, cells, texts: new Set(columnsAt(row.texts)), errors }
}

/** Replaces half of a surrogate pair at the cut, which the database cannot store in JSON. */
const shortened = (name: string) => storable(name.slice(0, longestName))

/** Throws `not_found`, also for an import of another kind. */
export async function readImport(db: Database, kind: ImportKind, id: number): Promise<z.input<typeof Import>> {
  const [row] = await db
    .select({
      id: import_file.id,
      name: import_file.name,
      columns: import_file.columns,
      created_at: import_file.created_at,
      created_by: { id: import_file.created_by, name: sql<string>`coalesce(${user.nickname}, '')` },
    })
    .from(import_file)
    .leftJoin(user, eq(user.id, import_file.created_by))
    .where(and(eq(import_file.id, id), eq(import_file.kind, kind.name)))
  const { columns: names, ...file } = found(row, 'import')
  const columns = columnsOf(kind, names)
  const ignored_columns = names.filter((name, at) => isIgnored(name, columns[at])).map(shortened)
  return { ...file, ignored_columns, ...(await progressOf(db, kind, id)) }
}

const hasWarnings = sql`${import_row.warnings} <> '[]'`

async function progressOf(db: Database, kind: ImportKind, id: number): Promise<z.input<typeof ImportProgress>> {
  const records = (condition: ReturnType<typeof sql>) =>
    sql<number>`(count(distinct ${kind.record}) filter (where ${condition}))::int`
  const counted = (condition: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${condition})::int`
  const changes = sql`${import_row.result} in ('create', 'update')`
  const [isDone, isLeft] = [
    sql`${changes} and ${import_row.done_at} is not null`,
    sql`${changes} and ${import_row.pending}`,
  ]
  const [row] = await db
    .select({
      counts: sql<z.input<typeof ImportProgress>['counts']>`json_build_object(
        'create', ${counted(sql`${import_row.result} = 'create'`)}, 'update', ${counted(sql`${import_row.result} = 'update'`)},
        'unchanged', ${counted(sql`${import_row.result} = 'unchanged'`)}, 'error', ${counted(sql`${import_row.result} = 'error'`)})`,
      warnings: counted(hasWarnings),
      done: counted(isDone),
      left: counted(isLeft),
      doubtful: counted(sql`${isLeft} and jsonb_path_exists(${import_row.warnings}, '$[*].amount')`),
      records: sql<z.input<typeof ImportProgress>['records']>`json_build_object(
        'done', ${records(isDone)}, 'left', ${records(isLeft)})`,
    })
    .from(import_row)
    .where(eq(import_row.import_id, id))
  return found(row, 'import')
}

/** As in the file. */
const listRowsOf = newestList('import_rows', {
  table: import_row,
  query: ImportRowQuery.extend({ import_id: pathId, sort: z.literal('id') }),
  filters: {
    import_id: import_row.import_id,
    result: import_row.result,
    warnings: sql`(${hasWarnings}) = ${sql.placeholder('warnings')}`,
  },
})

export interface RowContext {
  db: Database
  id: number
  query: z.output<typeof ImportRowQuery>
  caller: ImportAuthor['caller']
}

/** Without values of hidden columns. Throws `not_found`, also for an import of another kind. */
export async function shownRows(kind: ImportKind, { db, id, query, caller }: RowContext) {
  await readImport(db, kind, id)
  const page = await listRowsOf({ db, query: { ...query, import_id: id, sort: 'id' } })
  const hidden = hiddenColumns(kind, caller)
  return {
    ...page,
    items: page.items.map((row) => ({
      ...row,
      errors: row.errors.map(withoutValueOf(hidden)),
      warnings: row.warnings.filter(({ column }) => !hidden.has(column)),
    })),
  }
}

/** The caller may not see the value. */
const withoutValueOf = (hidden: ReadonlySet<string>) => (error: LineError) =>
  error.column !== null && hidden.has(error.column) ? { ...error, value: null } : error

const hiddenColumns = ({ guarded }: ImportKind, caller: ImportAuthor['caller']) =>
  new Set(Object.entries(guarded).flatMap(([column, code]) => (holds(caller, code) ? [] : [column])))

const linesPerBatch = 1_000

/**
 * The lines with changes, errors or warnings, for users to correct and import again. `query.labels` undefined: headers
 * as in the original file, errors and warnings as codes.
 */
export async function rowFile(
  db: Database,
  kind: ImportKind,
  { id, query, caller, zone }: RowContext & { zone: string },
) {
  const names = await columnNames(db, kind, id)
  const known = columnsOf(kind, names)
  const hidden = hiddenColumns(kind, caller)
  const places = names.flatMap((name, at) =>
    name === '' || isErrorColumn(name) || hidden.has(known[at] ?? '') ? [] : [at],
  )
  const locale = query.labels
  const labels = locale && (await labelsOf(db, kind.words, { locale, zone }))
  const texts = locale && (await messagesIn(locale)).import
  const headerOf = (at: number) => (labels && known[at] ? labels.header(known[at]) : (names[at] ?? ''))
  const errorOf = (error: LineError) =>
    labels && texts
      ? errorSentence(error, { texts, locale, word: (column, value) => String(labels.cell(column, value)) })
      : errorText(error)
  const { warnings: withWarnings } = await progressOf(db, kind, id)
  const warningsOf = (warnings: LineWarning[]) =>
    warnings
      .filter(({ column }) => !hidden.has(column))
      .map((warning) => (texts && locale ? warningSentence(warning, { texts, locale }) : errorText(warning)))
  return {
    columns: [
      ...places.map(headerOf),
      texts?.column.error ?? errorColumn,
      ...(withWarnings > 0 ? [texts?.column.warning ?? warningColumn] : []),
    ],
    async next(tx: Database, cursor = 0) {
      const rows = await tx
        .select()
        .from(import_row)
        .where(
          and(
            eq(import_row.import_id, id),
            gt(import_row.id, cursor),
            or(ne(import_row.result, 'unchanged'), hasWarnings),
            query.result && eq(import_row.result, query.result),
            query.warnings === undefined ? undefined : sql`(${hasWarnings}) = ${query.warnings}`,
          ),
        )
        .orderBy(import_row.id)
        .limit(linesPerBatch)
      const items = rows.map(({ cells, errors, warnings }) => [
        ...places.map((at) => cellOf(cells[at] ?? '', errors.some(isCut(known[at])))),
        errors
          .map(withoutValueOf(hidden))
          .map(errorOf)
          .join(labels ? ' ' : '; '),
        ...(withWarnings > 0 ? [warningsOf(warnings).join(labels ? ' ' : '; ')] : []),
      ])
      return { items, next_cursor: rows.length < linesPerBatch ? null : String(rows.at(-1)?.id) }
    },
  }
}

const isCut =
  (column: string | undefined) =>
  (error: LineError): boolean =>
    error.column === column && error.code === 'number_format'

/** A code that a spreadsheet has cut stays a number: as a text, the next import would accept its digits. */
const cellOf = (cell: string, isNumber: boolean) => (isNumber && String(Number(cell)) === cell ? Number(cell) : cell)

/** Throws `not_found`, also for an import of another kind. */
async function columnNames(db: Database, kind: ImportKind, id: number): Promise<string[]> {
  const [row] = await db
    .select({ columns: import_file.columns })
    .from(import_file)
    .where(and(eq(import_file.id, id), eq(import_file.kind, kind.name)))
  return found(row, 'import').columns
}

const errorText = ({ column, code }: Pick<LineError, 'column' | 'code'>) =>
  column === null ? code : `${column}: ${code}`

/** Duration of one call. Serverless functions are stopped a few seconds later. */
const sliceMilliseconds = 8_000

interface Application {
  author: ImportAuthor
  skip_errors: boolean
  /** In the transaction that applies the record. */
  record(tx: Database, part: Recorder): Promise<void>
}

/**
 * One record per transaction, for eight seconds; the next call continues. Concurrent calls share the work, and a crash
 * repeats no record. Refused lines become errors. Throws `not_found`, `forbidden` for columns, 409 `import_errors`
 * without `skip_errors`.
 */
export async function applyImport(
  kind: ImportKind,
  id: number,
  { author, skip_errors, record }: Application,
): Promise<z.input<typeof ImportProgress> & { name: string }> {
  const { db, transaction } = await connection()
  const { name } = await readImport(db, kind, id)
  const columns = columnsOf(kind, await columnNames(db, kind, id))
  const context = { ...author, file: name, cellsOf: (row: ImportRow) => cellsByColumn(row.cells, columns) }
  const until = Date.now() + sliceMilliseconds
  await refuseGuarded(db, kind, id, author)
  if (!skip_errors) await refuseErrors(db, id)
  const applyNext = () =>
    withRetries(() =>
      transaction(async (tx) => {
        const rows = await claimRecord(tx, id)
        if (rows.length === 0) return false
        const part = new Recorder()
        const refused = await underSavepoint(tx, () => kind.apply(tx, rows, { ...context, recorder: part }))
        await settle(tx, rows, refused)
        if (refused) {
          const failed = new Recorder()
          failed.refused(['import', id], refused)
          await record(tx, failed)
        } else await record(tx, part)
        checkpoint('record imported')
        return true
      }),
    )
  while (await applyNext()) {
    checkpoint('import slice')
    if (Date.now() >= until) break
  }
  return { name, ...(await progressOf(db, kind, id)) }
}

/** 409 `import_errors`, unless skipped. Errors of records that failed while they were applied do not count. */
async function refuseErrors(db: Database, id: number): Promise<void> {
  const errors = await db.$count(
    import_row,
    and(eq(import_row.import_id, id), eq(import_row.result, 'error'), isNull(import_row.done_at)),
  )
  if (errors > 0) throw problem('import_errors', { detail: `${errors} lines have errors.`, members: { errors } })
}

async function refuseGuarded(db: Database, kind: ImportKind, id: number, { caller }: ImportAuthor): Promise<void> {
  for (const column of hiddenColumns(kind, caller)) {
    const changing = await db.$count(
      import_row,
      and(eq(import_row.import_id, id), eq(import_row.pending, true), sql`${import_row.changes} ? ${column}`),
    )
    const code = kind.guarded[column]
    if (changing > 0 && code) throw missingPermission(code)
  }
}

/** Locks a record that no other call is applying. Empty: none left. */
async function claimRecord(tx: Database, id: number) {
  const [leader] = await tx
    .select({ line: import_row.line })
    .from(import_row)
    .where(and(eq(import_row.import_id, id), import_row.pending, eq(import_row.line, import_row.record_line)))
    .orderBy(import_row.id)
    .limit(1)
    .for('update', { skipLocked: true })
  if (!leader) return []
  return tx
    .select()
    .from(import_row)
    .where(and(eq(import_row.import_id, id), eq(import_row.record_line, leader.line), import_row.pending))
    .orderBy(import_row.id)
    .for('update')
}

/** Lines with changes of a refused record become errors. */
async function settle(
  tx: Database,
  rows: { id: number; line: number; result: string }[],
  refused: Problem | undefined,
) {
  const settled = { pending: false, done_at: sql`now()` }
  const ids = rows.map(({ id }) => id)
  await tx.update(import_row).set(settled).where(inArray(import_row.id, ids))
  if (!refused) return
  const lines = refused instanceof LinesRefused ? refused.lines : new Map<number, LineError[]>()
  const changing = rows.filter(({ result }) => result !== 'unchanged')
  for (const [at, { id, line }] of changing.entries()) {
    const isReason = lines.size === 0 && at === 0
    const errors = lines.get(line) ?? [{ column: null, code: isReason ? refused.code : 'incomplete', value: null }]
    await tx.update(import_row).set({ result: 'error', errors }).where(eq(import_row.id, id))
  }
}
