import { describeError } from '../run/failure'
import { log } from '../run/log'
import type { Lines } from './csv'
import { Yuan } from './yuan'

/** May be empty. The first call also writes the beginning of the file, the call with `isLast` the end. */
export type FileWriter = (items: unknown[], isLast: boolean) => Uint8Array

/**
 * `next` takes a cursor (undefined for the first batch), only when the reader needs more bytes. `ended` gets the number
 * of lines written: before the last bytes are sent, on cancellation, or when a batch fails.
 */
export function fileStream(
  write: FileWriter,
  next: (cursor: number | undefined) => Promise<Lines>,
  ended: (lines: number) => Promise<void> = async () => undefined,
): ReadableStream<Uint8Array> {
  let cursor: number | undefined
  let isOpen = true
  let lines = 0
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          let bytes: Uint8Array
          let isLast: boolean
          do {
            const { items, next_cursor } = await next(cursor)
            if (!isOpen) return
            isLast = next_cursor === null
            cursor = isLast ? undefined : Number(next_cursor)
            bytes = write(items, isLast)
            lines += items.length
            // The reader asks again only after it has got bytes.
          } while (bytes.length === 0 && !isLast)
          if (isLast) await ended(lines)
          if (bytes.length > 0) controller.enqueue(bytes)
          if (isLast) controller.close()
        } catch (error) {
          await ended(lines)
          // The status is already sent, so aborting the body is the only way to report the failure.
          log().error(describeError(error), 'an export failed')
          controller.error(error)
        }
      },
      async cancel() {
        isOpen = false
        await ended(lines)
      },
    },
    // Nothing is read in advance, so at most one batch is in memory.
    { highWaterMark: 0 },
  )
}

/** `leave` is called once the reader has got the end, cancels, or the stream fails. */
export function withPlace(stream: ReadableStream<Uint8Array>, leave: () => void): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (!done) return controller.enqueue(value)
          leave()
          controller.close()
        } catch (error) {
          leave()
          controller.error(error)
        }
      },
      async cancel(reason) {
        leave()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

/** For an object, each column is a path, such as `user.id`. */
export const cellsOf = (columns: readonly string[], item: unknown): unknown[] =>
  Array.isArray(item) ? item : columns.map((column) => valueAt(item, column))

const valueAt = (item: unknown, column: string): unknown =>
  column
    .split('.')
    .reduce((here, name) => (typeof here === 'object' && here !== null ? Reflect.get(here, name) : undefined), item)

/** A date in ISO 8601, an object as JSON, and empty for null and undefined. */
export function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString()
  return typeof cell === 'object' && !(cell instanceof Yuan) ? JSON.stringify(cell) : String(cell)
}
