import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import { describeError } from './failure'
import { log } from './log'

/** What a list answers for a file: rows with ids. */
export const Batch = z.object({ items: z.array(z.looseObject({ id: z.int() })) })

/** Rows that are read and written at once: enough to be quick, few enough to need no memory to speak of. */
export const batchSize = 1_000

/** The fields of a list's rows, in the order of its schema: the columns of its file. `user.username` is one, too. */
export function columnsOf(output: z.ZodType | undefined): string[] {
  const items = output instanceof z.ZodObject ? output.shape.items : undefined
  return items instanceof z.ZodArray ? fieldsOf(items.element) : []
}

const fieldsOf = (schema: z.core.$ZodType): string[] =>
  schema instanceof z.ZodNullable
    ? fieldsOf(schema.unwrap())
    : schema instanceof z.ZodObject
      ? Object.entries(schema.shape).flatMap(([name, field]) => {
          const inner = fieldsOf(field)
          return inner.length > 0 ? inner.map((one) => `${name}.${one}`) : [name]
        })
      : []

/** Whether the request asks for the list as a file. */
export const wantsCsv = (headers: Headers, search: URLSearchParams) =>
  search.get('format') === 'csv' || (!search.has('format') && /\btext\/csv\b/i.test(headers.get('accept') ?? ''))

/**
 * A CSV file that is written while it is read: UTF-8 with a mark that spreadsheets look for, and no cell that they
 * would take for a formula. `next` answers a batch and where the following one begins; nothing after the last. It is
 * asked when the reader wants more, and not again when he went away.
 */
export function csvStream(
  columns: string[],
  next: (cursor: number | undefined) => Promise<{ items: unknown[]; next_cursor: string | null }>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let cursor: number | undefined
  let isFirst = true
  let isWanted = true
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { items, next_cursor } = await next(cursor)
          if (!isWanted) return
          const text = stringify(items, { ...format, columns, header: isFirst, bom: isFirst })
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
      cancel() {
        isWanted = false
      },
    },
    // Nothing is read in advance: HEAD reads nothing at all, and of a file nobody holds more than one batch.
    { highWaterMark: 0 },
  )
}

/** Yes and no are words in both of their cells; without this "no" would be an empty one. */
const format = { escape_formulas: true, cast: { boolean: String } }
