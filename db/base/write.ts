import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '@/db/connection/client'
import { takeCommandLock } from '@/db/connection/command-lock'
import * as tables from '@/db/tables'
import { dicts } from './dicts'
import { formerDirectories, formerElementTexts, formerEntryTexts, formerMenuTexts, formerPlaces } from './former'
import { type BaseGroup, groups } from './groups'
import { Ledger } from './ledger'
import { directories, pathOf, topPages } from './menus'
import { type BaseAccess, type BasePermission, writeOperations, writePermissions } from './permission-codes'

/**
 * Adds the items that this database never had, and keeps what an administrator changed or deleted. Replaces a text or
 * moves a page only if it is unchanged since an earlier version wrote it. A concurrent run waits.
 */
export async function writeBase(tx: Database, { points, operations }: BaseAccess): Promise<void> {
  await takeCommandLock(tx, 'base')
  await writePermissions(tx, points)
  await writeOperations(tx, operations)
  const ledger = await Ledger.open(tx)
  await writeMenus(tx, ledger)
  await movePages(tx, ledger)
  await removeDirectories(tx, ledger)
  await writeElements(tx, ledger)
  await writeDicts(tx, ledger)
  await renewTexts(tx, ledger)
  for (const group of groups) await writeGroup(tx, ledger, group, points)
  await ledger.close(tx)
}

const pages = [
  ...topPages.map((page) => ({ page, directory: undefined })),
  ...directories.flatMap((directory) => directory.pages.map((page) => ({ page, directory: directory.name }))),
]

const elements = pages.flatMap(({ page }) =>
  page.elements.map(([code, name, , permission_code]) => ({ code, name, permission_code, page: page.name })),
)

async function writeMenus(tx: Database, ledger: Ledger): Promise<void> {
  const { menu } = tables
  const newDirectories = ledger.due(directories, ({ name }) => `menu:${name}`)
  if (newDirectories.length > 0) {
    await tx
      .insert(menu)
      .values(newDirectories.map(({ pages: _, ...values }) => ({ ...values, type: 'directory' as const })))
      .onConflictDoNothing({ target: menu.name })
  }
  const newPages = ledger.due(pages, ({ page }) => `menu:${page.name}`)
  if (newPages.length === 0) return
  const idOf = await menuIds(tx, 'directory')
  await tx
    .insert(menu)
    .values(
      newPages.map(({ page, directory }) => {
        const { elements: _, ...values } = page
        // If its directory was deleted, the page is added at the top level.
        const parent_id = directory === undefined ? null : (idOf.get(directory) ?? null)
        return { ...values, type: 'page' as const, path: pathOf(page), parent_id }
      }),
    )
    .onConflictDoNothing({ target: menu.name })
}

/** Leaves pages that an administrator moved. Moves each page once, so that an administrator can move it back. */
async function movePages(tx: Database, ledger: Ledger): Promise<void> {
  const { menu } = tables
  const moved = pages.flatMap(({ page, directory }) => {
    const former = formerPlaces[page.name]
    return former ? [{ page, directory, former }] : []
  })
  const due = ledger.due(moved, ({ page, directory }) => `place:menu:${page.name}:${directory ?? ''}`)
  if (due.length === 0) return
  const idOf = await menuIds(tx, 'directory')
  for (const { page, directory, former } of due) {
    const parent_id = directory === undefined ? null : idOf.get(directory)
    const formerId = idOf.get(former.directory)
    // If one of the directories is missing, an administrator has deleted it.
    if (parent_id === undefined || formerId === undefined) continue
    await tx
      .update(menu)
      .set({ parent_id, sort_order: page.sort_order, version: sql`${menu.version} + 1`, updated_by: null })
      .where(
        and(
          eq(menu.name, page.name),
          eq(menu.type, 'page'),
          eq(menu.parent_id, formerId),
          eq(menu.sort_order, former.sort_order),
        ),
      )
  }
}

