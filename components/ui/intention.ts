import { idempotencyKeyFor } from './idempotency-key'

export interface Intention {
  /** The key with which this body is sent: the same until the server has done it. Other content has another one. */
  keyFor: (body: unknown) => string
  /** The server has done it: the next request is another intention, even with the same content. */
  done: () => void
}

/** One intention of a person, such as an order. Sent again after an answer was lost, it is done once. */
export function newIntention(): Intention {
  const last = { body: '', value: '' }
  return {
    keyFor: (body) => idempotencyKeyFor(last, JSON.stringify(body)),
    done: () => {
      last.body = ''
    },
  }
}
