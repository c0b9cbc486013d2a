import type { TreeNodeData } from '@mantine/core'

export interface TreePosition {
  id: number
  parent_id: number | null
  sort_order: number
}

const gap = 10

/** In steps of 10 under each parent. */
const positionsIn = (nodes: readonly TreeNodeData[], parent_id: number | null = null): TreePosition[] =>
  nodes.flatMap(({ value, children = [] }, index) => [
    { id: Number(value), parent_id, sort_order: (index + 1) * gap },
    ...positionsIn(children, Number(value)),
  ])

/** Among its siblings, from 1. */
export const placeOf = ({ sort_order }: TreePosition) => sort_order / gap

/** New and former positions of the moved items, and of all their former and new siblings. */
export function movedPositions(stored: readonly TreeNodeData[], next: readonly TreeNodeData[]) {
  const positions = positionsIn(next)
  const before = new Map(positionsIn(stored).map((position) => [position.id, position]))
  const changed = positions.filter((position) => {
    const old = before.get(position.id)
    return old?.parent_id !== position.parent_id || old.sort_order !== position.sort_order
  })
  // All siblings get new numbers, because the gaps between the old ones are not known here.
  const parents = new Set(changed.flatMap(({ id, parent_id }) => [parent_id, before.get(id)?.parent_id ?? null]))
  const moved = positions.filter(({ parent_id }) => parents.has(parent_id))
  return { positions: moved, before: moved.flatMap(({ id }) => before.get(id) ?? []) }
}
