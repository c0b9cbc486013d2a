import { isRetryable } from './failure'

/**
 * Runs `work`, and repeats it at most twice after a deadlock or serialization failure. `work` must contain the whole
 * transaction.
 */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt > 2 || !isRetryable(error)) throw error
    }
  }
}

/**
 * Thrown if data changed after a transaction read it and before the transaction locked it. Has the code of a
 * serialization failure, so that the transaction is repeated.
 */
export class ChangedMeanwhile extends Error {
  readonly code = '40001'
}
