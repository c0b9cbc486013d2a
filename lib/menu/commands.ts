import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { element, menu } from '@/db/schema/menu'
import { type InvalidParam, invalid, problem } from '@/lib/api/problem'
import { deleteRow, insertRow, lockRow, updateRow } from '@/lib/api/rows'
import { parse } from '@/lib/api/validation'
import { refuseUnknownPoint } from '@/lib/auth/points'
import type { Database } from '@/lib/database'
import type { Menu } from './queries'
import { type MenuChanges, type MenuInput, type MenuOrder, MenuShape } from './schema'
import { type Place, placeFault } from './tree'

/**
 * Menus are written one at a time: of two moves that are fine by themselves, one below the other and the other below
 * the one, the second must see the first.
 */
const lockTree = (db: Database) => db.execute(sql`select pg_advisory_xact_lock(hashtext('mini-shop.menu'))`)

type MenuPosition = Pick<Menu, 'id' | 'parent_id' | 'type' | 'sort_order'>

/** Where every menu stands. The tree must be locked. */
async function readPositions(db: Database): Promise<Map<number, MenuPosition>> {
  const rows = await db
    .select({ id: menu.id, parent_id: menu.parent_id, type: menu.type, sort_order: menu.sort_order })
    .from(menu)
  return new Map(rows.map((row) => [row.id, row]))
}

function refuseMisplaced(tree: ReadonlyMap<number, Place>, id: number): void {
  const fault = placeFault(tree, id)
  if (fault) throw invalid('body', 'parent_id', fault.code, fault.reason)
}

/** Locks the tree, then the menu in it. */
async function lockMenu(db: Database, id: number, version?: number): Promise<Menu> {
  await lockTree(db)
  return lockRow(db, menu, id, { mode: 'update', version })
}

/** Throws a 400 where its parent or its permission point does not fit. */
export async function insertMenu(db: Database, values: z.output<typeof MenuInput>, updated_by: number): Promise<Menu> {
  await lockTree(db)
  await refuseUnknownPoint(db, values.permission_code)
  // No row has the id 0.
  refuseMisplaced((await readPositions(db)).set(0, { id: 0, ...values }), 0)
  return insertRow(db, menu, { ...values, updated_by })
}

/**
 * Throws `not_found`, `stale_version`, or a 400 where the menu as it would be does not fit: `cycle` where it would
 * come below itself, `has_children` and `has_elements` where its new type could not carry them.
 */
export async function changeMenu(
  db: Database,
  id: number,
  { version, ...values }: z.output<typeof MenuChanges>,
  updated_by: number,
): Promise<{ before: Menu; after: Menu }> {
  const before = await lockMenu(db, id, version)
  const wanted = { ...before, ...values }
  parse(MenuShape, wanted, 'body')
  await refuseUnknownPoint(db, values.permission_code, before.permission_code)
  if (wanted.parent_id !== before.parent_id || wanted.type !== before.type) {
    const tree = await readPositions(db)
    refuseMisplaced(tree.set(id, wanted), id)
    if (wanted.type !== 'directory' && [...tree.values()].some((row) => row.parent_id === id))
      throw invalid('body', 'type', 'has_children', 'There are menus below it: it stays a directory.')
    if (wanted.type !== 'page' && (await countElements(db, id)) > 0)
      throw invalid('body', 'type', 'has_elements', 'It has elements: it stays a page.')
  }
  return { before, after: await updateRow(db, menu, id, { ...values, updated_by }) }
}

/** Throws `not_found`, or `in_use` while it has menus below it or elements. */
export async function removeMenu(db: Database, id: number): Promise<Menu> {
  await lockMenu(db, id)
  const [menus, elements] = [await db.$count(menu, eq(menu.parent_id, id)), await countElements(db, id)]
  if (menus > 0 || elements > 0) {
    const count = (number: number, one: string) => (number > 0 ? [`${number} ${one}${number > 1 ? 's' : ''}`] : [])
    const found = [...count(menus, 'menu'), ...count(elements, 'element')].join(' and ')
    throw problem('in_use', { detail: `There ${menus + elements > 1 ? 'are' : 'is'} still ${found} in it.` })
  }
  return deleteRow(db, menu, id)
}

const countElements = (db: Database, menu_id: number) => db.$count(element, eq(element.menu_id, menu_id))

type Order = z.output<typeof MenuOrder>

/**
 * Puts menus where the items say, all or none, and answers where those that moved stood before and stand now. Throws
 * a 400 that names every item which does not fit.
 */
export async function orderMenus(
  db: Database,
  { items }: Order,
  updated_by: number,
): Promise<{ before: Order; after: Order }> {
  await lockTree(db)
  const old = await readPositions(db)
  const tree = new Map(old)
  for (const item of items) {
    const place = old.get(item.id)
    if (place) tree.set(item.id, { ...place, ...item })
  }
  const invalid_params = items.flatMap((item, at): InvalidParam[] => {
    if (!old.has(item.id)) {
      return [{ in: 'body', name: `items.${at}.id`, code: 'not_found', reason: 'There is no such menu.' }]
    }
    const fault = placeFault(tree, item.id)
    return fault ? [{ in: 'body', name: `items.${at}.parent_id`, ...fault }] : []
  })
  const [first] = invalid_params
  if (first) throw problem('invalid_request', { detail: `${first.name}: ${first.reason}`, invalid_params })

  const after = items.filter(({ id, parent_id, sort_order }) => {
    const place = old.get(id)
    return place?.parent_id !== parent_id || place.sort_order !== sort_order
  })
  const before = after.flatMap(({ id }) => {
    const place = old.get(id)
    return place ? [{ id, parent_id: place.parent_id, sort_order: place.sort_order }] : []
  })
  await db
    .update(menu)
    .set({
      parent_id: sql`moved.parent_id`,
      sort_order: sql`moved.sort_order`,
      version: sql`${menu.version} + 1`,
      updated_by,
    })
    .from(sql`jsonb_to_recordset(${JSON.stringify(after)}::jsonb) as moved (id int, parent_id int, sort_order int)`)
    .where(sql`${menu.id} = moved.id`)
  return { before: { items: before }, after: { items: after } }
}
