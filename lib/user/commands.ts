import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { AccountType } from '@/db/enums'
import { address } from '@/db/schema/address'
import { order } from '@/db/schema/order'
import { idempotency } from '@/db/schema/request'
import { identity, session, user } from '@/db/schema/user'
import { invalid, problem } from '@/lib/api/problem'
import { insertRow } from '@/lib/api/rows'
import type { Database } from '@/lib/database'
import { env } from '@/lib/env'
import { normaliseAccount } from './account'

/** Creates a customer with one way to log in. A taken account is refused by the database: 409 `already_exists`. */
export async function createCustomer(
  tx: Database,
  values: { type: AccountType; account: string; secret_hash: string; nickname: string | undefined },
): Promise<number> {
  const { id } = await insertRow(tx, user, {
    kind: 'customer',
    nickname: values.nickname ?? '',
    secret_hash: values.secret_hash,
    last_login_at: sql`now()`,
    // Whoever registers in a demonstration is part of it, and closed with it.
    sandbox: env().SANDBOX,
  })
  await insertRow(tx, identity, { user_id: id, type: values.type, identifier: values.account })
  return id
}

/** The account in its stored form, or a 400 that says what is wrong with it. */
export function acceptableAccount(type: AccountType, typed: string): string {
  const normalised = normaliseAccount(type, typed)
  if ('reason' in normalised) throw invalid('body', 'account', 'invalid_format', normalised.reason)
  return normalised.account
}

/** Sets the new hash if the old one is still what was verified, and ends all sessions but the caller's. */
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
  if (changed.length === 0) throw invalid('body', 'old_secret', 'wrong', 'This is not the present password.')
  await tx
    .update(session)
    .set({ revoked_at: sql`now()` })
    .where(and(eq(session.user_id, user_id), ne(session.id, session_id), isNull(session.revoked_at)))
}

/** Closes a customer's account: what identifies the person goes, orders stay. Refused while an order is under way. */
export async function closeAccount(tx: Database, user_id: number): Promise<void> {
  await tx.select({ id: user.id }).from(user).where(eq(user.id, user_id)).for('no key update')
  const underWay = await tx.$count(order, and(eq(order.user_id, user_id), sql`status in ('unpaid', 'paid')`))
  if (underWay > 0) throw problem('in_use', { detail: `There are ${underWay} orders unpaid or not yet shipped.` })
  await tx.delete(session).where(eq(session.user_id, user_id))
  await tx.delete(idempotency).where(eq(idempotency.user_id, user_id))
  await tx.delete(identity).where(eq(identity.user_id, user_id))
  await tx.delete(address).where(eq(address.user_id, user_id))
  await tx
    .update(user)
    .set({
      deleted_at: sql`now()`,
      nickname: '',
      avatar_url: null,
      birthday: null,
      gender: 'unknown',
      secret_hash: null,
    })
    .where(eq(user.id, user_id))
}

/**
 * Gives the caller a phone number that the platform has verified. Whoever merely claimed it loses it; whoever has it
 * verified, or is staff, keeps it: 409 `already_exists`.
 */
export async function claimMobile(tx: Database, user_id: number, mobile: string): Promise<void> {
  const [holder] = await tx
    .select({
      id: identity.id,
      user_id: identity.user_id,
      kind: user.kind,
      sandbox: user.sandbox,
      verified_at: identity.verified_at,
    })
    .from(identity)
    .innerJoin(user, eq(user.id, identity.user_id))
    .where(and(eq(identity.type, 102), eq(identity.identifier, mobile)))
    .for('no key update')
  if (holder && holder.user_id !== user_id) {
    // A number that the simulated platform verified proves nothing about a real customer's.
    if (holder.kind === 'staff' || holder.verified_at || holder.sandbox !== env().SANDBOX) {
      throw problem('already_exists', { detail: 'Another account has this phone number.' })
    }
    await tx.delete(identity).where(eq(identity.id, holder.id))
  }
  await tx
    .insert(identity)
    .values({ user_id, type: 102, identifier: mobile, verified_at: sql`now()` })
    .onConflictDoUpdate({
      target: [identity.user_id, identity.type],
      set: { identifier: mobile, verified_at: sql`now()`, updated_at: sql`now()` },
    })
}
