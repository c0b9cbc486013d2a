import { and, eq, inArray, sql } from 'drizzle-orm'
import { order } from '@/db/schema/order'
import { identity, user } from '@/db/schema/user'
import { type Problem, problem } from '@/lib/kit/api/endpoint/problem'
import { getRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { giveAtRegistration } from '@/lib/pricing/issue'
import { requireWithinLimits } from '@/lib/pricing/limits'
import { type Former, formerCustomer } from '@/lib/pricing/newcomer'
import { lockOpenid, miniProgramType } from '@/lib/token/code'
import { type Dropped, maskedIdentity, mergeCustomers } from './merge'

const mobileType = 102

type VerifiedType = typeof miniProgramType | typeof mobileType

/** Verified by the platform. */
interface Claim {
  user_id: number
  identifier: string
  /** Allows merging another customer with the identity into the caller. */
  merge: boolean
}

/**
 * Merges a customer with this mini-program user into the caller, a locked customer; returns dropped identities. Throws
 * `already_exists` if the caller has another one, or a merge is impossible or not requested; `in_use` during a payment,
 * or by {@link requireWithinLimits}; `forbidden` between sandbox and real.
 */
export async function joinMiniProgram(tx: Database, { user_id, identifier, merge }: Claim): Promise<Dropped[]> {
  const caller = await getRow(tx, user, user_id)
  if (caller.sandbox !== env().SANDBOX)
    throw problem('forbidden', {
      detail: 'Real customers cannot be joined to the simulated platform, nor the reverse.',
    })
  const own = await ownIdentity(tx, user_id, miniProgramType)
  if (own === identifier) return []
  // Two mini-program users are two people. Dropping one would make the other a new customer at the next sign-in.
  if (own !== undefined) throw taken('This account belongs to another mini-program user.')
  // Otherwise a concurrent first sign-in with this openid would create a second customer.
  await lockOpenid(tx, identifier)
  const holder = await lockHolder(tx, miniProgramType, identifier)
  if (holder) return absorb(tx, { user_id, merge }, holder)
  await setIdentity(tx, user_id, miniProgramType, identifier, await formerCustomer(tx, identifier))
  await requireWithinLimits(tx, user_id)
  await giveAtRegistration(tx, user_id)
  return []
}

/**
 * The platform has verified the number. A holder with the number unverified, no orders and no password loses it. Two
 * mini-program users are two people: with `merge`, only the number moves. Others are merged with `merge`, or if the
 * shop created the account for this number. Throws `already_exists` or `in_use`.
 */
export async function claimMobile(tx: Database, { user_id, identifier, merge }: Claim): Promise<Dropped[]> {
  const own = await ownIdentity(tx, user_id, mobileType)
  const dropped: Dropped[] = own === undefined || own === identifier ? [] : [{ type: mobileType, identifier: own }]
  const holder = await lockHolder(tx, mobileType, identifier)
  const merged: Dropped[] = []
  if (holder && holder.row.id !== user_id) {
    // The claimed number replaces the caller's former one.
    await tx.delete(identity).where(and(eq(identity.user_id, user_id), eq(identity.type, mobileType)))
    if (await losesNothing(tx, holder)) await release(tx, holder)
    else if (await areTwo(tx, user_id, holder.row.id)) {
      await requireMergeable(tx, { user_id, merge }, holder, 'move it here; the other account keeps everything else')
      await release(tx, holder)
    } else merged.push(...(await absorb(tx, { user_id, merge: merge || (await isByShop(tx, holder)) }, holder)))
  }
  await setIdentity(tx, user_id, mobileType, identifier)
  return [...dropped.map(maskedIdentity), ...merged]
}

interface Holder {
  identity_id: number
  is_verified: boolean
  row: typeof user.$inferSelect
}

async function lockHolder(tx: Database, type: VerifiedType, identifier: string): Promise<Holder | undefined> {
  const isWanted = and(eq(identity.type, type), eq(identity.identifier, identifier))
  const [found] = await tx.select().from(identity).where(isWanted)
  if (!found) return undefined
  const [row] = await tx.select().from(user).where(eq(user.id, found.user_id)).for('no key update')
  // Meanwhile the account may have been closed or merged.
  const still = await tx.$count(identity, and(eq(identity.id, found.id), eq(identity.user_id, found.user_id), isWanted))
  if (!row || still === 0) return lockHolder(tx, type, identifier)
  return { identity_id: found.id, is_verified: found.verified_at !== null, row }
}

/** Real or sandbox, like this shop: a verification by the simulated platform proves nothing about real customers. */
const isSameWorld = ({ kind, sandbox }: Holder['row']) => kind === 'customer' && sandbox === env().SANDBOX

/** Unverified, no orders and no password. False where {@link isSameWorld} is false. */
async function losesNothing(tx: Database, { row, is_verified }: Holder): Promise<boolean> {
  if (!isSameWorld(row) || is_verified || row.secret_hash !== null) return false
  return (await tx.$count(order, eq(order.user_id, row.id))) === 0
}

/** Created by staff for its phone number, without another way to sign in. */
const isByShop = async (tx: Database, { row, is_verified }: Holder): Promise<boolean> =>
  !is_verified && row.secret_hash === null && (await tx.$count(identity, eq(identity.user_id, row.id))) === 1

const release = (tx: Database, { identity_id }: Holder) => tx.delete(identity).where(eq(identity.id, identity_id))

const areTwo = async (tx: Database, a: number, b: number): Promise<boolean> =>
  (await tx.$count(identity, and(inArray(identity.user_id, [a, b]), eq(identity.type, miniProgramType)))) === 2

/** Throws the errors of {@link requireMergeable}, {@link mergeCustomers} and {@link requireWithinLimits}. */
async function absorb(tx: Database, claim: Omit<Claim, 'identifier'>, holder: Holder) {
  await requireMergeable(tx, claim, holder, 'merge it into this one')
  const dropped = await mergeCustomers(tx, { from: holder.row.id, to: claim.user_id })
  await requireWithinLimits(tx, claim.user_id)
  return dropped
}

/** Throws `already_exists`. If only `merge` is missing, the message names the effect of `merge: true`. */
async function requireMergeable(
  tx: Database,
  { user_id, merge }: Omit<Claim, 'identifier'>,
  { row }: Holder,
  effect: string,
): Promise<void> {
  const caller = await getRow(tx, user, user_id)
  // Merging must not circumvent that an account is disabled.
  if (!isSameWorld(row) || row.status !== 'active' || caller.sandbox !== row.sandbox)
    throw taken('Another account has this.')
  if (!merge) throw taken(`Another account has this. Send merge: true to ${effect}.`)
}

const taken = (reason: string): Problem =>
  problem('already_exists', {
    detail: reason,
    invalid_params: [{ in: 'body', name: 'code', reason, code: 'already_exists' }],
  })

async function ownIdentity(tx: Database, user_id: number, type: VerifiedType): Promise<string | undefined> {
  const [own] = await tx
    .select({ identifier: identity.identifier })
    .from(identity)
    .where(and(eq(identity.user_id, user_id), eq(identity.type, type)))
  return own?.identifier
}

const setIdentity = (
  tx: Database,
  user_id: number,
  type: VerifiedType,
  identifier: string,
  former: Partial<Former> = {},
) =>
  tx
    .insert(identity)
    .values({ user_id, type, identifier, ...former, verified_at: sql`now()` })
    .onConflictDoUpdate({
      target: [identity.user_id, identity.type],
      set: { identifier, verified_at: sql`now()`, updated_at: sql`now()` },
    })
