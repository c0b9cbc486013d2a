import { isSignature, signatureOf } from '@/lib/kit/signature'

const purpose = 'signed_path'

const contentOf = (path: string, expires: string) => `${path}\n${expires}`

/** Returns the path with a signed query. For `seconds` from now, the query allows reading the path without a token. */
export function signedPath(path: string, seconds: number): string {
  const expires = String(Math.floor(Date.now() / 1_000) + seconds)
  return `${path}?expires=${expires}&signature=${signatureOf(purpose, contentOf(path, expires))}`
}

/**
 * The number of seconds for which a query from {@link signedPath} is still valid for this path; 0 if it is invalid or
 * expired.
 */
export function signedFor(path: string, query: URLSearchParams): number {
  const [expires, signature] = [query.get('expires') ?? '', query.get('signature') ?? '']
  if (!isSignature(purpose, contentOf(path, expires), signature)) return 0
  return Math.max(0, Number(expires) - Math.floor(Date.now() / 1_000))
}
