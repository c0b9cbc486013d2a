import { timingSafeEqual } from 'node:crypto'
import type { Settings } from '@/lib/config/registry'
import type { Database } from '@/lib/database'
import type { Env } from '@/lib/env'
import { type Caller, hashOf, holds, identify, missingPermission, tokenOf, unauthenticated } from './caller'
import { isSameOrigin, takesCookie, tokenOfCookie } from './cookie'
import type { Access, Endpoint } from './endpoint'
import { consume } from './limits'
import type { Call, Trace } from './pipeline'
import { problem, tooMany } from './problem'
import { ipRange } from './request'

interface Surroundings {
  db: Database
  settings: Settings
  env: Env
  trace: Trace
}

/** Limits, identification and access, in this order. Public endpoints do not look at credentials at all. */
export async function authorize(endpoint: Endpoint, call: Call, around: Surroundings): Promise<Caller | undefined> {
  const { access, limit_per_ip: limit } = endpoint
  const { db, settings, env } = around
  if (limit) {
    const most = Number(settings[limit.parameter])
    const { points, retry_after } = await consume(db, `${limit.name}:${ipRange(call.client.ip)}`, limit.seconds)
    if (points > most) throw tooMany('too_many_requests', limit.name, most, retry_after)
  }
  if (access.kind === 'public') return undefined
  if (access.kind === 'cron') {
    const [expected, given] = [hashOf(`Bearer ${env.CRON_SECRET}`), hashOf(call.headers.get('authorization') ?? '')]
    if (env.CRON_SECRET && timingSafeEqual(Buffer.from(expected), Buffer.from(given))) return undefined
    throw unauthenticated('This is for the scheduler.')
  }
  if (access.kind === 'provider') {
    if (await access.verify({ headers: call.headers, body: String(call.body) })) return undefined
    throw unauthenticated('This is not signed by the provider.')
  }
  return authorizeUser(endpoint, access, call, around)
}

async function authorizeUser(
  endpoint: Endpoint,
  access: Access,
  call: Call,
  { db, settings, env, trace }: Surroundings,
): Promise<Caller> {
  const write = endpoint.method !== 'GET'
  const inHeader = tokenOf(call.headers)
  // A cookie goes along by itself; what the client says expressly goes before it.
  const inCookie = inHeader === undefined && takesCookie(endpoint) ? await tokenOfCookie(call.headers) : undefined
  const { caller, writes } = await (call.identify ?? identify)(db, inHeader ?? inCookie, {
    settings,
    sandbox: env.SANDBOX,
    write,
  })
  trace.caller = caller
  const most = settings['limit.writes_per_minute']
  if (writes && writes.points > most) {
    // Once a window: whoever goes on must not fill the operation log.
    trace.is_repeated = writes.points > most + 1
    throw tooMany('too_many_requests', 'writes', most, writes.retry_after)
  }
  if (inCookie !== undefined && write && !isSameOrigin(call.headers)) {
    throw forbidden('By cookie only pages of this site may write.')
  }
  if (access.kind === 'customer' && caller.kind !== 'customer') throw forbidden('This is for customers.')
  if ((access.kind === 'staff' || access.kind === 'permission') && caller.kind !== 'staff')
    throw forbidden('This is for staff.')
  if (caller.must_change_secret && !(access.kind === 'signed_in' && access.secret_may_be_expired))
    throw problem('secret_expired')
  if (access.kind === 'permission' && !holds(caller, access.code)) throw missingPermission(access.code)
  return caller
}

const forbidden = (detail: string) => problem('forbidden', { detail })
