import { eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../client'
import * as tables from '../tables'
import { dicts } from './dicts'
import { type BaseGroup, groups } from './groups'
import { Ledger } from './ledger'
import { directories, pathOf, topPages } from './menus'
import { type BasePoint, writePoints } from './points'

/**
 * Writes what every installation needs: permission points, built-in menus with their elements, dictionaries, and the
 * groups to begin with. It goes by name or code, adds what this database never had, and leaves alone whatever an
 * administrator changed or deleted: a menu or a group that he renamed is his. All or nothing, in the transaction that
 * it is given; a second run at the same time waits, and finds nothing to do.
 */
export async function writeBase(tx: Database, points: readonly BasePoint[]): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('mini-shop.base'))`)
  await writePoints(tx, points)
  const ledger = await Ledger.open(tx)
  await writeMenus(tx, ledger)
  await writeElements(tx, ledger)
  await writeDicts(tx, ledger)
  for (const group of groups) await writeGroup(tx, ledger, group, points)
  await ledger.close(tx)
}

const pages = [
  ...topPages.map((page) => ({ page, directory: undefined })),
  ...directories.flatMap((directory) => directory.pages.map((page) => ({ page, directory: directory.name }))),
]

const elements = pages.flatMap(({ page }) =>
  page.elements.map(([code, name, permission_code]) => ({ code, name, permission_code, page: page.name })),
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
  const rows = await tx.select({ id: menu.id, name: menu.name }).from(menu).where(eq(menu.type, 'directory'))
  const idOf = new Map(rows.map((row) => [row.name, row.id]))
  await tx
    .insert(menu)
    .values(
      newPages.map(({ page, directory }) => {
        const { elements: _, ...values } = page
        // Where its directory is gone it stands at the top, in sight.
        const parent_id = directory === undefined ? null : (idOf.get(directory) ?? null)
        return { ...values, type: 'page' as const, path: pathOf(page), parent_id }
      }),
    )
    .onConflictDoNothing({ target: menu.name })
}

async function writeElements(tx: Database, ledger: Ledger): Promise<void> {
  const due = ledger.due(elements, ({ code }) => `element:${code}`)
  if (due.length === 0) return
  const idOf = await pageIds(tx)
  const values = due.flatMap(({ page, ...element }) => {
    const menu_id = idOf.get(page)
    return menu_id === undefined ? [] : [{ ...element, menu_id }]
  })
  if (values.length > 0) {
    await tx.insert(tables.element).values(values).onConflictDoNothing({ target: tables.element.code })
  }
}

async function pageIds(tx: Database): Promise<Map<string, number>> {
  const { menu } = tables
  const rows = await tx.select({ id: menu.id, name: menu.name }).from(menu).where(eq(menu.type, 'page'))
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
  const entries = dicts.flatMap(({ type, entries, default: chosen }) =>
    Object.entries(entries).map(([value, [label, label_en, tag_style]], at) => {
      // Of a type that was there already somebody else has said what the default is.
      const is_default = value === chosen && written.has(type)
      return { type, value, label, label_en, tag_style, is_default, sort_order: (at + 1) * 10 }
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

/**
 * A group, and whatever it is to have of the points that exist: those of a later version are added to it when they
 * appear, with the menus and elements that they open.
 */
async function writeGroup(
  tx: Database,
  ledger: Ledger,
  { name, description, takes }: BaseGroup,
  points: readonly BasePoint[],
): Promise<void> {
  const { group, group_permission, group_menu, group_element } = tables
  const isNew = !ledger.has(`group:${name}`)
  const [found] = isNew
    ? await tx
        .insert(group)
        .values({ name, description })
        .onConflictDoNothing({ target: group.name })
        .returning({ id: group.id })
    : await tx.select({ id: group.id }).from(group).where(eq(group.name, name))
  // Deleted or renamed since, or a group of this name that was never ours: it is not given anything.
  if (!found) return
  if (isNew) ledger.add(`group:${name}`)
  const group_id = found.id

  const codes = points.filter(takes).map(({ code }) => code)
  const opens = ({ permission_code }: { permission_code: string }) => codes.includes(permission_code)
  const newCodes = ledger.due(codes, (code) => `grant:${name}:${code}`)
  const newPages = ledger.due(pages.map(({ page }) => page).filter(opens), (page) => `group_menu:${name}:${page.name}`)
  const newElements = ledger.due(elements.filter(opens), ({ code }) => `group_element:${name}:${code}`)

  // Whoever has the group open in a form would otherwise take away again what it is given now; and nobody judges what
  // it allows meanwhile.
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
    const idOf = await pageIds(tx)
    const ids = newPages.flatMap((page) => idOf.get(page.name) ?? [])
    const values = ids.map((menu_id) => ({ group_id, menu_id }))
    if (values.length > 0) await tx.insert(group_menu).values(values).onConflictDoNothing()
  }
  if (newElements.length > 0) {
    const { element } = tables
    const named = newElements.map(({ code }) => code)
    const rows = await tx.select({ element_id: element.id }).from(element).where(inArray(element.code, named))
    const values = rows.map(({ element_id }) => ({ group_id, element_id }))
    if (values.length > 0) await tx.insert(group_element).values(values).onConflictDoNothing()
  }
}
