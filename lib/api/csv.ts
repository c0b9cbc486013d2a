import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import { describeError } from './failure'
import { log } from './log'

/** What a list answers for a file. */
export const Batch = z.object({ items: z.array(z.unknown()), next_cursor: z.string().nullable() })

/** Rows that are read and written at once: enough to be quick, few enough to need no memory to speak of. */
export const batchSize = 1_000

/** The fields of a list's rows, in the order of its schema: the columns of its file. */
export function columnsOf(output: z.ZodType | undefined): string[] {
  const items = output instanceof z.ZodObject ? output.shape.items : undefined
  const row = items instanceof z.ZodArray ? items.element : undefined
  return row instanceof z.ZodObject ? Object.keys(row.shape) : []
}

/** Whether the request asks for the list as a file. */
export const wantsCsv = (headers: Headers, search: URLSearchParams) =>
  search.get('format') === 'csv' || (!search.has('format') && /\btext\/csv\b/i.test(headers.get('accept') ?? ''))

/**
 * A CSV file that is written while it is read: UTF-8 with a mark that spreadsheets look for, and no cell that they
 * would take for a formula. `next` answers a batch and where the following one begins; nothing after the last.
 */
export function csvStream(
  columns: string[],
  next: (cursor: number | undefined) => Promise<z.output<typeof Batch>>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let cursor: number | undefined
  let isFirst = true
  return new ReadableStream({
    async pull(controller) {
      try {
        const { items, next_cursor } = await next(cursor)
        const text = stringify(items, { columns, header: isFirst, bom: isFirst, escape_formulas: true })
        if (text) controller.enqueue(encoder.encode(text))
        isFirst = false
        cursor = next_cursor === null ? undefined : Number(next_cursor)
        if (next_cursor === null) controller.close()
      } catch (error) {
        // The status is long out: an answer that breaks off is the only way left to say so.
        log().error(describeError(error), 'an export broke off')
        controller.error(error)
      }
    },
  })
}
