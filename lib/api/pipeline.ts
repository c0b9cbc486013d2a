import { timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import { currentSettings } from '@/lib/config/settings'
import { connected, connection, type Database } from '@/lib/database'
import { type Env, env } from '@/lib/env'
import { type Caller, hashOf, holds, identify, tokenOf, unauthenticated } from './caller'
import type { Access, Client, Context, Endpoint } from './endpoint'
import { describeError, isRetryable, problemOf, recordError } from './failure'
import { resolveFilesAgainst } from './fields'
import { claim, hashOfBody, type IdempotencyKey, idempotencyKey, store } from './idempotency'
import { take } from './limits'
import { log } from './log'
import { Problem, problem, tooMany } from './problem'
import { type Later, Recorder } from './record'
import { limitAddress, queryOf, refuseBody } from './request'
import { parse } from './validation'

type EndpointOf<O extends z.ZodType> = Endpoint<Access, z.ZodType, z.ZodType, z.ZodType, O>
type AnyContext = Context<Access, z.ZodType, z.ZodType, z.ZodType, unknown>

/** What a request says, before anything of it is believed. */
export interface Call {
  request_id: string
  headers: Headers
  client: Client
  params: Record<string, string | string[] | undefined>
  search: URLSearchParams
  body: unknown
  /** How work is kept alive after the answer; without one it simply goes on in this process. */
  later?: Later
}

export interface Outcome<O> {
  /** The parsed output; undefined for 204 and for a replay. */
  output: O | undefined
  status: number
  /** Serialised once, inside the transaction, because an idempotency record keeps it. */
  body: string | null
  location: string | undefined
  replayed: boolean
}

/** What the log line says beyond the answer. */
export interface Trace {
  user_id: number | undefined
  failure: unknown
}

/** Everything between the transport and the handler, in this order; also what server components go through. */
export async function execute<O extends z.ZodType>(
  endpoint: EndpointOf<O>,
  call: Call,
  trace: Trace,
): Promise<Outcome<z.output<O>>> {
  const variables = env()
  resolveFilesAgainst(variables.BASE_URL)
  // Both are at hand nearly always, and every promise costs more than it seems where Next follows each of them.
  const opened = connected()
  const { db, transaction } = opened instanceof Promise ? await opened : opened
  const known = currentSettings(db)
  const settings = known instanceof Promise ? await known : known
  const isOpen = endpoint.access.kind === 'public' && !endpoint.limit_per_address
  const caller = isOpen ? undefined : await admit(endpoint, call, { db, settings, env: variables })
  trace.user_id = caller?.user_id
  const context: AnyContext = {
    params: endpoint.params ? parse(endpoint.params, call.params, 'path') : undefined,
    query: endpoint.query ? parse(endpoint.query, queryOf(endpoint, call.search), 'query') : undefined,
    body: endpoint.body ? parse(endpoint.body, call.body, 'body') : refuseBody(call.body),
    prepared: undefined,
    caller,
    db,
    settings,
    client: call.client,
    request_id: call.request_id,
    record: new Recorder(),
  }
  const key = keyOf(endpoint, call, caller, context.body)
  let { record } = context
  try {
    if (endpoint.prepare) context.prepared = await endpoint.prepare({ ...context, prepared: undefined })
    const outcome =
      endpoint.method === 'GET' || endpoint.transaction === 'own'
        ? finishOutput(endpoint, await endpoint.handle(context))
        : await repeatedly(() => {
            record = context.record.copy()
            return transaction((tx) => effect(endpoint, { ...context, record, db: tx }, key))
          })
    record.start(call.later)
    return outcome
  } catch (error) {
    // What was tried and refused is kept, although the attempt itself was rolled back.
    if (!record.isEmpty) await transaction((tx) => record.write(tx))
    throw error
  }
}

/** Identification, limits and access. Public endpoints do not look at credentials at all. */
async function admit(
  endpoint: Endpoint,
  call: Call,
  { db, settings, env }: { db: Database; settings: AnyContext['settings']; env: Env },
): Promise<Caller | undefined> {
  const { access, limit_per_address: limit } = endpoint
  if (limit) {
    const most = Number(settings[limit.parameter])
    const { points, retry_after } = await take(db, `${limit.name}:${limitAddress(call.client.ip)}`, limit.seconds)
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
  const write = endpoint.method !== 'GET'
  const { caller, writes } = await identify(db, tokenOf(call.headers), { settings, sandbox: env.SANDBOX, write })
  const most = settings['limit.writes_per_minute']
  if (writes && writes.points > most) throw tooMany('too_many_requests', 'writes', most, writes.retry_after)
  if (access.kind === 'customer' && caller.kind !== 'customer') throw forbidden('This is for customers.')
  if ((access.kind === 'staff' || access.kind === 'permission') && caller.kind !== 'staff')
    throw forbidden('This is for staff.')
  if (caller.must_change_secret && !(access.kind === 'signed_in' && access.secret_may_be_expired))
    throw problem('secret_expired')
  if (access.kind === 'permission' && !holds(caller, access.code))
    throw forbidden(`This needs the permission ${access.code}.`)
  return caller
}

const forbidden = (detail: string) => problem('forbidden', { detail })

/** A write: everything of it in one transaction, its answer under an Idempotency-Key included. */
async function effect<O extends z.ZodType>(
  endpoint: EndpointOf<O>,
  context: AnyContext,
  key: IdempotencyKey | undefined,
): Promise<Outcome<z.output<O>>> {
  const stored = key && (await claim(context.db, key))
  if (stored)
    return {
      output: undefined,
      status: stored.status,
      body: stored.body,
      location: stored.location ?? undefined,
      replayed: true,
    }
  const outcome = finishOutput(endpoint, await endpoint.handle(context))
  await context.record.write(context.db)
  if (key)
    await store(context.db, key, {
      status: outcome.status,
      location: outcome.location ?? null,
      body: outcome.body ?? '',
    })
  return outcome
}

/** A deadlock or serialisation failure undid everything: the same again, at most twice. */
async function repeatedly<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt > 2 || !isRetryable(error)) throw error
    }
  }
}

