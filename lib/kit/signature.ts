import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
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

const cipher = 'aes-256-gcm'
const [ivBytes, tagBytes] = [12, 16]
const keyFor = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret(), '', purpose, 32))

/** Encrypts for the database, in base64url. `purpose` must be a constant of the code. */
export function encrypted(purpose: string, content: string): string {
  const iv = randomBytes(ivBytes)
  const encrypting = createCipheriv(cipher, keyFor(purpose), iv)
  const text = Buffer.concat([encrypting.update(content, 'utf8'), encrypting.final()])
  return Buffer.concat([iv, encrypting.getAuthTag(), text]).toString('base64url')
}

/** undefined: encrypted with another NEXTAUTH_SECRET, or changed. */
export function decrypted(purpose: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decrypting = createDecipheriv(cipher, keyFor(purpose), bytes.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    })
    decrypting.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    return decrypting.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decrypting.final('utf8')
  } catch {
    return undefined
  }
}
