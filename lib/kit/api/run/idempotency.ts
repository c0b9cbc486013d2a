import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { idempotency } from '@/db/schema/request'
import type { Database } from '@/lib/kit/database'
import type { Caller } from '../endpoint/caller'
import type { Endpoint } from '../endpoint/endpoint'
import { isForUsers } from '../endpoint/interface'
import { invalid, problem } from '../endpoint/problem'
import { isMultipart } from './body'
import type { Call } from './pipeline'
import { pathOf } from './request'

/** Never a form with a file, nor `transaction: 'manual'`, which is safe to repeat without a key. */
export const takesIdempotencyKey = ({ method, status, idempotent, access, transaction, body }: Endpoint): boolean =>
  method === 'POST' &&
  (idempotent === true || status === 201 || typeof status === 'function') &&
  isForUsers(access) &&
  transaction !== 'manual' &&
  !isMultipart(body)

/** `key` is unique per user, method and path, which includes its parameters. */
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

/** Throws `invalid_request` if the format is wrong. */
function idempotencyKey(header: string): string {
  if (/^[A-Za-z0-9_-]{8,64}$/.test(header)) return header
  throw invalid('header', 'Idempotency-Key', 'invalid_format', 'Use 8 to 64 letters (A-Z, a-z), digits, _ or -.')
}

const hashOfBody = (body: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest('base64url')

/** undefined: no key, or not accepted. Throws `invalid_request` if the format is wrong. */
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
    // The query is part of the request, for example `dry_run`.
    body_hash: hashOfBody(endpoint.query ? [body, query] : body),
  }
}

/**
 * In the transaction of the write. A request with the same key waits until the first has ended. undefined: new, older
 * than 24 hours, or the first failed. Throws `idempotency_key_reused` for another body or query.
 */
export async function claim(tx: Database, key: IdempotencyKey): Promise<Stored | undefined> {
  const [inserted] = await tx
    .insert(idempotency)
    .values(key)
    .onConflictDoUpdate({
      target: [idempotency.user_id, idempotency.method, idempotency.path, idempotency.key],
      set: { body_hash: key.body_hash, status: null, location: null, body: null, created_at: sql`now()` },
      setWhere: sql`${idempotency.created_at} < now() - interval '24 hours'`,
    })
    .returning({ key: idempotency.key })
  if (inserted) return undefined
  const [stored] = await tx.select().from(idempotency).where(isKey(key))
  if (!stored || stored.status === null || stored.body === null)
    throw new Error('an idempotency record has no response')
  if (stored.body_hash !== key.body_hash) {
    throw problem('idempotency_key_reused', {
      detail: 'This Idempotency-Key was already used for a different request.',
    })
  }
  return { status: stored.status, location: stored.location, body: stored.body }
}

/** For a key that `claim` found to be new. */
export async function store(tx: Database, key: IdempotencyKey, answer: Stored): Promise<void> {
  await tx.update(idempotency).set(answer).where(isKey(key)).execute()
}
