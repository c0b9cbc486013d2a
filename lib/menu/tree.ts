import type { MenuType } from '@/db/enums'
import { treeFault } from '@/lib/kit/api/rows/tree'

/** Maximum number of levels of menus; the sidebar cannot show more. */
export const maxDepth = 5

/** The type of a menu and the id of its parent; `parent_id` null: the top level. */
export interface Place {
  id: number
  parent_id: number | null
  type: MenuType
}

/**
 * Returns the reason why the position of a menu is invalid, in the tree after the change; undefined: the position is
 * valid. The fault belongs to the menu's `parent_id`.
 */
export function placeFault(tree: ReadonlyMap<number, Place>, id: number) {
  const parent_id = tree.get(id)?.parent_id ?? null
  const parent = parent_id === null ? undefined : tree.get(parent_id)
  if (parent && parent.type !== 'directory')
    return { code: 'not_directory', reason: 'Only a directory can contain menus.' } as const
  return treeFault(tree, id, { noun: 'menu', maxDepth })
}
