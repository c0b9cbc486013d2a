import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { AccountType } from '@/db/enums'
import { identity, session, user } from '@/db/schema/user'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import { insertRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { normalizeAccount } from './account'
import { wrongSecret } from './proof'

/** Returns the id. Throws 409 `already_exists` if the account is taken. */
export async function createCustomer(
  tx: Database,
  values: { type: AccountType; account: string; secret_hash: string; nickname: string | undefined },
): Promise<number> {
  const { id } = await insertRow(tx, user, {
    kind: 'customer',
    nickname: values.nickname ?? '',
    secret_hash: values.secret_hash,
    last_login_at: sql`now()`,
    // A customer who registers in a demonstration is disabled when the sandbox is turned off.
    sandbox: env().SANDBOX,
  })
  await insertRow(tx, identity, { user_id: id, type: values.type, identifier: values.account })
  return id
}

/** 400 with the reason for an invalid account. */
export function acceptableAccount(type: AccountType, input: string): string {
  const normalized = normalizeAccount(type, input)
  if ('reason' in normalized)
    throw invalid('body', 'account', 'invalid_format', normalized.reason, { format: normalized.format })
  return normalized.account
}

/** Ends all other sessions. Throws 400 `wrong` at `old_secret` if the stored hash is no longer the verified one. */
export async function changeSecret(
  tx: Database,
  values: { user_id: number; session_id: number; old_hash: string | null; new_hash: string },
): Promise<void> {
  const { user_id, session_id, old_hash, new_hash } = values
  const changed = await tx
    .update(user)
    .set({ secret_hash: new_hash, must_change_secret: false, version: sql`${user.version} + 1` })
    .where(and(eq(user.id, user_id), old_hash === null ? isNull(user.secret_hash) : eq(user.secret_hash, old_hash)))
    .returning({ id: user.id })
  if (changed.length === 0) throw wrongSecret('old_secret')
  await tx
    .update(session)
    .set({ revoked_at: sql`now()` })
    .where(and(eq(session.user_id, user_id), ne(session.id, session_id), isNull(session.revoked_at)))
}
