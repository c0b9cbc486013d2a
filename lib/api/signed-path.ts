import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { singleton } from '@/db/singleton'
import { env } from '@/lib/env'

/** Without a secret, which only a local shop may lack, addresses are valid until the process ends. */
const secret = () => env().NEXTAUTH_SECRET ?? singleton('signing-secret', () => randomBytes(32).toString('base64url'))

const signatureOf = (path: string, expires: string) =>
  createHmac('sha256', secret()).update(`signed path\n${path}\n${expires}`).digest()

/** A path of this server with a query that proves until when it may be read, for `seconds` from now. */
export function signedPath(path: string, seconds: number): string {
  const expires = String(Math.floor(Date.now() / 1_000) + seconds)
  return `${path}?expires=${expires}&signature=${signatureOf(path, expires).toString('base64url')}`
}

/** Whether the query is one that {@link signedPath} made for this path and has not expired. */
export function isSigned(path: string, query: URLSearchParams): boolean {
  const [expires, signature] = [query.get('expires') ?? '', Buffer.from(query.get('signature') ?? '', 'base64url')]
  const expected = signatureOf(path, expires)
  return (
    signature.length === expected.length &&
    timingSafeEqual(signature, expected) &&
    Number(expires) > Math.floor(Date.now() / 1_000)
  )
}
