import { isRetryable } from './failure'

/** After a deadlock or serialization failure, at most twice. `work` must contain the whole transaction. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt > 2 || !isRetryable(error)) throw error
    }
  }
}

/** Data changed between reading and locking. The code of a serialization failure repeats the transaction. */
export class ChangedMeanwhile extends Error {
  readonly code = '40001'
}
