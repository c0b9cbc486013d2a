/** No answer arrived in time: whether the statement was executed is unknown. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
  /** As Node reports a connection that timed out. */
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

/** May be sent again if the answer was lost. false for writes and locks, such as `select … for update`. */
export const isRead = (text: string): boolean =>
  /^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert|update|delete|merge|nextval)\b/i.test(text)

/** Rejects with {@link NoAnswer} after the time limit; `late` receives a value that arrives after it. */
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
