import type { MenuType } from '@/db/enums'

/** Maximum number of levels; the sidebar cannot show more. */
export const maxDepth = 5

/** The position of a menu. */
export interface Place {
  id: number
  parent_id: number | null
  type: MenuType
}

interface Fault {
  code: 'not_found' | 'not_directory' | 'cycle' | 'too_deep'
  reason: string
}

/**
 * Why the position of a menu is invalid, in the tree after the change; undefined if it is valid. The fault belongs to
 * its `parent_id`.
 */
export function placeFault(tree: ReadonlyMap<number, Place>, id: number): Fault | undefined {
  const parent_id = tree.get(id)?.parent_id ?? null
  if (parent_id === null) return undefined
  const parent = tree.get(parent_id)
  if (!parent) return { code: 'not_found', reason: 'There is no such menu.' }
  if (parent.type !== 'directory') return { code: 'not_directory', reason: 'Only a directory can contain menus.' }
  const visited = new Set([id])
  for (let ancestor: number | null = parent_id; ancestor !== null; ancestor = tree.get(ancestor)?.parent_id ?? null) {
    if (visited.has(ancestor)) return { code: 'cycle', reason: 'A menu cannot be moved below itself.' }
    visited.add(ancestor)
  }
  if (visited.size - 1 + heightOf(tree, id) > maxDepth)
    return { code: 'too_deep', reason: `There can be at most ${maxDepth} levels.` }
  return undefined
}

/** Number of levels from this menu to its lowest descendant, including itself. It must not be part of a cycle. */
function heightOf(tree: ReadonlyMap<number, Place>, id: number): number {
  const children = [...tree.values()].filter((row) => row.parent_id === id)
  return 1 + Math.max(0, ...children.map((row) => heightOf(tree, row.id)))
}
