import { problem } from '../endpoint/problem'

/** The slowest allowed, in milliseconds. */
export interface Pace {
  /** Between two chunks. */
  idle: number
  /** For the whole body. */
  total: number
}

export const textPace: Pace = { idle: 30_000, total: 30_000 }

/** For bodies with a file, which may be large. */
export const filePace: Pace = { idle: 30_000, total: 600_000 }

export const incomplete = () => problem('invalid_request', { detail: 'The body is incomplete.' })

const tooSlow = () =>
  problem('request_timeout', {
    detail: 'The body did not arrive in time.',
    // Bytes that arrive later must not be parsed as the next request.
    headers: { connection: 'close' },
  })

/** 408 after this time, 400 if `received` rejects because the client has disconnected. */
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

/** For a body that is not read: a client that still sends would else get a connection reset instead of the response. */
const drained = { bytes: 16 * 1024 * 1024, milliseconds: 2_000 }

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const end = performance.now() + drained.milliseconds
  for (let left = drained.bytes; left > 0; ) {
    const { done, value } = await inTime(end - performance.now(), reader.read())
    if (done) return
    left -= value.length
  }
}

export interface Size {
  /** In bytes. */
  max: number
  /** Detail of the problem above `max`. */
  detail: string
  /** Content-Length, if sent. */
  declared: number | undefined
}

const tooLarge = (detail: string) =>
  problem('payload_too_large', {
    detail,
    // Bytes may still arrive later.
    headers: { connection: 'close' },
  })

/**
 * Throws 408 below the pace, 400 on a disconnection, 413 above `max`, by Content-Length before reading. If the body is
 * not read to its end, the client has two seconds to send the rest, so that it can read the response.
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
