import { timingSafeEqual } from 'node:crypto'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import type { Env } from '@/lib/kit/env'
import { type Caller, hashOf, holds, identify, missingPermission, tokenOf, unauthenticated } from '../endpoint/caller'
import type { Access, Endpoint } from '../endpoint/endpoint'
import { identifyKey, isAllowedFrom } from '../endpoint/key'
import { takesKeys } from '../endpoint/key-codes'
import { problem, tooMany } from '../endpoint/problem'
import { isCrossSite, isSameOrigin, takesCookie, tokenOfCookie } from './cookie'
import { consume } from './limits'
import type { Call, Trace } from './pipeline'
import { countKeyRead, isReadLimited, limitReads } from './read-limit'
import { ipRange } from './request'

interface AuthorizeContext {
  db: Database
  settings: Settings
  env: Env
  trace: Trace
  isFile: boolean
}

/**
 * Limit per IP, identity, access, in this sequence. undefined: no account (public endpoints, the scheduler, providers).
 * Public endpoints ignore credentials. Throws `too_many_requests`, `unauthenticated`, `forbidden` or `secret_expired`.
 */
export async function authorize(
  endpoint: Endpoint,
  call: Call,
  context: AuthorizeContext,
): Promise<Caller | undefined> {
  const { access, limit_per_ip: limit } = endpoint
  const { db, settings, env } = context
  if (limit) {
    const max = Number(settings[limit.parameter])
    const { points, retry_after } = await consume(db, `${limit.name}:${ipRange(call.client.ip)}`, limit.seconds)
    if (points > max) throw tooMany('too_many_requests', limit.name, max, retry_after)
  }
  if (access.kind === 'public') return undefined
  if (access.kind === 'cron') {
    const [expected, actual] = [hashOf(`Bearer ${env.CRON_SECRET}`), hashOf(call.headers.get('authorization') ?? '')]
    if (env.CRON_SECRET && timingSafeEqual(Buffer.from(expected), Buffer.from(actual))) return undefined
    throw unauthenticated('Only the scheduler may call this endpoint.')
  }
  if (access.kind === 'provider') {
    if (await access.verify({ headers: call.headers, query: call.search, body: String(call.body ?? '') }))
      return undefined
    throw unauthenticated('The provider did not sign this request.')
  }
  const secret = keySecretOf(endpoint, call.headers)
  if (secret === undefined) return authorizeUser(endpoint, access, call, context)
  return authorizeKey(endpoint, secret, call, context).catch((error: unknown) => {
    if (isReadLimited(endpoint)) limitReads(call.client.ip, settings['limit.reads_per_minute'])
    throw error
  })
}

async function authorizeUser(
  endpoint: Endpoint,
  access: Access,
  call: Call,
  { db, settings, env, trace, isFile }: AuthorizeContext,
): Promise<Caller> {
  const write = endpoint.method !== 'GET'
  const headerToken = tokenOf(call.headers)
  // Browsers send cookies automatically, so an explicit header takes precedence.
  const cookieToken = headerToken === undefined && takesCookie(endpoint) ? await tokenOfCookie(call.headers) : undefined
  if (cookieToken !== undefined) {
    // Before identification: another site can make a browser send such requests, which must not be counted or logged.
    if (write && !isSameOrigin(call.headers))
      throw forbidden('With a session cookie, only pages of this site may write.')
    if (isFile && isCrossSite(call.headers))
      throw forbidden('With a session cookie, only pages of this site may export.')
  }
  const { caller, writes } = await (call.identify ?? identify)(db, headerToken ?? cookieToken, {
    settings,
    sandbox: env.SANDBOX,
    write,
  })
  trace.caller = caller
  const max = settings['limit.writes_per_minute']
  if (writes && writes.points > max) {
    // Only the first refusal per window is recorded, so that repeated requests do not fill the audit log.
    trace.is_repeated = writes.points > max + 1
    throw tooMany('too_many_requests', 'writes', max, writes.retry_after)
  }
  if (access.kind === 'key') throw forbidden('Only API keys may call this endpoint.')
  if (access.kind === 'customer' && caller.kind !== 'customer')
    throw forbidden('Only customers may call this endpoint.')
  if ((access.kind === 'staff' || access.kind === 'permission') && caller.kind !== 'staff')
    throw forbidden('Only staff may call this endpoint.')
  if (caller.must_change_secret && !(access.kind === 'signed_in' && access.secret_may_be_expired))
    throw problem('secret_expired')
  requirePermissions(endpoint, caller, isFile)
  return caller
}

async function authorizeKey(
  endpoint: Endpoint,
  secret: string,
  call: Call,
  { db, settings, env, trace, isFile }: AuthorizeContext,
): Promise<Caller<'key'>> {
  const { access, method } = endpoint
  const write = method !== 'GET'
  const { ip } = call.client
  const key = await identifyKey(db, secret, { sandbox: env.SANDBOX, write, ip })
  const { caller } = key
  trace.caller = caller
  const [policy, max] = write
    ? (['writes', settings['limit.key_writes_per_minute']] as const)
    : (['reads', settings['limit.key_reads_per_minute']] as const)
  const { points, retry_after } = key.writes ?? countKeyRead(caller.user_id)
  trace.limit = { policy, max, left: Math.max(max - points, 0), retry_after }
  trace.is_repeated = points > max + 1
  if (points > max) throw tooMany('too_many_requests', policy, max, retry_after)
  if (!isAllowedFrom(ip, key.allowed_ips)) throw forbidden(`This API key may not be used from ${ip}.`)
  if (!takesKeys(access)) throw forbidden('No API key may call this endpoint.')
  if (write && key.access === 'read') throw forbidden('This API key may only read.')
  requirePermissions(endpoint, caller, isFile)
  return caller
}

function requirePermissions({ access, csv }: Endpoint, caller: Caller, isFile: boolean): void {
  if (access.kind === 'permission' && !holds(caller, access.code)) throw missingPermission(access.code)
  if (isFile && csv && !holds(caller, csv.permission)) throw missingPermission(csv.permission)
}

/** Keys are accepted as Bearer tokens only. */
export function keySecretOf({ access }: Endpoint, headers: Headers): string | undefined {
  if (access.kind === 'public') return undefined
  const [, secret] = /^bearer\s+(msk_\S+)\s*$/i.exec(headers.get('authorization') ?? '') ?? []
  return secret
}

const forbidden = (detail: string) => problem('forbidden', { detail })
