/**
 * The error when no answer of the database arrived in time. The connection is closed, and whether the statement was
 * executed is unknown.
 */
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
 * Whether a statement only reads, so that it can be sent again if its answer was lost. false for statements that may
 * write or lock, such as `select … for update`.
 */
export const isRead = (text: string): boolean =>
  /^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert|update|delete|merge|nextval)\b/i.test(text)

/**
 * Settles like `promise`, but rejects with {@link NoAnswer} after the time limit. `late` receives the value if the
 * promise resolves after the time limit.
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
