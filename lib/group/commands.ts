import { and, eq, inArray } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { auth } from '@/db/schema/auth'
import { group, group_element, group_menu, group_permission, user_group } from '@/db/schema/group'
import { element, menu } from '@/db/schema/menu'
import type { Caller } from '@/lib/kit/api/endpoint/caller'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { deleteRow, insertRow, lockRow, refuseStale, updateRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { lockActor, requireCodes } from '@/lib/user/rank'
import { readGroupDetail } from './queries'
import type { GroupChanges, GroupInput } from './schema'

type Grants = Pick<z.output<typeof GroupChanges>, 'permission_codes' | 'menu_ids' | 'element_ids'>

/** Throws `forbidden` for permissions that the caller lacks, or `invalid_request` for unknown grants. */
export async function createGroup(
  tx: Database,
  caller: Caller,
  { name, description, ...grants }: z.output<typeof GroupInput>,
) {
  const actor = await lockActor(tx, caller)
  await requireExisting(tx, grants)
  requireCodes(actor, grants.permission_codes, 'this group would have')
  const { id } = await insertRow(tx, group, { name, description, updated_by: caller.user_id })
  await setGrants(tx, id, await withDefaults(tx, grants))
  return readGroupDetail(tx, id)
}

/**
 * Throws `not_found`, `stale_version`, `forbidden` for permissions, former or new, that the caller lacks, or
 * `invalid_request` for unknown grants.
 */
export async function changeGroup(
  tx: Database,
  caller: Caller,
  id: number,
  { name, description, version, ...grants }: z.output<typeof GroupChanges>,
) {
  const actor = await lockActor(tx, caller)
  const locked = await lockRow(tx, group, id, { mode: 'update' })
  const before = await readGroupDetail(tx, id)
  requireCodes(actor, before.permission_codes, 'this group has')
  await refuseStale(tx, locked, version)
  // Grants that the group already has stay valid, even if no endpoint declares the permission any more.
  await requireExisting(tx, grants, before)
  requireCodes(actor, grants.permission_codes ?? [], 'this group would have')
  await updateRow(tx, group, id, { name, description, updated_by: caller.user_id })
  await setGrants(tx, id, grants)
  return { before, after: await readGroupDetail(tx, id) }
}

/** Throws `not_found`, `in_use` with members, or `forbidden` for permissions that the caller lacks. */
export async function removeGroup(tx: Database, caller: Caller, id: number) {
  const actor = await lockActor(tx, caller)
  await lockRow(tx, group, id, { mode: 'update' })
  const before = await readGroupDetail(tx, id)
  requireCodes(actor, before.permission_codes, 'this group has')
  const members = await tx.$count(user_group, eq(user_group.group_id, id))
  if (members > 0) {
    const counted = members === 1 ? '1 member' : `${members} members`
    throw problem('in_use', { detail: `The group has ${counted}. Remove them from the group first.` })
  }
  await deleteRow(tx, group, id)
  return before
}

/** An omitted list of menus or elements becomes all those whose permission is granted. */
async function withDefaults(
  tx: Database,
  grants: z.output<typeof GroupInput> | Omit<z.output<typeof GroupInput>, 'name' | 'description'>,
): Promise<Grants> {
  const { permission_codes } = grants
  const idsOf = async (table: typeof menu | typeof element) =>
    (await tx.select({ id: table.id }).from(table).where(inArray(table.permission_code, permission_codes))).map(
      ({ id }) => id,
    )
  return {
    permission_codes,
    menu_ids: grants.menu_ids ?? (await idsOf(menu)),
    element_ids: grants.element_ids ?? (await idsOf(element)),
  }
}

/** Throws `invalid_request`, except for grants in `current`. */
export async function requireExisting(tx: Database, grants: Grants, current: Grants = {}): Promise<void> {
  const check = async <T extends string | number>(
    field: keyof Grants,
    column: AnyPgColumn,
    values: T[] = [],
    currentValues: readonly T[] = [],
  ) => {
    const newValues = values.filter((value) => !currentValues.includes(value))
    if (newValues.length === 0) return
    const isCurrent = column === auth.code ? eq(auth.obsolete, false) : undefined
    const found = await tx
      .select({ value: column })
      .from(column.table)
      .where(and(inArray(column, newValues), isCurrent))
    const known = new Set(found.map(({ value }) => value))
    const missing = newValues.find((value) => !known.has(value))
    if (missing !== undefined)
      throw invalid('body', `${field}.${values.indexOf(missing)}`, 'not_found', 'This does not exist.')
  }
  await check('permission_codes', auth.code, grants.permission_codes, current.permission_codes)
  await check('menu_ids', menu.id, grants.menu_ids, current.menu_ids)
  await check('element_ids', element.id, grants.element_ids, current.element_ids)
}

/** Omitted lists do not change. */
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
