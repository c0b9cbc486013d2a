/** How many levels it may have: deeper ones no sidebar can show. */
import type { MenuType } from '@/db/enums'
export const maxDepth = 5

/** Where a menu stands. */
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
 * Why a menu cannot stand where it does, in the tree as it would be; undefined where it can. The fault is its
 * `parent_id`'s.
 */
export function placeFault(tree: ReadonlyMap<number, Place>, id: number): Fault | undefined {
  const parent_id = tree.get(id)?.parent_id ?? null
  if (parent_id === null) return undefined
  const parent = tree.get(parent_id)
  if (!parent) return { code: 'not_found', reason: 'There is no such menu.' }
  if (parent.type !== 'directory') return { code: 'not_directory', reason: 'Only a directory has menus below it.' }
  const above = new Set([id])
  for (let at: number | null = parent_id; at !== null; at = tree.get(at)?.parent_id ?? null) {
    if (above.has(at)) return { code: 'cycle', reason: 'A menu cannot be moved below itself.' }
    above.add(at)
  }
  if (above.size - 1 + heightOf(tree, id) > maxDepth)
    return { code: 'too_deep', reason: `There can be ${maxDepth} levels.` }
  return undefined
}

/** Levels from this menu down to the lowest below it, itself included. It must not be part of a cycle. */
function heightOf(tree: ReadonlyMap<number, Place>, id: number): number {
  const children = [...tree.values()].filter((row) => row.parent_id === id)
  return 1 + Math.max(0, ...children.map((row) => heightOf(tree, row.id)))
}
