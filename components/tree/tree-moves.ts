import type { TreeNodeData } from '@mantine/core'

/** What a tree is made of. */
export interface TreeItem<Item> {
  id: number
  children: readonly Item[]
}

export type Direction = 'up' | 'down' | 'in' | 'out'

export const flattenTree = <Item extends TreeItem<Item>>(items: readonly Item[]): Item[] =>
  items.flatMap((item) => [item, ...flattenTree(item.children)])

/**
 * One step with the keyboard: past a neighbour, into the one before, or out of what it lies in, right behind that.
 * Undefined where there is no such step.
 */
export function moveByKey(
  nodes: readonly TreeNodeData[],
  value: string,
  direction: Direction,
  mayHold: (value: string) => boolean,
): TreeNodeData[] | undefined {
  const index = nodes.findIndex((node) => node.value === value)
  const node = nodes[index]
  if (node) return moveAmong(nodes, node, index, direction, mayHold)
  for (const [at, parent] of nodes.entries()) {
    const inside = parent.children ?? []
    const child = inside.find((one) => one.value === value)
    if (child && direction === 'out') {
      const without = { ...parent, children: inside.filter((one) => one !== child) }
      return [...nodes.slice(0, at), without, child, ...nodes.slice(at + 1)]
    }
    const moved = moveByKey(inside, value, direction, mayHold)
    if (moved) return nodes.map((one) => (one === parent ? { ...parent, children: moved } : one))
  }
  return undefined
}

function moveAmong(
  nodes: readonly TreeNodeData[],
  node: TreeNodeData,
  index: number,
  direction: Direction,
  mayHold: (value: string) => boolean,
): TreeNodeData[] | undefined {
  const others = nodes.filter((one) => one !== node)
  if (direction === 'up' || direction === 'down') {
    const to = index + (direction === 'up' ? -1 : 1)
    return to < 0 || to >= nodes.length ? undefined : [...others.slice(0, to), node, ...others.slice(to)]
  }
  const before = nodes[index - 1]
  if (direction === 'out' || !before || !mayHold(before.value)) return undefined
  return others.map((one) => (one === before ? { ...one, children: [...(one.children ?? []), node] } : one))
}
