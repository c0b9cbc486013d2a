import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { singleton } from '@/db/singleton'
import { env } from '@/lib/kit/env'

/** Without NEXTAUTH_SECRET, as in a local shop, signatures are valid until the process ends. */
const secret = () => env().NEXTAUTH_SECRET ?? singleton('signing-secret', () => randomBytes(32).toString('base64url'))

const hmacOf = (purpose: string, content: string) =>
  createHmac('sha256', secret()).update(`${purpose}:${content}`).digest()

/** In base64url. `purpose` must be a constant of the code. */
export const signatureOf = (purpose: string, content: string): string => hmacOf(purpose, content).toString('base64url')

export function isSignature(purpose: string, content: string, signature: string): boolean {
  const [expected, given] = [hmacOf(purpose, content), Buffer.from(signature, 'base64url')]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
