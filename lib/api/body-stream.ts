import { problem } from './problem'

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

/** The chunks of a body as they arrive. Throws like {@link inTime}; a reader that stops early cancels the body. */
export async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  { idle, total }: Pace,
): AsyncGenerator<Uint8Array, void, undefined> {
  const end = performance.now() + total
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await inTime(Math.min(idle, end - performance.now()), reader.read())
      if (done) return
      yield value
    }
  } finally {
    // Not awaited: a client that has stopped sending would not end it.
    void reader.cancel().catch(() => undefined)
  }
}
