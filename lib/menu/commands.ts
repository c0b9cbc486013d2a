import type { z } from 'zod'
import { menu } from '@/db/schema/menu'
import { refuseUnknownPermission } from '@/lib/auth/permission-codes'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { parse } from '@/lib/kit/api/endpoint/validation'
import { deleteRow, insertRow, lockRow, updateRow } from '@/lib/kit/api/rows/rows'
import { lockTree, orderTree } from '@/lib/kit/api/rows/tree-commands'
import { positionAfter, type TreeOrder } from '@/lib/kit/api/rows/tree-order'
import type { Database } from '@/lib/kit/database'
import { countContents, type Menu } from './queries'
import { type MenuChanges, type MenuInput, MenuShape } from './schema'
import { type Place, placeFault } from './tree'

type MenuPosition = Pick<Menu, 'id' | 'parent_id' | 'type' | 'sort_order'> & { name: string }

/** Lock the tree of menus first. */
async function readPositions(db: Database): Promise<Map<number, MenuPosition>> {
  const rows = await db
    .select({ id: menu.id, parent_id: menu.parent_id, type: menu.type, sort_order: menu.sort_order, name: menu.title })
    .from(menu)
  return new Map(rows.map((row) => [row.id, row]))
}

function refuseMisplaced(tree: ReadonlyMap<number, Place>, id: number): void {
  const fault = placeFault(tree, id)
  if (fault) throw invalid('body', 'parent_id', fault.code, fault.reason)
}

/** The tree first. */
async function lockMenu(db: Database, id: number, version?: number): Promise<Menu> {
  await lockTree(db, menu)
  return lockRow(db, menu, id, { mode: 'update', version })
}

/** By default after its siblings. Throws a 400 if the parent or the permission is invalid. */
export async function insertMenu(db: Database, values: z.output<typeof MenuInput>, updated_by: number): Promise<Menu> {
  await lockTree(db, menu)
  await refuseUnknownPermission(db, values.permission_code)
  const tree = await readPositions(db)
  const sort_order = values.sort_order ?? positionAfter(tree.values(), values.parent_id)
  // No row has the id 0.
  refuseMisplaced(tree.set(0, { id: 0, ...values, sort_order }), 0)
  return insertRow(db, menu, { ...values, sort_order, updated_by })
}

/** Throws `not_found`, `stale_version`, or a 400: `cycle`, or `has_children` or `has_elements` for the new type. */
export async function changeMenu(
  db: Database,
  id: number,
  { version, ...values }: z.output<typeof MenuChanges>,
  updated_by: number,
): Promise<{ before: Menu; after: Menu }> {
  const before = await lockMenu(db, id, version)
  const changed = { ...before, ...values }
  parse(MenuShape, changed, 'body')
  await refuseUnknownPermission(db, values.permission_code, before.permission_code)
  if (changed.parent_id !== before.parent_id || changed.type !== before.type) {
    const tree = await readPositions(db)
    refuseMisplaced(tree.set(id, changed), id)
    const { menu_count, element_count } = await countContents(db, id)
    if (changed.type !== 'directory' && menu_count > 0)
      throw invalid('body', 'type', 'has_children', 'It contains menus, so it must stay a directory.')
    if (changed.type !== 'page' && element_count > 0)
      throw invalid('body', 'type', 'has_elements', 'It has elements, so it must stay a page.')
  }
  return { before, after: await updateRow(db, menu, id, { ...values, updated_by }) }
}

/** Throws `not_found`, or `in_use` with menus or elements. */
export async function removeMenu(db: Database, id: number): Promise<Menu> {
  await lockMenu(db, id)
  const { menu_count: menus, element_count: elements } = await countContents(db, id)
  if (menus > 0 || elements > 0) {
    const counted = (number: number, noun: string) => (number > 0 ? [`${number} ${noun}${number > 1 ? 's' : ''}`] : [])
    const contents = [...counted(menus, 'menu'), ...counted(elements, 'element')].join(' and ')
    throw problem('in_use', { detail: `There ${menus + elements > 1 ? 'are' : 'is'} still ${contents} in it.` })
  }
  return deleteRow(db, menu, id)
}

/** All or none. Returns the positions before and after. Throws a 400 naming every invalid item of `order`. */
export async function orderMenus(db: Database, order: TreeOrder, updated_by: number) {
  await lockTree(db, menu)
  const positions = await readPositions(db)
  return orderTree(db, menu, order, { positions, faultOf: placeFault, noun: 'menu', updated_by })
}
