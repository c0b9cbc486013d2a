import '@/lib/server/assembly'
import { cookies } from 'next/headers'
import { NextRequest } from 'next/server'
import NextAuth, { type AuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import type { Client } from '@/lib/kit/api/endpoint/endpoint'
import { typeOfAccount } from '@/lib/kit/api/endpoint/phone'
import { type Problem, problem, problems } from '@/lib/kit/api/endpoint/problem'
import { cookieOf, tokenOfCookie } from '@/lib/kit/api/run/cookie'
import { log } from '@/lib/kit/api/run/log'
import { type Call, execute, failed, type Trace } from '@/lib/kit/api/run/pipeline'
import { clientOf, publicBodyLimit, readText, requestIdOf } from '@/lib/kit/api/run/request'
import { refuse } from '@/lib/kit/api/run/respond'
import { problemAnswer, responseOf } from '@/lib/kit/api/run/response'
import { env } from '@/lib/kit/env'
import { createStaffToken } from '@/lib/token/cms'
import { deleteToken } from '@/lib/token/endpoints'
import { knownDeviceSeconds, rememberDevice } from '@/lib/token/known-device'
import { loginPath } from './sign-in-paths'

/*
 * next-auth gives CSRF protection and the encrypted cookie, which alone contains the token. The endpoint checks
 * credentials, and the session's row determines how long it lasts.
 */

declare module 'next-auth' {
  interface User {
    api_token?: string
  }
}

interface AuthContext {
  params: Promise<{ nextauth: string[] }>
}

interface RequestState {
  request_id: string
  headers: Headers
  client: Client
  user_id?: number
  failure?: Problem
  /** Set after a sign-in. */
  known_device?: string
}

/** For other actions, next-auth would write text from the client to the log. */
const allowedActions: Record<string, readonly string[]> = {
  GET: ['csrf', 'session'],
  POST: ['callback/credentials', 'signout'],
}

/** The longest that browsers accept. The row of the session determines its end. */
const cookieSeconds = 400 * 24 * 60 * 60

/** Identifies a browser with an earlier sign-in, also after signing out. */
const knownDeviceCookie = 'known_device'

/** Only for the sign-in endpoint. */
const setKnownDevice = (value: string) =>
  `${knownDeviceCookie}=${value}; Path=/api/auth; Max-Age=${knownDeviceSeconds}; HttpOnly; SameSite=Lax${env().BASE_URL.startsWith('https:') ? '; Secure' : ''}`

export function authRoute() {
  const handler = async (request: Request, { params }: AuthContext): Promise<Response> => {
    const started = performance.now()
    const { method, headers } = request
    const action = (await params).nextauth.join('/')
    if (!allowedActions[method]?.includes(action))
      return responseOf(refuse(request, { path: '/api/auth' }, 'not_found'))
    const state: RequestState = { request_id: requestIdOf(headers), headers, client: clientOf(headers, env()) }
    const response = await answer(request, action, state).catch(async (error: unknown) => {
      state.failure = await failed(createStaffToken, error, state.request_id, {})
      return responseOf(problemAnswer(state.failure, state.request_id))
    })
    response.headers.set('cache-control', 'private, no-store')
    response.headers.set('x-request-id', state.request_id)
    const code = state.failure?.code
    const line = {
      request_id: state.request_id,
      method,
      path: `/api/auth/${action}`,
      status: response.status,
      code,
      user_id: state.user_id,
      ip: state.client.ip,
      duration_ms: Math.round((performance.now() - started) * 100) / 100,
    }
    log()[code ? problems[code].level : 'info'](line, 'request')
    return response
  }
  return { GET: handler, POST: handler }
}

async function answer(request: Request, action: string, state: RequestState): Promise<Response> {
  const { BASE_URL, NEXTAUTH_SECRET } = env()
  if (!NEXTAUTH_SECRET) throw problem('unavailable', { detail: 'Sign-in is unavailable: NEXTAUTH_SECRET is not set.' })
  // Without it, next-auth derives its URL from the client's headers or uses a wrong default.
  process.env.NEXTAUTH_URL ??= BASE_URL
  await dropCallbackUrls()
  const url = new URL(request.url)
  url.search = ''
  const inner = new NextRequest(url, request.method === 'POST' ? await formOf(request) : {})
  const context = { params: Promise.resolve({ nextauth: action.split('/') }) }
  const response: Response = await NextAuth(inner, context, optionsFor(state, NEXTAUTH_SECRET))
  const location = response.headers.get('location')
  if (location === null) return new Response(response.body, response)
  if (new URL(location, BASE_URL).searchParams.has('csrf')) {
    throw problem('forbidden', {
      detail: 'The csrfToken is missing or outdated: get a new one from GET /api/auth/csrf.',
    })
  }
  // The session still exists, so its cookie is kept and signing out can be repeated.
  if (action === 'signout' && state.failure) throw state.failure
  const headers = new Headers(response.headers)
  headers.delete('location')
  if (state.known_device !== undefined) headers.append('set-cookie', setKnownDevice(state.known_device))
  return Response.json({ url: location }, { status: state.failure ? 401 : 200, headers })
}

/** The page decides what to open; for a target other than http(s), next-auth would respond with 500. */
async function dropCallbackUrls(): Promise<void> {
  const received = await cookies()
  for (const prefix of ['', '__Secure-']) received.delete(`${prefix}next-auth.callback-url`)
}

/** Throws a problem for another content type or a body that is too large. */
async function formOf(request: Request): Promise<{ method: string; headers: HeadersInit; body: string }> {
  const type = 'application/x-www-form-urlencoded'
  if (!request.headers.get('content-type')?.startsWith(type)) {
    throw problem('unsupported_media_type', { detail: `Send the body as ${type}.` })
  }
  const form = new URLSearchParams(await readText(request, publicBodyLimit))
  // The response is always JSON, and the page decides where to go.
  for (const name of ['json', 'callbackUrl']) form.delete(name)
  return { method: 'POST', headers: { 'content-type': type }, body: form.toString() }
}

const callOf = ({ request_id, headers, client }: RequestState, body?: unknown): Call => ({
  request_id,
  method: 'POST',
  headers,
  client,
  params: {},
  search: new URLSearchParams(),
  body,
})

function optionsFor(state: RequestState, secret: string): AuthOptions {
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
        authorize: (credentials) => signIn(state, credentials?.account ?? '', credentials?.secret ?? ''),
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { ...token, api_token: user.api_token } : token),
      // Returns only the user. The token is left out; whether the session still exists is not checked.
      session: ({ session: { expires }, token }) => ({ expires, user: { id: token.sub, name: token.name } }),
      // The page decides where to go next; next-auth would store a target in a separate cookie.
      redirect: () => BASE_URL,
    },
    events: { signOut: ({ token }) => signOut(state, token.api_token) },
    logger: {
      error: (code, metadata) =>
        log().warn({ request_id: state.request_id, code, reason: reasonOf(metadata) }, 'next-auth'),
      warn: (code) => log().warn({ code }, 'next-auth'),
      debug: () => {},
    },
  }
}

