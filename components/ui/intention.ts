import { idempotencyKeyFor } from './idempotency-key'

export interface Intention {
  /**
   * Returns the idempotency key for a request body. The same body keeps its key until `done` is called; another body
   * gets a new key.
   */
  keyFor: (body: unknown) => string
  /**
   * Ends the intention. Call this function when the server has processed the request: the next request then gets a new
   * key, even with the same body.
   */
  done: () => void
}

/**
 * Creates the idempotency keys for an intention of a user, such as placing an order. If a response is lost and the
 * request is repeated, the server processes the request only once.
 */
export function newIntention(): Intention {
  const last = { body: '', value: '' }
  return {
    keyFor: (body) => idempotencyKeyFor(last, JSON.stringify(body)),
    done: () => {
      last.body = ''
    },
  }
}
