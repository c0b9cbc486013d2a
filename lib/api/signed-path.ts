import { isSignature, signatureOf } from './signature'

const purpose = 'signed_path'

const contentOf = (path: string, expires: string) => `${path}\n${expires}`

/** A path of this server with a query that proves until when it may be read, for `seconds` from now. */
export function signedPath(path: string, seconds: number): string {
  const expires = String(Math.floor(Date.now() / 1_000) + seconds)
  return `${path}?expires=${expires}&signature=${signatureOf(purpose, contentOf(path, expires))}`
}

/** Whether the query is one that {@link signedPath} made for this path and has not expired. */
export function isSigned(path: string, query: URLSearchParams): boolean {
  const [expires, signature] = [query.get('expires') ?? '', query.get('signature') ?? '']
  return isSignature(purpose, contentOf(path, expires), signature) && Number(expires) > Math.floor(Date.now() / 1_000)
}
