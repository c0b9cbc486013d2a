import { isSignature, signatureOf } from '@/lib/kit/api/run/signature'

const purpose = 'signed_path'

const contentOf = (path: string, expires: string) => `${path}\n${expires}`

/** A path of this server with a query that proves until when it may be read, for `seconds` from now. */
export function signedPath(path: string, seconds: number): string {
  const expires = String(Math.floor(Date.now() / 1_000) + seconds)
  return `${path}?expires=${expires}&signature=${signatureOf(purpose, contentOf(path, expires))}`
}

/** For how many seconds the query, which {@link signedPath} made for this path, still holds; 0 if it never did or has expired. */
export function signedFor(path: string, query: URLSearchParams): number {
  const [expires, signature] = [query.get('expires') ?? '', query.get('signature') ?? '']
  if (!isSignature(purpose, contentOf(path, expires), signature)) return 0
  return Math.max(0, Number(expires) - Math.floor(Date.now() / 1_000))
}
