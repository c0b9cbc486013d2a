/** The error when no answer came in time. The connection is closed, and whether the statement ran is unknown. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
  /** The code with which Node reports a connection that timed out. */
  readonly code = 'ETIMEDOUT'
  constructor() {
    super('The database did not answer in time.')
  }
}

const lostMessage = /Connection terminated|connection error|not queryable|WebSocket/i

/** Whether an error of a driver means that the connection broke before the answer was complete. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return /^(08|57P0[125]|ECONNRESET|ETIMEDOUT|EPIPE)/.test(code) || lostMessage.test(error.message)
}

/**
 * Whether a statement only reads, so that it can be sent again when its answer was lost. Statements that may write
 * count as writes, such as `select … for update`.
 */
export const isRead = (text: string): boolean =>
  /^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert|update|delete|merge|nextval)\b/i.test(text)

/**
 * Resolves or rejects like the promise, but rejects with {@link NoAnswer} after the given time. `late` receives the
 * value of a promise that resolves later.
 */
export function within<T>(milliseconds: number, promise: Promise<T>, late: (value: T) => void = () => {}): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(new NoAnswer())
    }, milliseconds)
    promise.then(
      (value) => {
        clearTimeout(timer)
        if (isLate) late(value)
        else resolve(value)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}
