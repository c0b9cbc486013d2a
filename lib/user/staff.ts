import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { statement } from '@/db/connection/statement'
import type { AccountType } from '@/db/enums'
import { user_group } from '@/db/schema/group'
import { identity, known_network, session, user } from '@/db/schema/user'
import { view } from '@/db/schema/view'
import type { Caller } from '@/lib/kit/api/endpoint/caller'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { contains, matchesSearch, pageList } from '@/lib/kit/api/rows/list'
import { found, insertRow, updateRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { profileColumns } from '@/lib/kit/people/columns'
import { lockActor, type requireCodes, requireGroups, requireRoot, type Target } from './rank'
import { type StaffChanges, type StaffInput, StaffQuery } from './schema'

/* The rules for changing users are in rank.ts. */

const columns = {
  ...profileColumns,
  is_root: user.is_root,
  must_change_secret: user.must_change_secret,
  locked_until: sql<Date | null>`(
    select max(r.expires_at) from rate_limit r where r.locks = "user".id and r.expires_at > now())`.mapWith(
    user.last_login_at,
  ),
  groups: sql<{ id: number; name: string }[]>`coalesce((
    select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name)
    from user_group ug join "group" g on g.id = ug.group_id where ug.user_id = "user".id), '[]')`,
}

const isStaff = sql`${user.kind} = 'staff' and ${user.deleted_at} is null`

/** `q` is part of a name, an e-mail or a phone number. */
export const listStaff = pageList('staff', {
  table: user,
  query: StaffQuery,
  columns,
  base: isStaff,
  filters: {
    group_id: sql`exists (select from user_group m where m.user_id = ${user}.id and m.group_id = ${sql.placeholder('group_id')})`,
    status: user.status,
    q: or(
      matchesSearch(user.nickname),
      sql`exists (select from identity i where i.user_id = ${user}.id and i.type <> 200
        and (${matchesSearch(sql`i.identifier`)} or ${contains(sql`i.identifier`, sql`phone_key(${sql.placeholder('q')}::text)`)}))`,
    ),
  },
})

const staffStatement = statement('read_staff', (db) =>
  db
    .select(columns)
    .from(user)
    .where(sql`${isStaff} and ${user.id} = ${sql.placeholder('id')}`),
)

/** Throws `not_found`. */
export async function readStaff(db: Database, id: number) {
  const [staff] = await staffStatement(db, { id })
  return found(staff, 'staff member')
}

const accountFields = [
  { field: 'username', type: 100 },
  { field: 'email', type: 101 },
  { field: 'mobile', type: 102 },
] as const

interface Account {
  field: (typeof accountFields)[number]['field']
  type: AccountType
  /** In its stored form; null removes the account. */
  identifier: string | null
}

/** Leaves out absent fields. */
function accountsOf(input: { [field in Account['field']]?: string | null | undefined }): Account[] {
  return accountFields.flatMap(({ field, type }): Account[] => {
    const identifier = input[field]
    return identifier === undefined ? [] : [{ field, type, identifier }]
  })
}

/** Throws `already_exists` at every field whose value another user has. */
async function writeAccounts(tx: Database, user_id: number, accounts: Account[]): Promise<void> {
  const taken: Account['field'][] = []
  for (const { field, type, identifier } of accounts) {
    const own = and(eq(identity.user_id, user_id), eq(identity.type, type))
    const [current] = await tx.select({ identifier: identity.identifier }).from(identity).where(own)
    if (current?.identifier === identifier) continue
    if (current) await tx.delete(identity).where(own)
    if (identifier === null) continue
    const [inserted] = await tx
      .insert(identity)
      .values({ user_id, type, identifier })
      .onConflictDoNothing()
      .returning({ id: identity.id })
    if (!inserted) taken.push(field)
  }
  if (taken.length === 0) return
  throw problem('already_exists', {
    detail: `${taken.join(', ')}: This is taken.`,
    invalid_params: taken.map((name) => ({ in: 'body', name, reason: 'This is taken.', code: 'already_exists' })),
  })
}

const setGroups = async (tx: Database, user_id: number, group_ids: number[]) => {
  await tx.delete(user_group).where(eq(user_group.user_id, user_id))
  if (group_ids.length > 0) await tx.insert(user_group).values(group_ids.map((group_id) => ({ user_id, group_id })))
}

type Input = z.output<typeof StaffInput>

/**
 * Returns the id. Throws `forbidden` for permissions that the caller does not hold, or `is_root` without root;
 * `invalid_request` for an unknown group; `already_exists` for a taken account.
 */
export async function createStaff(
  tx: Database,
  caller: Caller,
  { secret: _, group_ids, username, email, mobile, ...values }: Input,
  secret_hash: string,
): Promise<number> {
  const actor = await lockActor(tx, caller)
  if (values.is_root) requireRoot(actor, 'make a user root')
  await requireGroups(tx, actor, { before: [], after: group_ids })
  const accounts = accountsOf({ username, email: email ?? undefined, mobile: mobile ?? undefined })
  const { id } = await insertRow(tx, user, { ...values, kind: 'staff', secret_hash, updated_by: caller.user_id })
  await writeAccounts(tx, id, accounts)
  await setGroups(tx, id, group_ids)
  return id
}

/**
 * Ends the sessions of a member who becomes disabled. The rank must have been checked. Throws `forbidden` for
 * permissions that the actor does not hold, and `is_root` without root; `invalid_request` for an unknown group;
 * `already_exists` for a taken account.
 */
export async function changeStaff(
  tx: Database,
  caller: Caller,
  { actor, target }: { actor: Parameters<typeof requireCodes>[0]; target: Target },
  { group_ids, email, mobile, version: _, ...values }: z.output<typeof StaffChanges>,
): Promise<void> {
  if (values.is_root !== undefined && values.is_root !== target.is_root)
    requireRoot(actor, 'change whether a user is root')
  if (group_ids) await requireGroups(tx, actor, { before: target.group_ids, after: group_ids })
  await updateRow(tx, user, target.id, { ...values, updated_by: caller.user_id })
  await writeAccounts(tx, target.id, accountsOf({ email, mobile }))
  if (group_ids) await setGroups(tx, target.id, group_ids)
  if (values.status === 'disabled') await endSessions(tx, target.id)
}

/** The accounts become available for other users; log entries are kept. */
export async function removeStaff(tx: Database, caller: Caller, id: number): Promise<void> {
  await tx.delete(session).where(eq(session.user_id, id))
  await tx.delete(known_network).where(eq(known_network.user_id, id))
  await tx.delete(identity).where(eq(identity.user_id, id))
  await tx.delete(user_group).where(eq(user_group.user_id, id))
  await tx.delete(view).where(eq(view.user_id, id))
  const deletion = { deleted_at: sql`now()`, is_root: false, secret_hash: null, avatar_url: null }
  await updateRow(tx, user, id, { ...deletion, updated_by: caller.user_id })
}

/** Most recently used first, at most 100. */
export const openSessions = (db: Database, user_id: number) =>
  db.select().from(session).where(isOpen(user_id)).orderBy(desc(session.last_seen_at), desc(session.id)).limit(100)

/** Ends all, or only `session_id`. Returns the number. */
export async function endSessions(tx: Database, user_id: number, session_id?: number): Promise<number> {
  const ended = await tx
    .update(session)
    .set({ revoked_at: sql`now()` })
    .where(and(isOpen(user_id), session_id === undefined ? undefined : eq(session.id, session_id)))
    .returning({ id: session.id })
  return ended.length
}

const isOpen = (user_id: number) =>
  and(eq(session.user_id, user_id), isNull(session.revoked_at), gt(session.expires_at, sql`now()`))
