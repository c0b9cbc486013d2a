import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { group, group_permission, user_group } from '@/db/schema/group'
import { user } from '@/db/schema/user'
import { type Caller, unauthenticated } from '@/lib/kit/api/endpoint/caller'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { found } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'

/*
 * Staff need every permission of a user to change the user, and of a group before and after its change; only root staff
 * can change root staff. The checks run on locked rows (users by id, then groups by id) and read the actor's
 * permissions again: when two roots demote each other, the second is no longer root once it gets the lock. Users cannot
 * demote, disable or delete themselves, so the last active root cannot be removed.
 */

export interface Authority {
  id: number
  is_root: boolean
  codes: ReadonlySet<string>
}

type StaffRow = typeof user.$inferSelect
export type Target = Authority & { row: StaffRow; group_ids: number[] }

/** Throws `unauthenticated` if the actor is no longer active. */
export const lockActor = async (tx: Database, caller: Caller): Promise<Authority> =>
  (await lockStaff(tx, caller, [])).actor

/** Throws `not_found`, or `unauthenticated` if the actor is no longer active. */
export async function lockTarget(tx: Database, caller: Caller, id: number) {
  const { actor, others } = await lockStaff(tx, caller, [id])
  const target = id === actor.id ? actor : others.get(id)
  return { actor, target: found(target, 'staff member'), isSelf: id === actor.id }
}

async function lockStaff(tx: Database, caller: Caller, ids: number[]) {
  const lockedIds = [...new Set([caller.user_id, ...ids])]
  const rows = await tx
    .select()
    .from(user)
    .where(and(inArray(user.id, lockedIds), eq(user.kind, 'staff'), isNull(user.deleted_at)))
    .orderBy(asc(user.id))
    .for('no key update')
  const memberships = await tx
    .select({
      user_id: user_group.user_id,
      group_ids: sql<number[]>`array_agg(distinct ${user_group.group_id})`,
      codes: sql<
        string[]
      >`coalesce(array_agg(distinct ${group_permission.code}) filter (where ${group_permission.code} is not null), '{}')`,
    })
    .from(user_group)
    .leftJoin(group_permission, eq(group_permission.group_id, user_group.group_id))
    .where(inArray(user_group.user_id, lockedIds))
    .groupBy(user_group.user_id)
  const others = new Map(
    rows.map((row): [number, Target] => {
      const { group_ids = [], codes = [] } = memberships.find(({ user_id }) => user_id === row.id) ?? {}
      return [row.id, { id: row.id, is_root: row.is_root, codes: new Set(codes), row, group_ids }]
    }),
  )
  const actor = others.get(caller.user_id)
  // The actor was disabled or deleted after the caller was identified.
  if (actor?.row.status !== 'active') throw unauthenticated('The token is unknown, revoked or expired.')
  return { actor, others }
}

const forbidden = (detail: string, members = {}) => problem('forbidden', { detail, members })

/** Through groups, sorted by code. */
export async function codesOf(db: Database, user_id: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ code: group_permission.code })
    .from(user_group)
    .innerJoin(group_permission, eq(group_permission.group_id, user_group.group_id))
    .where(eq(user_group.user_id, user_id))
    .orderBy(asc(group_permission.code))
  return rows.map(({ code }) => code)
}

/** Throws `forbidden` unless root, oneself, or over a target without root whose permissions the actor all holds. */
export function requireRankOver(actor: Authority, target: Authority): void {
  if (actor.is_root || actor.id === target.id) return
  if (target.is_root) throw forbidden('Only root staff may change root staff.')
  requireCodes(actor, target.codes, 'this user holds')
}

/** Throws `forbidden` with the missing code. `clause` completes the message, as in `which this group has`. */
export function requireCodes(actor: Authority, codes: Iterable<string>, clause: string): void {
  if (actor.is_root) return
  for (const code of codes) {
    if (!actor.codes.has(code)) throw forbidden(`You do not hold ${code}, which ${clause}.`, { permission: code })
  }
}

/** Throws `forbidden`. `action` completes the message, as in `delete`. */
export function refuseSelf(isSelf: boolean, action: string): void {
  if (isSelf) throw forbidden(`You cannot ${action} your own account.`)
}

/** Throws `forbidden`. `action` completes the message, as in `make a user root`. */
export function requireRoot(actor: Authority, action: string): void {
  if (!actor.is_root) throw forbidden(`Only root staff may ${action}.`)
}

/**
 * Locks added and removed groups, so that their permissions do not change before the commit. Throws `invalid_request`
 * for a missing group, or `forbidden` for permissions that the actor does not hold.
 */
export async function requireGroups(
  tx: Database,
  actor: Authority,
  { before, after }: { before: readonly number[]; after: readonly number[] },
): Promise<void> {
  const changed = [...after.filter((id) => !before.includes(id)), ...before.filter((id) => !after.includes(id))]
  if (changed.length === 0) return
  const found = await tx
    .select({ id: group.id })
    .from(group)
    .where(inArray(group.id, changed))
    .orderBy(asc(group.id))
    .for('share')
  const known = new Set(found.map(({ id }) => id))
  const missing = after.findIndex((id) => !before.includes(id) && !known.has(id))
  if (missing >= 0) throw invalid('body', `group_ids.${missing}`, 'not_found', 'There is no such group.')
  const codes = await tx
    .selectDistinct({ code: group_permission.code })
    .from(group_permission)
    .where(inArray(group_permission.group_id, changed))
  requireCodes(
    actor,
    codes.map(({ code }) => code),
    'a group that you add or remove has',
  )
}
