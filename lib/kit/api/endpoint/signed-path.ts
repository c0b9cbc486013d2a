import { isSignature, signatureOf } from '@/lib/kit/signature'

const purpose = 'signed_path'

const contentOf = (path: string, expires: string) => `${path}\n${expires}`

/** Allows reading the path without a token for `seconds`. */
export function signedPath(path: string, seconds: number): string {
  const expires = String(Math.floor(Date.now() / 1_000) + seconds)
  return `${path}?expires=${expires}&signature=${signatureOf(purpose, contentOf(path, expires))}`
}

/** In seconds; 0: invalid or expired. */
export function signedFor(path: string, query: URLSearchParams): number {
  const [expires, signature] = [query.get('expires') ?? '', query.get('signature') ?? '']
  if (!isSignature(purpose, contentOf(path, expires), signature)) return 0
  return Math.max(0, Number(expires) - Math.floor(Date.now() / 1_000))
}
