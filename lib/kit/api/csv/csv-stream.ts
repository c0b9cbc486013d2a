import { stringify } from 'csv-stringify/sync'
import { describeError } from '../run/failure'
import { log } from '../run/log'
import type { Lines } from './csv'
import { guarded } from './csv-cell'

/**
 * A CSV file that is written while the list is read: UTF-8 with a byte order mark for spreadsheets, and with cells that
 * look like formulas escaped. `next` takes a cursor (undefined for the first batch) and returns a batch and the next
 * cursor, or null after the last. It is called when the reader needs more, and not after the reader has canceled.
 */
export function csvStream(
  columns: string[],
  next: (cursor: number | undefined) => Promise<Lines>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let cursor: number | undefined
  let isFirst = true
  let isOpen = true
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { items, next_cursor } = await next(cursor)
          if (!isOpen) return
          const text = stringify(items, { ...format, columns, header: isFirst, bom: isFirst })
          if (text) controller.enqueue(encoder.encode(text))
          isFirst = false
          cursor = next_cursor === null ? undefined : Number(next_cursor)
          if (next_cursor === null) controller.close()
        } catch (error) {
          // The status is already sent, so aborting the body is the only way to report the failure.
          log().error(describeError(error), 'an export failed')
          controller.error(error)
        }
      },
      cancel() {
        isOpen = false
      },
    },
    // Nothing is read in advance, so at most one batch is in memory.
    { highWaterMark: 0 },
  )
}

const format = {
  // Quoted cells are also recognized by spreadsheets that separate cells by another character than the comma.
  quoted: true,
  quoted_empty: true,
  cast: {
    /** `true` and `false`; by default, false would be an empty cell. */
    boolean: String,
    string: guarded,
    date: (value: Date) => value.toISOString(),
    object: (value: object) => guarded(JSON.stringify(value)),
  },
}
