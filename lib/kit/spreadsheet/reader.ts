import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { singleton } from '@/db/singleton'
import { invalid, type Problem } from '@/lib/kit/api/endpoint/problem'
import { WorkQueue } from '@/lib/kit/api/run/work-queue'

/** A spreadsheet as text: the header and the lines below that are not empty. */
const Spreadsheet = z.object({
  columns: z.array(z.string()),
  rows: z.array(
    z.object({
      /** The number in an editor or a spreadsheet. */
      line: z.int(),
      /** There may be fewer or more cells than columns. */
      cells: z.array(z.string()),
      /** Positions of the cells of XLSX that are texts: a spreadsheet has not changed their digits. */
      texts: z.array(z.int()),
      /** Positions of the cells of XLSX that are dates. */
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
  /** Empty lines, which are skipped. */
  max_empty: 100_000,
  /** Cells in a line. */
  max_cells: 200,
  /** Characters in a cell, as in Excel. */
  max_cell: 32_767,
  /** Bytes of all cells: one text of an XLSX file can be in any number of cells. */
  max_text: 16 * mebibyte,
  /** Bytes of an unpacked XLSX file. */
  max_unpacked: 50 * mebibyte,
  /** Bytes of one of its parts. */
  max_entry: 30 * mebibyte,
}

const milliseconds = 20_000

/** One at a time, because each may take half a gigabyte. */
const queue = () =>
  singleton(
    'spreadsheets',
    () => new WorkQueue({ atOnce: 1, capacity: 5, work: 'spreadsheets are being read', patience: 30_000 }),
  )

/**
 * Reads a file of type CSV (UTF-8, GB18030, or UTF-16 with a byte order mark; separated by commas, semicolons or tabs,
 * or as its first line `sep=;` says) or XLSX (its first sheet) in a separate thread. Numbers of XLSX are written as
 * decimals, days as YYYY-MM-DD, errors of formulas as #REF!. Throws 400 at `file`: `empty`, `invalid`, `old_excel` for an
 * XLS file or one with a password, or `too_big` for more lines than `max_lines`, for lines and cells above the limits, and
 * for more than can be read in 20 seconds; and `unavailable` if too many are waiting.
 */
export const readSpreadsheet = (path: string, { max_lines }: { max_lines: number }): Promise<Spreadsheet> =>
  queue().run(
    () =>
      new Promise<Spreadsheet>((resolve, reject) => {
        // Ignored by the bundler: the routes that read spreadsheets are deployed with the file itself.
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
  )

const isOutOfMemory = (error: Error) => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

const tooBig = (): Problem => invalid('body', 'file', 'too_big', 'The file takes too long to read. Send it in parts.')
