import { idempotencyKeyFor } from './idempotency-key'

export interface Intention {
  /** The same body keeps its key until `done` is called. */
  keyFor: (body: unknown) => string
  /** The server has processed the request: the next one gets a new key, even with the same body. */
  done: () => void
}

/** Such as placing an order. If a response is lost and the request is repeated, the server processes it once. */
export function newIntention(): Intention {
  const last = { body: '', value: '' }
  return {
    keyFor: (body) => idempotencyKeyFor(last, JSON.stringify(body)),
    done: () => {
      last.body = ''
    },
  }
}