/** Only if they are empty and no administrator has changed them. */
async function removeDirectories(tx: Database, ledger: Ledger): Promise<void> {
  const { menu } = tables
  for (const { name, title, title_en, icon, sort_order } of ledger.due(
    formerDirectories,
    ({ name }) => `removed:menu:${name}`,
  )) {
    // The lock keeps other transactions from adding menus to the directory.
    const [found] = await tx
      .select({ id: menu.id })
      .from(menu)
      .where(
        and(
          eq(menu.name, name),
          eq(menu.type, 'directory'),
          isNull(menu.parent_id),
          eq(menu.title, title),
          eq(menu.title_en, title_en),
          eq(menu.icon, icon),
          eq(menu.sort_order, sort_order),
          eq(menu.hidden, false),
          isNull(menu.permission_code),
        ),
      )
      .for('update')
    if (found && (await tx.$count(menu, eq(menu.parent_id, found.id))) === 0)
      await tx.delete(menu).where(eq(menu.id, found.id))
  }
}

async function writeElements(tx: Database, ledger: Ledger): Promise<void> {
  const due = ledger.due(elements, ({ code }) => `element:${code}`)
  if (due.length === 0) return
  const idOf = await menuIds(tx, 'page')
  const values = due.flatMap(({ page, ...element }) => {
    const menu_id = idOf.get(page)
    return menu_id === undefined ? [] : [{ ...element, menu_id }]
  })
  if (values.length > 0) {
    await tx.insert(tables.element).values(values).onConflictDoNothing({ target: tables.element.code })
  }
}

async function menuIds(tx: Database, type: 'directory' | 'page'): Promise<Map<string, number>> {
  const { menu } = tables
  const rows = await tx.select({ id: menu.id, name: menu.name }).from(menu).where(eq(menu.type, type))
  return new Map(rows.map((row) => [row.name, row.id]))
}

async function writeDicts(tx: Database, ledger: Ledger): Promise<void> {
  const { dict, dict_type } = tables
  const newTypes = ledger.due(dicts, ({ type }) => `dict_type:${type}`)
  const written = new Set<string>()
  if (newTypes.length > 0) {
    const rows = await tx
      .insert(dict_type)
      .values(newTypes.map(({ type, name }) => ({ type, name })))
      .onConflictDoNothing({ target: dict_type.type })
      .returning({ type: dict_type.type })
    for (const { type } of rows) written.add(type)
  }
  const entries = dicts.flatMap(({ type, entries, default: defaultValue }) =>
    Object.entries(entries).map(([value, [label, label_en, tag_style]], index) => {
      // The default of a type that already existed is not changed.
      const is_default = value === defaultValue && written.has(type)
      return { type, value, label, label_en, tag_style, is_default, sort_order: (index + 1) * 10 }
    }),
  )
  const newEntries = ledger.due(entries, ({ type, value }) => `dict:${type}:${value}`)
  if (newEntries.length === 0) return
  const types = await tx.select({ type: dict_type.type }).from(dict_type)
  const known = new Set(types.map(({ type }) => type))
  const values = newEntries.filter(({ type }) => known.has(type))
  if (values.length > 0) {
    await tx
      .insert(dict)
      .values(values)
      .onConflictDoNothing({ target: [dict.type, dict.value] })
  }
}

interface RenewedText {
  key: string
  column: PgColumn
  row: SQL | undefined
  former: readonly string[]
  now: string
}

const renewedTexts = (): RenewedText[] => {
  const { menu, element, dict } = tables
  const renewed = (name: string, row: SQL | undefined, column: PgColumn, former: readonly string[], now: string) => ({
    key: `text:${name}:${column.name}:${now}`,
    column,
    row,
    former,
    now,
  })
  const titled = [...directories, ...pages.map(({ page }) => page)].flatMap(({ name, title, title_en }) => {
    const { title: titles = [], title_en: english = [] } = formerMenuTexts[name] ?? {}
    const row = eq(menu.name, name)
    return [
      renewed(`menu:${name}`, row, menu.title, titles, title),
      renewed(`menu:${name}`, row, menu.title_en, english, title_en),
    ]
  })
  const named = elements.map(({ code, name }) =>
    renewed(`element:${code}`, eq(element.code, code), element.name, formerElementTexts[code]?.name ?? [], name),
  )
  const labelled = dicts.flatMap(({ type, entries }) =>
    Object.entries(entries).flatMap(([value, [label, label_en]]) => {
      const { label: labels = [], label_en: english = [] } = formerEntryTexts[`${type}:${value}`] ?? {}
      const row = and(eq(dict.type, type), eq(dict.value, value))
      return [
        renewed(`dict:${type}:${value}`, row, dict.label, labels, label),
        renewed(`dict:${type}:${value}`, row, dict.label_en, english, label_en),
      ]
    }),
  )
  return [...titled, ...named, ...labelled].filter(({ former }) => former.length > 0)
}

