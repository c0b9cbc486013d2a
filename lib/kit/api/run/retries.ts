import { isRetryable } from './failure'

/** Repeats work that failed with a deadlock or serialization failure, at most twice. It contains its transaction. */
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
 * Data that a transaction read before its locks has changed. Has the code of a serialization failure, so that the
 * transaction is repeated.
 */
export class ChangedMeanwhile extends Error {
  readonly code = '40001'
}
