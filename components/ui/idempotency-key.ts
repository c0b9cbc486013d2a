/** 32 hexadecimal digits. */
export const newIdempotencyKey = (): string =>
  // `randomUUID` is not available over plain HTTP.
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The key in `last` if the body is the same, else a new one, which is stored. */
export function idempotencyKeyFor(last: { body: string; value: string }, body: string): string {
  if (last.body !== body) {
    last.body = body
    last.value = newIdempotencyKey()
  }
  return last.value
}
