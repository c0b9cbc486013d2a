import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { singleton } from '@/db/singleton'
import { env } from '@/lib/kit/env'

/**
 * The key of signatures. A local shop may have no NEXTAUTH_SECRET: then signatures are valid until the process ends.
 */
const secret = () => env().NEXTAUTH_SECRET ?? singleton('signing-secret', () => randomBytes(32).toString('base64url'))

const hmacOf = (purpose: string, content: string) =>
  createHmac('sha256', secret()).update(`${purpose}:${content}`).digest()

/**
 * Returns the signature of a text, in base64url. The signature is valid only for `purpose`, which must be a constant of
 * the code.
 */
export const signatureOf = (purpose: string, content: string): string => hmacOf(purpose, content).toString('base64url')

/** Whether this is the signature of the text for this purpose. */
export function isSignature(purpose: string, content: string, signature: string): boolean {
  const [expected, given] = [hmacOf(purpose, content), Buffer.from(signature, 'base64url')]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