/** What leaves is parsed like what comes in: keys that the schema does not know never leave. */
function finishOutput<O extends z.ZodType>(endpoint: EndpointOf<O>, result: z.input<O>): Outcome<z.output<O>> {
  if (!endpoint.output) return { output: undefined, status: 204, body: null, location: undefined, replayed: false }
  const output = endpoint.output.parse(result)
  return {
    output,
    status: endpoint.status ?? 200,
    body: JSON.stringify(output),
    location: endpoint.location?.(output),
    replayed: false,
  }
}

/** An Idempotency-Key counts on a POST of a signed-in caller that creates something; elsewhere it is passed over. */
function keyOf(endpoint: Endpoint, call: Call, caller: Caller | undefined, body: unknown): IdempotencyKey | undefined {
  const header = call.headers.get('idempotency-key')
  if (header === null || endpoint.status !== 201 || !caller || endpoint.transaction === 'own') return undefined
  return {
    user_id: caller.user_id,
    method: endpoint.method,
    path: endpoint.path,
    key: idempotencyKey(header),
    body_hash: hashOfBody(body),
  }
}

/** The problem that a failure is told as; an unexpected one is recorded and tells nothing. */
export async function failed(endpoint: Endpoint, error: unknown, request_id: string, trace: Trace): Promise<Problem> {
  trace.failure = error
  if (error instanceof Problem) return error
  const known = problemOf(error, endpoint.method)
  if (known) return known
  try {
    const { db } = await connection()
    await recordError(db, error, { source: 'request', method: endpoint.method, path: endpoint.path, request_id })
  } catch (failure) {
    log().error({ request_id, ...describeError(failure) }, 'the error log could not be written')
  }
  return problem('internal_error', {
    detail: `Something went wrong here. It is recorded under ${request_id}.`,
    cause: error,
  })
}
