import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { singleton } from '@/db/singleton'
import { invalid, type Problem } from '@/lib/kit/api/endpoint/problem'
import { WorkQueue } from '@/lib/kit/api/run/work-queue'

/** Without empty lines. */
const Spreadsheet = z.object({
  columns: z.array(z.string()),
  rows: z.array(
    z.object({
      /** In the file, from 1, as an editor shows it. */
      line: z.int(),
      /** May be fewer or more than columns. */
      cells: z.array(z.string()),
      /** Indexes of texts in XLSX, whose digits a spreadsheet program has not changed. */
      texts: z.array(z.int()),
      /** Indexes in an XLSX file. */
      dates: z.array(z.int()),
    }),
  ),
})

export type Spreadsheet = z.output<typeof Spreadsheet>

const Refused = z.object({
  code: z.enum(['empty', 'invalid', 'old_excel', 'too_big']),
  detail: z.string(),
  params: z.object({ line: z.int(), column: z.string(), maximum: z.int() }).optional(),
})

const mebibyte = 1024 * 1024

/** In bytes. */
export const maxSpreadsheetSize = 4 * mebibyte

const limits = {
  /** Empty lines, which are skipped. */
  max_empty: 100_000,
  /** In a line. */
  max_cells: 200,
  /** Cells of a sheet in XLSX, with empty ones that only have a format. */
  max_parsed_cells: 1_500_000,
  /** As in Excel. */
  max_cell: 32_767,
  /** In bytes. Even a small XLSX file can have much text, because a repeated text is stored once. */
  max_text: 16 * mebibyte,
  /** Bytes of XLSX. */
  max_unpacked: 50 * mebibyte,
  /** Bytes of one part of XLSX. */
  max_entry: 30 * mebibyte,
}

const milliseconds = 20_000

/** One at a time, since reading one may take half a gigabyte of memory. */
const queue = () =>
  singleton(
    'spreadsheets',
    () => new WorkQueue({ atOnce: 1, capacity: 5, work: 'spreadsheets are being read', patience: 30_000 }),
  )

const ofPersons = () => singleton('spreadsheets-of-persons', () => new Map<number, WorkQueue>())

/** So that the files of one person do not take all places. */
function ofPerson(user_id: number): WorkQueue {
  const queues = ofPersons()
  const queue = queues.get(user_id) ?? new WorkQueue({ atOnce: 1, capacity: 1, work: 'of your files are being read' })
  queues.set(user_id, queue)
  return queue
}

/**
 * CSV: UTF-8, GB18030, or UTF-16 with a mark; by commas, semicolons, tabs or `sep=;`. XLSX: the first sheet, days as
 * YYYY-MM-DD, errors as #REF!. Throws 400 at `file`: `empty`, `invalid`, `old_excel` (XLS or a password), `too_big`
 * (lines, cells or 20 seconds), and `unavailable` if too many files wait, or one of this person.
 */
export const readSpreadsheet = (
  path: string,
  { max_lines, user_id }: { max_lines: number; user_id: number },
): Promise<Spreadsheet> =>
  ofPerson(user_id).run(() =>
    queue().run(
      () =>
        new Promise<Spreadsheet>((resolve, reject) => {
          // The bundler ignores this path: the worker's file itself is deployed with the routes that read spreadsheets.
          const file = join(/* turbopackIgnore: true */ process.cwd(), 'lib/kit/spreadsheet/reader-worker.mjs')
          const worker = new Worker(/* turbopackIgnore: true */ file, {
            env: {},
            execArgv: [],
            workerData: { path, max_lines, ...limits },
            resourceLimits: { maxOldGenerationSizeMb: 512 },
          })
          const timer = setTimeout(() => end(() => reject(tooBig())), milliseconds)
          const end = (settle: () => void) => {
            clearTimeout(timer)
            void worker.terminate()
            settle()
          }
          worker.on('message', (message) => {
            const refused = Refused.safeParse(message)
            if (refused.success) {
              const { code, detail, params } = refused.data
              end(() => reject(invalid('body', 'file', code, detail, params)))
            } else end(() => resolve(Spreadsheet.parse(message)))
          })
          worker.on('error', (error) => end(() => reject(isOutOfMemory(error) ? tooBig() : error)))
        }),
    ),
  )

const isOutOfMemory = (error: Error) => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

const tooBig = (): Problem => invalid('body', 'file', 'too_big', 'The file takes too long to read. Send it in parts.')
