/** Returns a new Idempotency-Key: 32 hexadecimal digits. */
export const newIdempotencyKey = (): string =>
  // `randomUUID` is not available over plain HTTP.
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Returns the idempotency key for a request body: the key of the last request if the body is the same, else a new key.
 * Stores the body and the key in `last`.
 */
export function idempotencyKeyFor(last: { body: string; value: string }, body: string): string {
  if (last.body !== body) {
    last.body = body
    last.value = newIdempotencyKey()
  }
  return last.value
}
