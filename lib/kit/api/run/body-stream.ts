import { problem } from '@/lib/kit/api/endpoint/problem'

/** How slowly a client may send a body, in milliseconds. */
export interface Pace {
  /** Until more of it arrives. */
  idle: number
  /** Until all of it has arrived. */
  total: number
}

/** Of bodies that are read at once. */
export const textPace: Pace = { idle: 30_000, total: 30_000 }

/** Of bodies with a file, which may be large. */
export const filePace: Pace = { idle: 30_000, total: 600_000 }

export const incomplete = () => problem('invalid_request', { detail: 'The body is incomplete.' })

const tooSlow = () =>
  problem('request_timeout', {
    detail: 'The body did not arrive in time.',
    // What arrives later must not be taken for the next request.
    headers: { connection: 'close' },
  })

/** Rejects with 408 where the client takes longer than this many milliseconds, and with 400 where it disconnects. */
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
 * The part of an unread body that is still received and thrown away: a client that is sending when the connection closes gets a
 * reset instead of the answer.
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

/** How large a body may be. */
export interface Size {
  /** In bytes. */
  max: number
  /** What a larger one is refused for. */
  detail: string
  /** Content-Length, if the client sent it. */
  declared: number | undefined
}

const tooLarge = (detail: string) =>
  problem('payload_too_large', {
    detail,
    // Some of it may arrive later.
    headers: { connection: 'close' },
  })

/**
 * The chunks of a body as they arrive. Throws like {@link inTime}, and 413 above `max`, at once where that was declared. A
 * reader that stops early cancels the body. Either way the client gets a moment to send the rest, and can read the answer.
 */
export async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  { idle, total }: Pace,
  { max, detail, declared = 0 }: Size,
): AsyncGenerator<Uint8Array, void, undefined> {
  const end = performance.now() + total
  const reader = body.getReader()
  // A client that was too slow, or is gone, gets no further time.
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
    // Not awaited: a client that has stopped sending would not end it.
    void reader.cancel().catch(() => undefined)
  }
}
