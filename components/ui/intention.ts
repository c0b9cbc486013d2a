import { idempotencyKeyFor } from './idempotency-key'

export interface Intention {
  /** The key for sending this body: the same until the server has processed it. Other content has another key. */
  keyFor: (body: unknown) => string
  /** The server has processed it: the next request is another intention, even with the same content. */
  done: () => void
}

/** One intention of a user, such as an order. Repeated after a lost response, it is processed once. */
export function newIntention(): Intention {
  const last = { body: '', value: '' }
  return {
    keyFor: (body) => idempotencyKeyFor(last, JSON.stringify(body)),
    done: () => {
      last.body = ''
    },
  }
}