const reasonOf = (metadata: object) => ('message' in metadata ? String(metadata.message) : undefined)

/**
 * null: wrong or malformed credentials. Throws other refusals as `account_locked:300` (the code and, if known,
 * seconds), which next-auth passes to the page.
 */
async function signIn(state: RequestState, account: string, secret: string) {
  try {
    const known_device = cookieOf(state.headers, knownDeviceCookie)
    const replaced_token = await tokenOfCookie(state.headers)
    const body = { type: typeOfAccount(account), account, secret, known_device, replaced_token }
    const { output } = await execute(createStaffToken, callOf(state, body), {})
    if (!output) throw new Error('the sign-in has no output')
    const { token, user } = output
    state.user_id = user.id
    state.known_device = rememberDevice(known_device, user.id)
    return { id: String(user.id), name: user.nickname || user.username, api_token: token }
  } catch (error) {
    state.failure = await failed(createStaffToken, error, state.request_id, {})
    const { code, extras } = state.failure
    if (code === 'invalid_credentials' || code === 'invalid_request') return null
    const seconds = extras.headers?.['retry-after']
    throw new Error(seconds ? `${code}:${seconds}` : code)
  }
}

/** Succeeds if it has already ended. Other failures are stored in `state`. */
async function signOut(state: RequestState, token: unknown): Promise<void> {
  if (typeof token !== 'string') return
  const trace: Trace = {}
  const headers = new Headers({ authorization: `Bearer ${token}` })
  try {
    await execute(deleteToken, { ...callOf(state), headers }, trace)
  } catch (error) {
    const failure = await failed(deleteToken, error, state.request_id, trace)
    if (failure.code !== 'unauthenticated') state.failure = failure
  }
  state.user_id = trace.caller?.user_id
}
