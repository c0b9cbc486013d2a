import { createHash } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { idempotency } from '@/db/schema/request'
import type { Database } from '@/lib/kit/database'
import { signatureOf } from '@/lib/kit/signature'
import { type Caller, lockActiveCustomer } from '../endpoint/caller'
import type { Endpoint } from '../endpoint/endpoint'
import { isForUsers } from '../endpoint/interface'
import { invalid, problem } from '../endpoint/problem'
import { isMultipart } from './body'
import type { Call } from './pipeline'
import { pathOf } from './request'

export const takesIdempotencyKey = ({ method, access }: Endpoint): boolean => method === 'POST' && isForUsers(access)

/** It works outside of the transaction of the request: two at once would both do it, so the key is taken before. */
export const claimsFirst = (endpoint: Endpoint): boolean =>
  takesIdempotencyKey(endpoint) && (endpoint.transaction === 'manual' || endpoint.prepare !== undefined)

/** `key` is unique per user, method and path, which includes its parameters. */
export interface IdempotencyKey {
  user_id: number
  method: string
  path: string
  key: string
  body_hash: string
}

/** A key of this request, until it has an answer. Another request that takes the key over has another `since`. */
export interface Claim {
  key: IdempotencyKey
  since: Date
}

export interface Stored {
  status: number
  location: string | null
  body: string
}

const isKey = (value: IdempotencyKey) =>
  and(
    eq(idempotency.user_id, value.user_id),
    eq(idempotency.method, value.method),
    eq(idempotency.path, value.path),
    eq(idempotency.key, value.key),
  )

const isClaim = ({ key, since }: Claim) => and(isKey(key), eq(idempotency.created_at, since))

/** Throws `invalid_request` for a wrong format. Providers may have keys of their own. */
export function requireUsableKey({ access }: Endpoint, header: string | undefined): void {
  if (header === undefined || access.kind === 'cron' || access.kind === 'provider') return
  if (/^[A-Za-z0-9_-]{8,64}$/.test(header)) return
  throw invalid('header', 'Idempotency-Key', 'invalid_format', 'Use 8 to 64 letters (A-Z, a-z), digits, _ or -.')
}

/** A repetition of a public POST is a new request. Not refused: wrappers of clients may send a key with every POST. */
export const ignoresKey = ({ method, access }: Endpoint): boolean => method === 'POST' && access.kind === 'public'

/** A file by its content: its temporary path differs with each request. */
const Hashed = z.looseObject({ file: z.object({ name: z.string(), type: z.string(), sha256: z.string() }) })

/**
 * With a secret of the server for those that may be sent a password, which could be guessed from a plain hash. The others
 * have the plain hash of servers of 1.1.
 */
function hashOf(endpoint: Endpoint, content: unknown): string {
  const text = JSON.stringify(content) ?? ''
  return claimsFirst(endpoint)
    ? signatureOf('idempotency', text)
    : createHash('sha256').update(text).digest('base64url')
}

/** undefined: no key, or one without effect. */
export function keyOf(
  endpoint: Endpoint,
  { idempotency_key, params }: Call,
  input: { caller: Caller | undefined; body: unknown; query: unknown },
): IdempotencyKey | undefined {
  const { caller, query } = input
  if (idempotency_key === undefined || !caller || !takesIdempotencyKey(endpoint)) return undefined
  const body = isMultipart(endpoint.body) ? Hashed.parse(input.body) : input.body
  return {
    user_id: caller.user_id,
    method: endpoint.method,
    path: pathOf(endpoint.path, params),
    key: idempotency_key,
    // The query is part of the request, for example `dry_run`.
    body_hash: hashOf(endpoint, endpoint.query ? [body, query] : body),
  }
}

/**
 * A claim without an answer is free after 5 minutes: its process was killed. The work of a request after its body has
 * arrived takes less, and functions on Vercel end then. If one still runs, it stores no answer any more.
 */
const isFree = sql`${idempotency.created_at} < now() - interval '24 hours'
  or (${idempotency.status} is null and ${idempotency.created_at} < now() - interval '5 minutes')`

/**
 * In a transaction, so that a request with the same key waits until it has ended. A claim: the key is new or free, or
 * its first request failed. Throws `idempotency_key_reused` for another body or query, `in_progress`.
 */
export async function claim(tx: Database, key: IdempotencyKey): Promise<Stored | Claim> {
  const [inserted] = await tx
    .insert(idempotency)
    .values(key)
    .onConflictDoUpdate({
      target: [idempotency.user_id, idempotency.method, idempotency.path, idempotency.key],
      set: { body_hash: key.body_hash, status: null, location: null, body: null, created_at: sql`now()` },
      setWhere: isFree,
    })
    .returning({ since: idempotency.created_at })
  if (inserted) return { key, since: inserted.since }
  const [stored] = await tx.select().from(idempotency).where(isKey(key))
  if (stored && stored.body_hash !== key.body_hash) {
    throw problem('idempotency_key_reused', {
      detail: 'This Idempotency-Key was already used for a different request.',
    })
  }
  if (!stored || stored.status === null) throw inProgress()
  return { status: stored.status, location: stored.location, body: stored.body ?? '' }
}

const inProgress = () =>
  problem('in_progress', {
    detail: 'The first request with this Idempotency-Key is still running.',
    headers: { 'retry-after': '2' },
  })

/** In a transaction of its own. The lock leaves nothing behind of an account that is being closed. */
export async function claimApart(tx: Database, key: IdempotencyKey, caller: Caller | undefined) {
  if (caller?.kind === 'customer') await lockActiveCustomer(tx, caller.user_id)
  return claim(tx, key)
}

/** Until the end of the transaction. Throws `in_progress` if another request has taken the key over. */
export async function hold(tx: Database, claimed: Claim): Promise<Claim> {
  const [held] = await tx.select({ key: idempotency.key }).from(idempotency).where(isClaim(claimed)).for('update')
  if (!held) throw inProgress()
  return claimed
}

/** Nothing if another request has taken the key over. */
export async function store(tx: Database, claimed: Claim, answer: Stored): Promise<void> {
  await tx.update(idempotency).set(answer).where(isClaim(claimed)).execute()
}

/** After a failure. Nothing if the answer was stored. */
export async function release(db: Database, claimed: Claim): Promise<void> {
  await db.delete(idempotency).where(and(isClaim(claimed), isNull(idempotency.status)))
}

const Identified = z.object({ id: z.int() })

/** Of an answer with a secret, only the id. */
export function storedOf(
  { answers_secret }: Endpoint,
  answer: { status: number; location: string | undefined; output: unknown; body: unknown },
): Stored {
  const { status, location = null, output, body } = answer
  const text = answers_secret ? JSON.stringify(Identified.safeParse(output).data ?? {}) : body
  return { status, location, body: typeof text === 'string' ? text : '' }
}

/** Throws `already_exists` for an answer with a secret. */
export function answerAgain({ answers_secret }: Endpoint, { status, location, body }: Stored) {
  if (answers_secret) {
    throw problem('already_exists', {
      detail: 'This was done before. Its answer has a secret, which is not shown again.',
      members: Identified.safeParse(JSON.parse(body)).data ?? {},
    })
  }
  return {
    output: undefined,
    status,
    body: status === 204 ? null : body,
    location: location ?? undefined,
    replayed: true,
  }
}
