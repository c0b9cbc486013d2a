import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { singleton } from '@/db/singleton'
import { invalid, type Problem } from '@/lib/kit/api/endpoint/problem'
import { WorkQueue } from '@/lib/kit/api/run/work-queue'

/** A spreadsheet as text: the header, and the lines below the header that are not empty. */
const Spreadsheet = z.object({
  columns: z.array(z.string()),
  rows: z.array(
    z.object({
      /** The number of the line in the file, counted from 1, as an editor or a spreadsheet program shows it. */
      line: z.int(),
      /** The cells from left to right. There may be fewer or more cells than columns. */
      cells: z.array(z.string()),
      /**
       * The indexes of the cells with the type text in an XLSX file. A spreadsheet program has not changed the digits
       * of a text.
       */
      texts: z.array(z.int()),
      /** The indexes of the cells with the type date in an XLSX file. */
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

/** Maximum bytes of an uploaded spreadsheet. */
export const maxSpreadsheetSize = 4 * mebibyte

const limits = {
  /** The maximum number of empty lines, which are skipped. */
  max_empty: 100_000,
  /** The maximum number of cells in a line. */
  max_cells: 200,
  /** The maximum number of cells in a sheet of an XLSX file, with empty ones that only have a format. */
  max_parsed_cells: 1_500_000,
  /** The maximum number of characters in a cell, as in Excel. */
  max_cell: 32_767,
  /**
   * The maximum size of all cells in bytes. Even a small XLSX file can have much text, because the file stores a
   * repeated text only once.
   */
  max_text: 16 * mebibyte,
  /** The maximum size of an unpacked XLSX file in bytes. */
  max_unpacked: 50 * mebibyte,
  /** The maximum size of one unpacked part of an XLSX file in bytes. */
  max_entry: 30 * mebibyte,
}

const milliseconds = 20_000

/**
 * Returns the queue of spreadsheets to read. Spreadsheets are read one at a time, since reading one may take half a
 * gigabyte of memory.
 */
const queue = () =>
  singleton(
    'spreadsheets',
    () => new WorkQueue({ atOnce: 1, capacity: 5, work: 'spreadsheets are being read', patience: 30_000 }),
  )

const ofPersons = () => singleton('spreadsheets-of-persons', () => new Map<number, WorkQueue>())

/** Returns the queue of one person, so that the files of one person do not take all places. */
function ofPerson(user_id: number): WorkQueue {
  const queues = ofPersons()
  const queue = queues.get(user_id) ?? new WorkQueue({ atOnce: 1, capacity: 1, work: 'of your files are being read' })
  queues.set(user_id, queue)
  return queue
}

/**
 * Reads a CSV or XLSX file in a separate thread. CSV: in UTF-8, GB18030, or UTF-16 with a byte order mark; separated by
 * commas, semicolons or tabs, or by the separator in a first line such as `sep=;`. XLSX: the first sheet, with numbers
 * as decimals, days as YYYY-MM-DD, and errors of formulas as #REF!. Throws 400 at `file`: `empty`; `invalid`;
 * `old_excel` for an XLS file or a file with a password; `too_big` for more lines than `max_lines`, for lines and cells
 * above the limits, and for a file that takes longer than 20 seconds. Throws `unavailable` if too many files are
 * waiting, or a file of this person.
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
