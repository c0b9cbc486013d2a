import { and, eq, inArray } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { auth } from '@/db/schema/auth'
import { group, group_element, group_menu, group_permission, user_group } from '@/db/schema/group'
import { element, menu } from '@/db/schema/menu'
import type { Caller } from '@/lib/api/caller'
import { invalid, problem } from '@/lib/api/problem'
import { deleteRow, insertRow, lockRow, refuseStale, updateRow } from '@/lib/api/rows'
import type { Database } from '@/lib/database'
import { lockActor, requireCodes } from '@/lib/user/rank'
import { readGroupDetail } from './queries'
import type { GroupChanges, GroupInput } from './schema'

type Grants = Pick<z.output<typeof GroupChanges>, 'permission_codes' | 'menu_ids' | 'element_ids'>

/** Throws `forbidden` for permissions that the caller does not hold himself. */
export async function createGroup(
  tx: Database,
  caller: Caller,
  { name, description, ...given }: z.output<typeof GroupInput>,
) {
  const actor = await lockActor(tx, caller)
  await requireExisting(tx, given)
  requireCodes(actor, given.permission_codes, 'this group would have')
  const { id } = await insertRow(tx, group, { name, description, updated_by: caller.user_id })
  await setGrants(tx, id, await withWhatFollows(tx, given))
  return readGroupDetail(tx, id)
}

/** Answers it before and after. Throws `forbidden` for a group that has, or would have, what the caller may not do himself. */
export async function changeGroup(
  tx: Database,
  caller: Caller,
  id: number,
  { name, description, version, ...given }: z.output<typeof GroupChanges>,
) {
  const actor = await lockActor(tx, caller)
  const locked = await lockRow(tx, group, id, { mode: 'update' })
  const before = await readGroupDetail(tx, id)
  requireCodes(actor, before.permission_codes, 'this group has')
  await refuseStale(tx, locked, version)
  // What a group has already stays valid, even if the code knows it no more.
  await requireExisting(tx, given, before)
  requireCodes(actor, given.permission_codes ?? [], 'this group would have')
  await updateRow(tx, group, id, { name, description, updated_by: caller.user_id })
  await setGrants(tx, id, given)
  return { before, after: await readGroupDetail(tx, id) }
}

/** Answers what it was. Throws `in_use` while it has members. */
export async function removeGroup(tx: Database, caller: Caller, id: number) {
  const actor = await lockActor(tx, caller)
  await lockRow(tx, group, id, { mode: 'update' })
  const before = await readGroupDetail(tx, id)
  requireCodes(actor, before.permission_codes, 'this group has')
  const members = await tx.$count(user_group, eq(user_group.group_id, id))
  if (members > 0) throw problem('in_use', { detail: `The group has ${members} members: take them out of it first.` })
  await deleteRow(tx, group, id)
  return before
}

/** Menus and elements are shown along with the permissions that they are for, unless it is said otherwise. */
async function withWhatFollows(
  tx: Database,
  given: z.output<typeof GroupInput> | Omit<z.output<typeof GroupInput>, 'name' | 'description'>,
): Promise<Grants> {
  const { permission_codes } = given
  const idsOf = async (table: typeof menu | typeof element) =>
    (await tx.select({ id: table.id }).from(table).where(inArray(table.permission_code, permission_codes))).map(
      ({ id }) => id,
    )
  return {
    permission_codes,
    menu_ids: given.menu_ids ?? (await idsOf(menu)),
    element_ids: given.element_ids ?? (await idsOf(element)),
  }
}

/** Throws `invalid_request` naming the first that does not exist. */
async function requireExisting(tx: Database, given: Grants, current: Grants = {}): Promise<void> {
  const check = async <T extends string | number>(
    field: keyof Grants,
    column: AnyPgColumn,
    values: T[] = [],
    old: readonly T[] = [],
  ) => {
    const fresh = values.filter((value) => !old.includes(value))
    if (fresh.length === 0) return
    const obsolete = column === auth.code ? eq(auth.obsolete, false) : undefined
    const found = await tx
      .select({ value: column })
      .from(column.table)
      .where(and(inArray(column, fresh), obsolete))
    const known = new Set(found.map(({ value }) => value))
    const missing = fresh.find((value) => !known.has(value))
    if (missing !== undefined)
      throw invalid('body', `${field}.${values.indexOf(missing)}`, 'not_found', 'This does not exist.')
  }
  await check('permission_codes', auth.code, given.permission_codes, current.permission_codes)
  await check('menu_ids', menu.id, given.menu_ids, current.menu_ids)
  await check('element_ids', element.id, given.element_ids, current.element_ids)
}

/** Replaces what is given; what is left out stays. */
async function setGrants(
  tx: Database,
  group_id: number,
  { permission_codes, menu_ids, element_ids }: Grants,
): Promise<void> {
  if (permission_codes) {
    await tx.delete(group_permission).where(eq(group_permission.group_id, group_id))
    if (permission_codes.length > 0)
      await tx.insert(group_permission).values(permission_codes.map((code) => ({ group_id, code })))
  }
  if (menu_ids) {
    await tx.delete(group_menu).where(eq(group_menu.group_id, group_id))
    if (menu_ids.length > 0) await tx.insert(group_menu).values(menu_ids.map((menu_id) => ({ group_id, menu_id })))
  }
  if (element_ids) {
    await tx.delete(group_element).where(eq(group_element.group_id, group_id))
    if (element_ids.length > 0)
      await tx.insert(group_element).values(element_ids.map((element_id) => ({ group_id, element_id })))
  }
}
