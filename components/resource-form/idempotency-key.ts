/** The idempotency key for a body. Repeating the same body keeps the key, so that it creates one record; `last` is updated. */
export function idempotencyKeyFor(last: { body: string; value: string }, body: string): string {
  if (last.body !== body) {
    last.body = body
    // `randomUUID` is not available over plain HTTP.
    last.value = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')
  }
  return last.value
}
