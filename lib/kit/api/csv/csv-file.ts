import { z } from 'zod'
import type { Connection } from '@/db/connection/client'
import { columnsOf, columnsOfKind, expanded } from '@/lib/kit/api/endpoint/columns'
import type { Database } from '@/lib/kit/database'
import { type Locale, locales } from '@/lib/kit/i18n/locale'
import { conceal, isColumnShown } from '../endpoint/needs'
import { invalid } from '../endpoint/problem'
import type { AnyContext, EndpointOf, Outcome } from '../run/pipeline'
import { type FileFormat, fileTypes, isListFile, isOwnFile, type Lines, type OwnFile } from './csv'
import { hasCodes } from './csv-cell'
import { joined, labelsOf } from './csv-labels'
import { csvWriter } from './csv-writer'
import { beginExport } from './export-queue'
import { fileNameOf } from './file-name'
import { cellsOf, fileStream, withPlace } from './file-stream'
import { xlsxWriter } from './xlsx-writer'

/* Loaded only when a file is requested: loads the texts of all columns and the libraries of both formats. */

export const Batch = z.object({ items: z.array(z.looseObject({ id: z.int() })) })

/** Larger batches need more memory; smaller batches are slower. */
export const batchSize = 1_000

/** Database limit of one batch: a list may be sorted by a column without an index. */
const batchSeconds = 60

/**
 * Read in batches while the file is sent. `ended` is called once with the number of lines sent. Throws 429
 * `too_many_requests` if two exports of the caller are being sent. The stream must be read or canceled.
 */
export async function fileOf<O extends z.core.$ZodType>(
  endpoint: EndpointOf<O>,
  context: AnyContext,
  {
    format,
    transaction,
    ended,
  }: { format: FileFormat; transaction: Connection['transaction']; ended(lines: number): Promise<void> },
): Promise<Outcome<z.output<O>>> {
  const begin = async () => {
    if (FileChoice.parse(context.query ?? {}).sort === 'updated_at')
      throw invalid('query', 'sort', 'not_allowed', 'Files are not sorted by updated_at.')
    const { columns, next } =
      endpoint.csv && isOwnFile(endpoint.csv) ? await ownFile(endpoint.csv, context) : await listFile(endpoint, context)
    const read = (cursor: number | undefined) =>
      transaction((tx) => next(tx, cursor), { statement_seconds: batchSeconds })
    // Before anything is sent, so that a problem, such as a missing record, is still a normal response.
    return { columns, read, lines: await read(undefined) }
  }
  const { begun, slot, leave } = await beginExport(context.caller?.user_id ?? 0, begin)
  try {
    let first: Lines | undefined = begun.lines
    const { columns } = begun
    const { labels } = FileChoice.parse(context.query ?? {})
    const write = writers[format](columns, { isForPeople: labels !== undefined || !hasCodes(columns) })
    const nextLines = async (cursor: number | undefined) => {
      const lines = first ?? (await slot(() => begun.read(cursor)))
      first = undefined
      return lines
    }
    const names = await namesOf(endpoint, context, { format, locale: labels })
    const stream = withPlace(fileStream(write, nextLines, ended), leave)
    const body = { ...names, type: fileTypes[format], stream }
    return { output: undefined, status: 200, body, location: undefined, replayed: false }
  } catch (error) {
    leave()
    throw error
  }
}

async function namesOf<O extends z.core.$ZodType>(
  { csv }: EndpointOf<O>,
  context: AnyContext,
  { format, locale }: { format: FileFormat; locale: Locale | undefined },
) {
  if (!csv) throw new Error('the endpoint has no file')
  const period = isOwnFile(csv) ? periodOf(csv, context) : undefined
  return fileNameOf(csv.name, { format, locale, period, zone: zoneOf(context), now: new Date() })
}

const periodOf = (file: OwnFile<AnyContext & { prepared: undefined }>, context: AnyContext) =>
  file.period?.({ ...context, prepared: undefined })

const writers = { csv: csvWriter, xlsx: xlsxWriter }

/** Translated if the query has a language in `labels` and the file has `words`; otherwise the codes of the API. */
async function ownFile(file: OwnFile<AnyContext & { prepared: undefined }>, context: AnyContext) {
  const { columns, next } = await file.open({ ...context, prepared: undefined })
  const { labels: locale } = FileChoice.parse(context.query ?? {})
  const labels = locale && file.words && (await labelsOf(context.db, file.words, { locale, zone: zoneOf(context) }))
  const read = async (db: Database, cursor: number | undefined): Promise<Lines> => {
    const { items, next_cursor } = await next(db, cursor)
    const lineOf = (item: unknown) =>
      cellsOf(columns, item).map((value, at) => {
        if (labels) return labels.cell(columns[at] ?? '', value)
        return Array.isArray(value) ? joined(value) : value
      })
    return { items: items.map(lineOf), next_cursor }
  }
  return { columns: labels ? columns.map(labels.header) : columns, next: read }
}

const zoneOf = ({ settings }: AnyContext) => settings['shop.time_zone']

const FileChoice = z.object({
  sort: z.string().optional(),
  columns: z.array(z.string()).optional(),
  labels: z.enum(locales).optional(),
})

/** Calls the list's handler once per batch, with the last id of the previous batch as `cursor`. */
async function listFile<O extends z.core.$ZodType>(endpoint: EndpointOf<O>, context: AnyContext) {
  const { columns: chosen, labels: locale } = FileChoice.parse(context.query ?? {})
  const query = { ...Object(context.query), format: 'csv', page: 1, size: batchSize }
  const all = columnsOf(endpoint.output).filter(
    (column) => !endpoint.additional_permissions || isColumnShown(endpoint, column, context.caller),
  )
  const readBatch = async (db: Database, cursor: number | undefined): Promise<Lines> => {
    const page =
      endpoint.output &&
      z.parse(endpoint.output, await endpoint.handle({ ...context, db, query: { ...query, cursor } }))
    if (endpoint.additional_permissions) conceal(endpoint, page, context.caller)
    const { items } = Batch.parse(page)
    return { items, next_cursor: items.length < batchSize ? null : String(items.at(-1)?.id) }
  }
  const file = endpoint.csv
  if (locale === undefined || !file || !isListFile(file))
    return { columns: chosen ? expanded(chosen, all) : all, next: readBatch }
  const labels = await labelsOf(context.db, file, {
    locale,
    zone: zoneOf(context),
    money: columnsOfKind(endpoint.output, 'money'),
    moments: columnsOfKind(endpoint.output, 'moment'),
  })
  const inWords = chosen ? undefined : await file.inWords?.(context.db, { locale, zone: zoneOf(context) })
  // A chosen object is one column, named like the object.
  const columns = inWords?.columns ?? chosen?.filter((one) => expanded([one], all).length > 0) ?? all
  const lineOf = (item: unknown) =>
    cellsOf(columns, inWords?.rowOf(item) ?? item).map((value, at) => labels.cell(columns[at] ?? '', value))
  const next = async (db: Database, cursor: number | undefined): Promise<Lines> => {
    const { items, next_cursor } = await readBatch(db, cursor)
    return { items: items.map(lineOf), next_cursor }
  }
  return { columns: columns.map(labels.header), next }
}