/** Once each, so that staff can restore the former text. A raised `version` keeps open forms from overwriting. */
async function renewTexts(tx: Database, ledger: Ledger): Promise<void> {
  for (const { column, row, former, now } of ledger.due(renewedTexts(), ({ key }) => key)) {
    await tx.execute(sql`
      update ${column.table}
      set ${sql.identifier(column.name)} = ${now}, version = version + 1, updated_by = null, updated_at = now()
      where ${and(row, inArray(column, [...former]))}`)
  }
}

/** An existing group gets only permissions, menus and elements that are new in this version. */
async function writeGroup(
  tx: Database,
  ledger: Ledger,
  of: BaseGroup,
  points: readonly BasePermission[],
): Promise<void> {
  const { group, group_permission, group_menu, group_element } = tables
  const { key, includes } = of
  const isNew = !ledger.has(`group:${key}`)
  const group_id = await (isNew ? createGroup(tx, ledger, of) : findGroup(tx, ledger, of))
  // The group was deleted or renamed, or a group with this name was created by an administrator: nothing is granted.
  if (group_id === undefined) return

  const codes = points.filter(includes).map(({ code }) => code)
  const opens = ({ permission_code }: { permission_code: string }) => codes.includes(permission_code)
  const newCodes = ledger.due(codes, (code) => `grant:${key}:${code}`)
  const newPages = ledger.due(pages.map(({ page }) => page).filter(opens), (page) => `group_menu:${key}:${page.name}`)
  const newElements = ledger.due(elements.filter(opens), ({ code }) => `group_element:${key}:${code}`)

  // A new version stops open forms from overwriting the grants. The lock keeps rank checks from reading them meanwhile.
  if (!isNew && newCodes.length + newPages.length + newElements.length > 0) {
    await tx
      .update(group)
      .set({ version: sql`${group.version} + 1`, updated_by: null })
      .where(eq(group.id, group_id))
  }
  if (newCodes.length > 0) {
    const values = newCodes.map((code) => ({ group_id, code }))
    await tx.insert(group_permission).values(values).onConflictDoNothing()
  }
  if (newPages.length > 0) {
    const idOf = await menuIds(tx, 'page')
    const ids = newPages.flatMap((page) => idOf.get(page.name) ?? [])
    const values = ids.map((menu_id) => ({ group_id, menu_id }))
    if (values.length > 0) await tx.insert(group_menu).values(values).onConflictDoNothing()
  }
  if (newElements.length > 0) {
    const { element } = tables
    const elementCodes = newElements.map(({ code }) => code)
    const rows = await tx.select({ element_id: element.id }).from(element).where(inArray(element.code, elementCodes))
    const values = rows.map(({ element_id }) => ({ group_id, element_id }))
    if (values.length > 0) await tx.insert(group_element).values(values).onConflictDoNothing()
  }
}

/** Records that the group got its current default name, by creation or renaming. */
const nameEntry = ({ key, name }: BaseGroup) => `group_name:${key}:${name}`

/** undefined: another group has the same name. */
async function createGroup(tx: Database, ledger: Ledger, of: BaseGroup): Promise<number | undefined> {
  const { group } = tables
  const { name, description } = of
  const [created] = await tx
    .insert(group)
    .values({ name, description })
    .onConflictDoNothing()
    .returning({ id: group.id })
  if (created) {
    ledger.add(`group:${of.key}`)
    ledger.add(nameEntry(of))
  }
  return created?.id
}

/** undefined: deleted or renamed by staff. Renames a group with a former default name, if the name is free. */
async function findGroup(tx: Database, ledger: Ledger, of: BaseGroup): Promise<number | undefined> {
  const { group } = tables
  const { key, name } = of
  const isRenewed = ledger.has(nameEntry(of))
  if (!isRenewed) {
    const [renewed] = await tx
      .update(group)
      .set({ name, version: sql`${group.version} + 1`, updated_by: null })
      .where(
        sql`${group.name} = ${key} and not exists (select from "group" other where folded(other.name) = folded(${name}))`,
      )
      .returning({ id: group.id })
    if (renewed) {
      ledger.add(nameEntry(of))
      return renewed.id
    }
  }
  const [found] = await tx
    .select({ id: group.id })
    .from(group)
    .where(eq(group.name, isRenewed ? name : key))
  return found?.id
}
