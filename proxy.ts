import { type NextRequest, NextResponse } from 'next/server'
import { hostsOfToken } from '@/lib/file/uploadthing-hosts'
import { isGuarded, loginPath, pagePathHeader } from '@/lib/next/entrance'

const sessionCookies = ['__Secure-next-auth.session-token', 'next-auth.session-token']

const uploadThing = hostsOfToken(process.env.UPLOADTHING_TOKEN ?? '')

/** Pictures may also come from the host that `ASSET_URL` names, and from UploadThing where it has the files. */
const pictureSources = [
  `'self'`,
  'blob:',
  'data:',
  ...[process.env.ASSET_URL, uploadThing?.files_url].flatMap((url) => (url ? [new URL(url).origin] : [])),
]

/** Browsers upload files to UploadThing directly. */
const connectSources = [`'self'`, ...(uploadThing ? [uploadThing.ingest_url] : [])]

const isDevelopment = process.env.NODE_ENV === 'development'

/**
 * Gives every page a content security policy with its own nonce. Next reads the nonce for its scripts from the policy in
 * the request's headers, the root layout from `x-nonce`. Requests for admin pages without a session cookie are redirected
 * to the sign-in page; whether the session is still valid is checked by the page.
 */
export function proxy(request: NextRequest) {
  const { pathname, search } = request.nextUrl
  if (isGuarded(pathname) && !sessionCookies.some((name) => request.cookies.has(name))) {
    return NextResponse.redirect(new URL(loginPath(pathname + search), request.nextUrl))
  }
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  const policy = policyWith(nonce)
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  headers.set('x-nonce', nonce)
  headers.set(pagePathHeader, pathname + search)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  response.headers.set('cross-origin-opener-policy', 'same-origin')
  return response
}

// The development server needs eval for its stack traces and a socket for hot reloading.
const policyWith = (nonce: string) =>
  [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? ` 'unsafe-eval'` : ''}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src ${pictureSources.join(' ')}`,
    `font-src 'self' data:`,
    `connect-src ${connectSources.join(' ')}${isDevelopment ? ' ws:' : ''}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')

export const config = {
  // API routes and files are not pages: they have the default policy and skip the proxy.
  matcher: ['/((?!v1/|v1$|cms/|cms$|api/|_next/|demo/|files/|sandbox/uploadthing/|icon\\.svg$|favicon\\.ico$).*)'],
}
