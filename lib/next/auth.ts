import { NextRequest } from 'next/server'
import NextAuth, { type AuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import type { Client } from '@/lib/api/endpoint'
import { log } from '@/lib/api/log'
import { type Call, execute, failed, type Trace } from '@/lib/api/pipeline'
import { type Problem, problem, problems } from '@/lib/api/problem'
import { clientOf, readText, requestIdOf } from '@/lib/api/request'
import { refuse } from '@/lib/api/respond'
import { problemAnswer, responseOf } from '@/lib/api/response'
import { env } from '@/lib/env'
import { createStaffToken } from '@/lib/token/cms'
import { deleteToken } from '@/lib/token/endpoints'
import { typeOfAccount } from '@/lib/user/account'
import { loginPath } from './entrance'

/*
 * The browser's login: next-auth as a thin envelope. It brings the protection against forms of other sites and the
 * encrypted cookie; who may come in is decided by the login command of the interface, and how long he stays by the
 * session's row. The token is in the cookie and nowhere else.
 */

declare module 'next-auth' {
  interface User {
    api_token?: string
  }
}

interface AuthContext {
  params: Promise<{ nextauth: string[] }>
}

/** One request: what is known of it, and what came of it. */
interface Visit {
  request_id: string
  headers: Headers
  client: Client
  user_id?: number
  failure?: Problem
}

/** What is needed of next-auth. Its other addresses are closed: one of them writes anybody's text into the log. */
const served: Record<string, readonly string[]> = {
  GET: ['csrf', 'session'],
  POST: ['callback/credentials', 'signout'],
}

/** The longest that browsers keep a cookie. Its age means nothing: the session's row decides. */
const cookieSeconds = 400 * 24 * 60 * 60

/** The exports of `app/api/auth/[...nextauth]/route.ts`. */
export function authRoute() {
  const handler = async (request: Request, { params }: AuthContext): Promise<Response> => {
    const started = performance.now()
    const { method, headers } = request
    const action = (await params).nextauth.join('/')
    if (!served[method]?.includes(action)) return responseOf(refuse(request, { path: '/api/auth' }, 'not_found'))
    const visit: Visit = { request_id: requestIdOf(headers), headers, client: clientOf(headers, env()) }
    const response = await answer(request, action, visit).catch(async (error: unknown) => {
      visit.failure = await failed(createStaffToken, error, visit.request_id, {})
      return responseOf(problemAnswer(visit.failure, visit.request_id))
    })
    response.headers.set('cache-control', 'private, no-store')
    response.headers.set('x-request-id', visit.request_id)
    const code = visit.failure?.code
    const line = {
      request_id: visit.request_id,
      method,
      path: `/api/auth/${action}`,
      status: response.status,
      code,
      user_id: visit.user_id,
      ip: visit.client.ip,
      duration_ms: Math.round((performance.now() - started) * 100) / 100,
    }
    log()[code ? problems[code].level : 'info'](line, 'request')
    return response
  }
  return { GET: handler, POST: handler }
}

async function answer(request: Request, action: string, visit: Visit): Promise<Response> {
  const { BASE_URL, NEXTAUTH_SECRET } = env()
  if (!NEXTAUTH_SECRET) throw problem('unavailable', { detail: 'Nobody can sign in: NEXTAUTH_SECRET is not set.' })
  // Otherwise next-auth takes its own address from what the client says, or for one that is not ours.
  process.env.NEXTAUTH_URL ??= BASE_URL
  const inner = new NextRequest(request.url, request.method === 'POST' ? await formOf(request) : {})
  const context = { params: Promise.resolve({ nextauth: action.split('/') }) }
  const response: Response = await NextAuth(inner, context, optionsFor(visit, NEXTAUTH_SECRET))
  const url = response.headers.get('location')
  if (url === null) return new Response(response.body, response)
  if (new URL(url, BASE_URL).searchParams.has('csrf')) {
    throw problem('forbidden', { detail: 'The csrfToken is missing or stale: take one from GET /api/auth/csrf.' })
  }
  // The session goes on, so its cookie stays: signing out can be tried again.
  if (action === 'signout' && visit.failure) throw visit.failure
  const headers = new Headers(response.headers)
  headers.delete('location')
  return Response.json({ url }, { status: visit.failure ? 401 : 200, headers })
}

/** What was posted, of a size and type that next-auth can take. */
async function formOf(request: Request): Promise<{ method: string; headers: HeadersInit; body: string }> {
  const type = 'application/x-www-form-urlencoded'
  if (!request.headers.get('content-type')?.startsWith(type)) {
    throw problem('unsupported_media_type', { detail: `Send the body as ${type}.` })
  }
  const form = new URLSearchParams(await readText(request))
  // Whether the answer is JSON is not asked here: it always is.
  form.delete('json')
  return { method: 'POST', headers: { 'content-type': type }, body: form.toString() }
}

const callOf = ({ request_id, headers, client }: Visit, body?: unknown): Call => ({
  request_id,
  headers,
  client,
  params: {},
  search: new URLSearchParams(),
  body,
})

function optionsFor(visit: Visit, secret: string): AuthOptions {
  const { BASE_URL } = env()
  return {
    secret,
    useSecureCookies: BASE_URL.startsWith('https:'),
    session: { strategy: 'jwt', maxAge: cookieSeconds },
    jwt: { secret, maxAge: cookieSeconds },
    pages: { signIn: loginPath(), error: loginPath() },
    providers: [
      CredentialsProvider({
        credentials: { account: {}, secret: {} },
        authorize: (given) => signIn(visit, given?.account ?? '', given?.secret ?? ''),
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { ...token, api_token: user.api_token } : token),
      // Whose cookie it is. The token stays out, and whether the session still stands is not said here.
      session: ({ session: { expires }, token }) => ({ expires, user: { id: token.sub, name: token.name } }),
      // Where to go on is the page's business: next-auth would keep what it is told in a cookie of its own.
      redirect: () => BASE_URL,
    },
    events: { signOut: ({ token }) => signOut(visit, token.api_token) },
    logger: {
      error: (code, about) => log().warn({ request_id: visit.request_id, code, reason: reasonOf(about) }, 'next-auth'),
      warn: (code) => log().warn({ code }, 'next-auth'),
      debug: () => {},
    },
  }
}

const reasonOf = (about: object) => ('message' in about ? String(about.message) : undefined)

/** Opens a session. What is refused for another reason than the credentials goes to the page: `account_locked:300`. */
async function signIn(visit: Visit, account: string, secret: string) {
  try {
    const body = { type: typeOfAccount(account), account, secret }
    const { output } = await execute(createStaffToken, callOf(visit, body), {})
    if (!output) throw new Error('the login answers nothing')
    const { token, user } = output
    visit.user_id = user.id
    return { id: String(user.id), name: user.nickname || user.username, api_token: token }
  } catch (error) {
    visit.failure = await failed(createStaffToken, error, visit.request_id, {})
    const { code, extras } = visit.failure
    if (code === 'invalid_credentials' || code === 'invalid_request') return null
    const seconds = extras.headers?.['retry-after']
    throw new Error(seconds ? `${code}:${seconds}` : code)
  }
}

/** Ends the session in the cookie. One that has ended already is as good. */
async function signOut(visit: Visit, token: unknown): Promise<void> {
  if (typeof token !== 'string') return
  const trace: Trace = {}
  const headers = new Headers({ authorization: `Bearer ${token}` })
  try {
    await execute(deleteToken, { ...callOf(visit), headers }, trace)
  } catch (error) {
    const refused = await failed(deleteToken, error, visit.request_id, trace)
    if (refused.code !== 'unauthenticated') visit.failure = refused
  }
  visit.user_id = trace.caller?.user_id
}
