import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { idempotency } from '@/db/schema/request'
import type { Database } from '@/lib/database'
import { invalid, problem } from './problem'

/** The key belongs to user, method and path. */
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

const keyOf = (value: IdempotencyKey) =>
  and(
    eq(idempotency.user_id, value.user_id),
    eq(idempotency.method, value.method),
    eq(idempotency.path, value.path),
    eq(idempotency.key, value.key),
  )

/** The header's value, judged. Throws `invalid_request`. */
export function idempotencyKey(header: string): string {
  if (/^[A-Za-z0-9_-]{8,64}$/.test(header)) return header
  throw invalid('header', 'Idempotency-Key', 'invalid_format', 'This must be 8 to 64 of A-Z, a-z, 0-9, _ and -.')
}

export const hashOfBody = (body: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest('base64url')

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
  const [stored] = await tx.select().from(idempotency).where(keyOf(key))
  if (!stored || stored.status === null || stored.body === null) throw new Error('an idempotency record has no answer')
  if (stored.body_hash !== key.body_hash) {
    throw problem('idempotency_key_reused', { detail: 'This Idempotency-Key was used with another body.' })
  }
  return { status: stored.status, location: stored.location, body: stored.body }
}

/** Stores the answer under a key that `claim` found fresh. */
export async function store(tx: Database, key: IdempotencyKey, answer: Stored): Promise<void> {
  await tx.update(idempotency).set(answer).where(keyOf(key))
}
