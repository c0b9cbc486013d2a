import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { idempotency } from '@/db/schema/request'
import type { Database } from '@/lib/database'
import { isMultipart } from './body'
import type { Caller } from './caller'
import type { Endpoint } from './endpoint'
import { isForUsers } from './interface'
import type { Call } from './pipeline'
import { invalid, problem } from './problem'
import { pathOf } from './request'

/**
 * Where an Idempotency-Key counts: on a POST for signed-in callers that creates something or says `idempotent: true`.
 * Never on a form with a file, and not where a transaction of one's own makes the request repeatable.
 */
export const takesIdempotencyKey = ({ method, status, idempotent, access, transaction, body }: Endpoint): boolean =>
  method === 'POST' &&
  (idempotent === true || status === 201 || typeof status === 'function') &&
  isForUsers(access) &&
  transaction !== 'own' &&
  !isMultipart(body)

/** The key belongs to user, method and path (with its parameters). */
export interface IdempotencyKey {
  user_id: number
  method: string
  path: string
  key: string
  body_hash: string
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

/** The header's value, judged. Throws `invalid_request`. */
function idempotencyKey(header: string): string {
  if (/^[A-Za-z0-9_-]{8,64}$/.test(header)) return header
  throw invalid('header', 'Idempotency-Key', 'invalid_format', 'This must be 8 to 64 of A-Z, a-z, 0-9, _ and -.')
}

const hashOfBody = (body: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest('base64url')

/** The Idempotency-Key of a request, where it counts; elsewhere it is passed over. */
export function keyOf(
  endpoint: Endpoint,
  { headers, params }: Call,
  { caller, body, query }: { caller: Caller | undefined; body: unknown; query: unknown },
): IdempotencyKey | undefined {
  const header = headers.get('idempotency-key')
  if (header === null || !caller || !takesIdempotencyKey(endpoint)) return undefined
  return {
    user_id: caller.user_id,
    method: endpoint.method,
    path: pathOf(endpoint.path, params),
    key: idempotencyKey(header),
    // What a query says is a part of what is asked for, such as `dry_run`.
    body_hash: hashOfBody(endpoint.query ? [body, query] : body),
  }
}

/**
 * Takes the key inside the transaction of the effect. A concurrent request with the same key waits here until the
 * first has ended: then it gets what the first stored, or, if that failed, goes on itself.
 */
export async function claim(tx: Database, key: IdempotencyKey): Promise<Stored | undefined> {
  const [fresh] = await tx
    .insert(idempotency)
    .values(key)
    .onConflictDoUpdate({
      target: [idempotency.user_id, idempotency.method, idempotency.path, idempotency.key],
      set: { body_hash: key.body_hash, status: null, location: null, body: null, created_at: sql`now()` },
      setWhere: sql`${idempotency.created_at} < now() - interval '24 hours'`,
    })
    .returning({ key: idempotency.key })
  if (fresh) return undefined
  const [stored] = await tx.select().from(idempotency).where(isKey(key))
  if (!stored || stored.status === null || stored.body === null) throw new Error('an idempotency record has no answer')
  if (stored.body_hash !== key.body_hash) {
    throw problem('idempotency_key_reused', { detail: 'This Idempotency-Key was used with another body.' })
  }
  return { status: stored.status, location: stored.location, body: stored.body }
}

/** Stores the answer under a key that `claim` found fresh. */
export async function store(tx: Database, key: IdempotencyKey, answer: Stored): Promise<void> {
  await tx.update(idempotency).set(answer).where(isKey(key))
}
