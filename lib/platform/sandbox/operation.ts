import type { SandboxAccount } from './account'

/** With a verified signature. */
export interface PayCall {
  account: SandboxAccount
  /** Decoded. */
  params: Record<string, string>
  query: URLSearchParams
  /** undefined for GET. */
  body: unknown
  now: Date
}

/** Returns the body of a 200, or undefined for 204. Throws `Refusal`. */
export type PayOperation = (call: PayCall) => Promise<object | undefined>
