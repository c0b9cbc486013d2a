import type { MenuType } from '@/db/enums'
import { treeFault } from '@/lib/kit/api/rows/tree'

/** The sidebar cannot show more levels. */
export const maxDepth = 5

/** `parent_id` null: the top level. */
export interface Place {
  id: number
  parent_id: number | null
  type: MenuType
}

/** Checks the tree after the change. The fault belongs to `parent_id`. */
export function placeFault(tree: ReadonlyMap<number, Place>, id: number) {
  const parent_id = tree.get(id)?.parent_id ?? null
  const parent = parent_id === null ? undefined : tree.get(parent_id)
  if (parent && parent.type !== 'directory')
    return { code: 'not_directory', reason: 'Only a directory can contain menus.' } as const
  return treeFault(tree, id, { noun: 'menu', maxDepth })
}
