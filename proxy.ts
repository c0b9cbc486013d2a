import { type NextRequest, NextResponse } from 'next/server'
import { type Problem, problem } from '@/lib/kit/api/endpoint/problem'
import { pageMethods, problemAnswer } from '@/lib/kit/api/run/response'
import { securityHeaders } from '@/lib/kit/api/run/security'
import { previewOrigin } from '@/lib/kit/origin'
import { hostsOfToken } from '@/lib/kit/uploadthing-hosts'
import { isGuarded, loginPath, pagePathHeader } from '@/lib/server/next/sign-in-paths'

const sessionCookies = ['__Secure-next-auth.session-token', 'next-auth.session-token']

const uploadThing = hostsOfToken(process.env.UPLOADTHING_TOKEN ?? '')

/** This server, the host of `ASSET_URL`, and UploadThing if the shop uses it. */
const fileSources = [
  `'self'`,
  ...[process.env.ASSET_URL, uploadThing?.files_url].flatMap((url) => (url ? [new URL(url).origin] : [])),
]
const pictureSources = [...fileSources, 'blob:', 'data:']

/** Shows the labels of carriers, whose pictures may be on their servers, in frames without scripts. */
const labelPage = '/admin/waybill/print'

/** Browsers upload files directly to UploadThing if the shop uses it. */
const connectSources = [`'self'`, ...(uploadThing ? [uploadThing.ingest_url] : [])]

const isDevelopment = process.env.NODE_ENV === 'development'

/**
 * A content security policy with a nonce for every page: Next reads it from the policy, the root layout from `x-nonce`.
 * Admin pages without a session cookie redirect to the sign-in; the page checks whether the session is still valid.
 */
export function proxy(request: NextRequest) {
  const { pathname, search } = request.nextUrl
  if (ofInterfaces.test(pathname)) return isDecodable(pathname) ? NextResponse.next() : refuse(malformed())
  if (isEncodedInterface(pathname)) return refuse(problem('not_found', { detail: 'There is no such path.' }))
  if (!isOfPages(request.method) && !ofRoutes.test(pathname)) return refuse(notAllowed(request.method))
  const moved = previewOrigin(request.headers.get('host'), process.env)
  if (moved) return NextResponse.redirect(new URL(pathname + search, moved))
  if (isGuarded(pathname) && !sessionCookies.some((name) => request.cookies.has(name))) {
    return NextResponse.redirect(new URL(loginPath(pathname + search), request.nextUrl))
  }
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  const policy = policyWith(nonce, pathname === labelPage ? [...pictureSources, 'https:'] : pictureSources)
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  headers.set('x-nonce', nonce)
  headers.set(pagePathHeader, pathname + search)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  response.headers.set('cross-origin-opener-policy', 'same-origin')
  return response
}

/** Only if percent-encoded, see `matcher`. */
const ofInterfaces = /^\/(v1|cms|api)\//

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Such as `/%761/category`: folders are compared as sent, so that it is no path of an interface, nor a page. */
const isEncodedInterface = (path: string) =>
  path.includes('%') && isDecodable(path) && ofInterfaces.test(`${decodeURIComponent(path)}/`)

/** Each refuses other methods than its own. */
const ofRoutes =
  /^\/(docs\/(openapi(\.v1|\.cms)?\.json|llms\.txt|markdown\/[\w/.]+|samples\/[\w-]+\.zip)|sandbox\/control)$/

const isOfPages = (method: string) => method === 'OPTIONS' || pageMethods.split(', ').includes(method)

/** Next would answer the page, with 200. */
const notAllowed = (method: string) =>
  problem('method_not_allowed', {
    detail: `Pages do not support the method ${method}.`,
    headers: { allow: pageMethods },
  })

/** Next decodes a path before it calls a route, and would answer 500. */
const malformed = () =>
  problem('invalid_request', { detail: 'The path must begin with / and be validly percent-encoded.' })

function refuse(refused: Problem) {
  const request_id = crypto.randomUUID()
  const { status, body, headers } = problemAnswer(refused, request_id)
  return new Response(typeof body === 'string' ? body : null, {
    status,
    headers: { ...securityHeaders, ...headers, 'x-request-id': request_id },
  })
}

// The development server needs eval for its stack traces and a socket for hot reloading.
const policyWith = (nonce: string, pictures: readonly string[]) =>
  [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? ` 'unsafe-eval'` : ''}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src ${pictures.join(' ')}`,
    `media-src ${fileSources.join(' ')}`,
    `font-src 'self' data:`,
    `connect-src ${connectSources.join(' ')}${isDevelopment ? ' ws:' : ''}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')

export const config = {
  matcher: [
    // API routes and files are not pages: they have the default policy and skip the proxy.
    '/((?!v1/|v1$|cms/|cms$|mcp$|api/|_next/|demo/|files/|sandbox/uploadthing/|icon\\.svg$|favicon\\.ico$).*)',
    // Paths with percent-encoding, which may be malformed.
    '/((?:v1|cms|api)/.*%.*)',
  ],
}
