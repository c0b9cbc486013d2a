import type { SandboxAccount } from './account'

/** A request to the payment provider whose signature has been verified. */
export interface PayCall {
  account: SandboxAccount
  /** The parameters of the path, decoded. */
  params: Record<string, string>
  query: URLSearchParams
  /** Parsed JSON; undefined for GET. */
  body: unknown
  now: Date
}

/**
 * An operation of the payment provider. Returns the body of a response with 200, or undefined for 204. Throws
 * `Refusal`.
 */
export type PayOperation = (call: PayCall) => Promise<object | undefined>
