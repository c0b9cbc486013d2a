import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { AccountType } from '@/db/enums'
import { user_group } from '@/db/schema/group'
import { identity, session, user } from '@/db/schema/user'
import { statement } from '@/db/statement'
import type { Caller } from '@/lib/api/caller'
import { holdsQ, pageList } from '@/lib/api/list'
import { invalid, problem } from '@/lib/api/problem'
import { found, insertRow, updateRow } from '@/lib/api/rows'
import type { Database } from '@/lib/database'
import { normaliseAccount } from './account'
import { profileColumns } from './columns'
import { lockActor, type requireCodes, requireGroups, requireRoot, type Target } from './rank'
import { type StaffChanges, type StaffInput, StaffQuery } from './schema'

/* Staff as the admin administers them. Who may do it to whom is said in rank.ts. */

const columns = {
  ...profileColumns,
  is_root: user.is_root,
  must_change_secret: user.must_change_secret,
  groups: sql<{ id: number; name: string }[]>`coalesce((
    select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name)
    from user_group ug join "group" g on g.id = ug.group_id where ug.user_id = "user".id), '[]')`,
}

const isStaff = sql`${user.kind} = 'staff' and ${user.deleted_at} is null`

/** One page of staff, newest first unless it is said otherwise. `q` is part of a name, an e-mail or a phone number. */
export const listStaff = pageList('staff', {
  table: user,
  query: StaffQuery,
  columns,
  base: isStaff,
  filters: {
    group_id: sql`exists (select from user_group m where m.user_id = ${user}.id and m.group_id = ${sql.placeholder('group_id')})`,
    status: user.status,
    q: or(
      holdsQ(user.nickname),
      sql`exists (select from identity i where i.user_id = ${user}.id and i.type <> 200 and ${holdsQ(sql`i.identifier`)})`,
    ),
  },
})

const one = statement('read_staff', (db) =>
  db
    .select(columns)
    .from(user)
    .where(sql`${isStaff} and ${user.id} = ${sql.placeholder('id')}`),
)

/** Throws `not_found`. */
export async function readStaff(db: Database, id: number) {
  const [staff] = await one(db, { id })
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
  /** In its stored form; null takes it away. */
  identifier: string | null
}

/** What somebody logs in with, as far as it is given. Throws `invalid_request` naming what cannot be one. */
function accountsOf(given: { [field in Account['field']]?: string | null | undefined }): Account[] {
  return accountFields.flatMap(({ field, type }): Account[] => {
    const typed = given[field]
    if (typed === undefined || typed === null) return typed === null ? [{ field, type, identifier: null }] : []
    const normalised = normaliseAccount(type, typed)
    if ('reason' in normalised) throw invalid('body', field, 'invalid_format', normalised.reason)
    return [{ field, type, identifier: normalised.account }]
  })
}

/** Throws `already_exists` naming the field that somebody else has. */
async function writeAccounts(tx: Database, user_id: number, accounts: Account[]): Promise<void> {
  for (const { field, type, identifier } of accounts) {
    const own = and(eq(identity.user_id, user_id), eq(identity.type, type))
    const [had] = await tx.select({ identifier: identity.identifier }).from(identity).where(own)
    if (had?.identifier === identifier) continue
    if (had) await tx.delete(identity).where(own)
    if (identifier === null) continue
    const [written] = await tx
      .insert(identity)
      .values({ user_id, type, identifier })
      .onConflictDoNothing()
      .returning({ id: identity.id })
    if (written) continue
    throw problem('already_exists', {
      detail: `${field}: This is taken.`,
      invalid_params: [{ in: 'body', name: field, reason: 'This is taken.', code: 'already_exists' }],
    })
  }
}

const setGroups = async (tx: Database, user_id: number, group_ids: number[]) => {
  await tx.delete(user_group).where(eq(user_group.user_id, user_id))
  if (group_ids.length > 0) await tx.insert(user_group).values(group_ids.map((group_id) => ({ user_id, group_id })))
}

type Input = z.output<typeof StaffInput>

/** Answers the id. Throws `forbidden` for rights that the caller does not hold himself. */
export async function createStaff(
  tx: Database,
  caller: Caller,
  { secret: _, group_ids, username, email, mobile, ...values }: Input,
  secret_hash: string,
): Promise<number> {
  const actor = await lockActor(tx, caller)
  if (values.is_root) requireRoot(actor, 'make somebody root')
  await requireGroups(tx, actor, { before: [], after: group_ids })
  const accounts = accountsOf({ username, email: email ?? undefined, mobile: mobile ?? undefined })
  const { id } = await insertRow(tx, user, { ...values, kind: 'staff', secret_hash, updated_by: caller.user_id })
  await writeAccounts(tx, id, accounts)
  await setGroups(tx, id, group_ids)
  return id
}

/** Changes a locked staff member; the caller's rank over him has been judged, that over groups and root is judged here. */
export async function changeStaff(
  tx: Database,
  caller: Caller,
  { actor, target }: { actor: Parameters<typeof requireCodes>[0]; target: Target },
  { group_ids, email, mobile, version: _, ...values }: z.output<typeof StaffChanges>,
): Promise<void> {
  if (values.is_root !== undefined && values.is_root !== target.is_root)
    requireRoot(actor, 'make somebody root or take it from him')
  if (group_ids) await requireGroups(tx, actor, { before: target.group_ids, after: group_ids })
  await updateRow(tx, user, target.id, { ...values, updated_by: caller.user_id })
  await writeAccounts(tx, target.id, accountsOf({ email, mobile }))
  if (group_ids) await setGroups(tx, target.id, group_ids)
  if (values.status === 'disabled') await endSessions(tx, target.id)
}

/** Deletes a locked staff member: his names are free again, what he did stays in the logs. */
export async function removeStaff(tx: Database, caller: Caller, id: number): Promise<void> {
  await tx.delete(session).where(eq(session.user_id, id))
  await tx.delete(identity).where(eq(identity.user_id, id))
  await tx.delete(user_group).where(eq(user_group.user_id, id))
  const gone = { deleted_at: sql`now()`, is_root: false, secret_hash: null }
  await updateRow(tx, user, id, { ...gone, updated_by: caller.user_id })
}

/** Sessions that are open at this moment, the latest first. */
export const openSessions = (db: Database, user_id: number) =>
  db.select().from(session).where(isOpen(user_id)).orderBy(desc(session.last_seen_at), desc(session.id)).limit(100)

/** Ends the open sessions of a user, or one of them; answers how many. */
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
