import { problem } from '../endpoint/problem'

/** The slowest allowed pace of a body, in milliseconds. */
export interface Pace {
  /** The longest pause between two chunks. */
  idle: number
  /** The longest time for the whole body. */
  total: number
}

/** The pace of bodies that are read as a whole. */
export const textPace: Pace = { idle: 30_000, total: 30_000 }

/** The pace of bodies with a file, which may be large. */
export const filePace: Pace = { idle: 30_000, total: 600_000 }

export const incomplete = () => problem('invalid_request', { detail: 'The body is incomplete.' })

const tooSlow = () =>
  problem('request_timeout', {
    detail: 'The body did not arrive in time.',
    // Bytes that arrive later must not be parsed as the next request.
    headers: { connection: 'close' },
  })

/**
 * Resolves like `received`. Rejects with 408 after this number of milliseconds, and with 400 if `received` rejects
 * because the client has disconnected.
 */
export async function inTime<T>(milliseconds: number, received: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), milliseconds)
  })
  const complete = received.catch(() => {
    throw incomplete()
  })
  try {
    return await Promise.race([complete, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The limits for receiving and discarding a body that will not be read. A client that is still sending would otherwise
 * get a connection reset instead of the response.
 */
const drained = { bytes: 16 * 1024 * 1024, milliseconds: 2_000 }

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const end = performance.now() + drained.milliseconds
  for (let left = drained.bytes; left > 0; ) {
    const { done, value } = await inTime(end - performance.now(), reader.read())
    if (done) return
    left -= value.length
  }
}

/** The allowed size of a body, and the size that the client declared. */
export interface Size {
  /** In bytes. */
  max: number
  /** The `detail` of the problem for a body above `max`. */
  detail: string
  /** Content-Length, if the client sent it. */
  declared: number | undefined
}

const tooLarge = (detail: string) =>
  problem('payload_too_large', {
    detail,
    // Bytes may still arrive later.
    headers: { connection: 'close' },
  })

/**
 * Yields the chunks of a body as they arrive. Throws 408 if the body is slower than the pace, 400 if the client
 * disconnects, and 413 if the body is larger than `max`. If Content-Length exceeds `max`, throws 413 before reading.
 *
 * If the reader stops early or the body is too large, the client has two seconds to send the rest, so that it can read
 * the response. Then the body is canceled.
 */
export async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  { idle, total }: Pace,
  { max, detail, declared = 0 }: Size,
): AsyncGenerator<Uint8Array, void, undefined> {
  const end = performance.now() + total
  const reader = body.getReader()
  // A client that was too slow or has disconnected gets no further time.
  let isArriving = true
  try {
    if (declared > max) throw tooLarge(detail)
    for (let size = 0; ; ) {
      isArriving = false
      const { done, value } = await inTime(Math.min(idle, end - performance.now()), reader.read())
      if (done) return
      isArriving = true
      size += value.length
      if (size > max) throw tooLarge(detail)
      yield value
    }
  } finally {
    if (isArriving) await drain(reader).catch(() => undefined)
    // Not awaited: it would not resolve for a client that has stopped sending.
    void reader.cancel().catch(() => undefined)
  }
}
