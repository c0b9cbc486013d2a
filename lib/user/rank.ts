import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { group, group_permission, user_group } from '@/db/schema/group'
import { user } from '@/db/schema/user'
import { type Caller, unauthenticated } from '@/lib/api/caller'
import { invalid, problem } from '@/lib/api/problem'
import { found } from '@/lib/api/rows'
import type { Database } from '@/lib/database'

/*
 * Who may act on whom. Somebody may change a user only if he holds every permission that the user holds, and a group
 * only if he holds every permission that it has before and after. Root staff hold all; only they change root staff.
 *
 * All of it is judged inside the transaction, on rows that it has locked (users by id, then groups by id), and the
 * actor's own rights are read there anew: of two roots who demote each other, the second is no root any more when his
 * turn comes. Since nobody demotes, disables or deletes himself, whoever does it to a root is left over: the last
 * active root cannot go.
 */

/** What somebody may do at this moment. */
export interface Authority {
  id: number
  is_root: boolean
  codes: ReadonlySet<string>
}

type StaffRow = typeof user.$inferSelect
export type Target = Authority & { row: StaffRow; group_ids: number[] }

/** The actor alone, locked and judged anew. */
export const lockActor = async (tx: Database, caller: Caller): Promise<Authority> =>
  (await lockStaff(tx, caller, [])).actor

/** The actor and the staff member he acts on. Throws `not_found` where there is no such staff member. */
export async function lockTarget(tx: Database, caller: Caller, id: number) {
  const { actor, others } = await lockStaff(tx, caller, [id])
  const target = id === actor.id ? actor : others.get(id)
  return { actor, target: found(target, 'staff member'), isSelf: id === actor.id }
}

async function lockStaff(tx: Database, caller: Caller, ids: number[]) {
  const wanted = [...new Set([caller.user_id, ...ids])]
  const rows = await tx
    .select()
    .from(user)
    .where(and(inArray(user.id, wanted), eq(user.kind, 'staff'), isNull(user.deleted_at)))
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
    .where(inArray(user_group.user_id, wanted))
    .groupBy(user_group.user_id)
  const others = new Map(
    rows.map((row): [number, Target] => {
      const { group_ids = [], codes = [] } = memberships.find(({ user_id }) => user_id === row.id) ?? {}
      return [row.id, { id: row.id, is_root: row.is_root, codes: new Set(codes), row, group_ids }]
    }),
  )
  const actor = others.get(caller.user_id)
  // Between identification and here he was disabled or deleted.
  if (actor?.row.status !== 'active') throw unauthenticated('The token is unknown, revoked or expired.')
  return { actor, others }
}

const refused = (rule: string) => problem('forbidden', { detail: rule })

/** Throws `forbidden` unless the actor holds all that the target holds. */
export function requireRankOver(actor: Authority, target: Authority): void {
  if (actor.is_root || actor.id === target.id) return
  if (target.is_root) throw refused('Only root staff may change root staff.')
  requireCodes(actor, target.codes, 'this user holds')
}

/** Throws `forbidden` unless the actor holds all these permissions himself. */
export function requireCodes(actor: Authority, codes: Iterable<string>, who: string): void {
  if (actor.is_root) return
  for (const code of codes) {
    if (!actor.codes.has(code)) throw refused(`You do not hold ${code}, which ${who}.`)
  }
}

/** Throws `forbidden` where it is about the actor himself. */
export function refuseSelf(isSelf: boolean, what: string): void {
  if (isSelf) throw refused(`Nobody may ${what} himself.`)
}

export function requireRoot(actor: Authority, what: string): void {
  if (!actor.is_root) throw refused(`Only root staff may ${what}.`)
}

/**
 * Groups that are given to somebody or taken from him, locked so that what they allow stays as it is judged. Throws
 * `invalid_request` naming one that does not exist, `forbidden` for one that allows what the actor may not.
 */
export async function requireGroups(
  tx: Database,
  actor: Authority,
  { before, after }: { before: readonly number[]; after: readonly number[] },
): Promise<void> {
  const moved = [...after.filter((id) => !before.includes(id)), ...before.filter((id) => !after.includes(id))]
  if (moved.length === 0) return
  const found = await tx
    .select({ id: group.id })
    .from(group)
    .where(inArray(group.id, moved))
    .orderBy(asc(group.id))
    .for('share')
  const known = new Set(found.map(({ id }) => id))
  const missing = after.findIndex((id) => !before.includes(id) && !known.has(id))
  if (missing >= 0) throw invalid('body', `group_ids.${missing}`, 'not_found', 'There is no such group.')
  const codes = await tx
    .selectDistinct({ code: group_permission.code })
    .from(group_permission)
    .where(inArray(group_permission.group_id, moved))
  requireCodes(
    actor,
    codes.map(({ code }) => code),
    'a group given or taken here has',
  )
}
