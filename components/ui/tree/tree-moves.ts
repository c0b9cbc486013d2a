import type { TreeNodeData } from '@mantine/core'

export const directions = ['up', 'down', 'in', 'out'] as const
export type Direction = (typeof directions)[number]

/** `in`: to the end of the previous sibling's children; `out`: to the place after the parent. */
export function moveByKey(
  nodes: readonly TreeNodeData[],
  value: string,
  direction: Direction,
  canContain: (value: string) => boolean,
): TreeNodeData[] | undefined {
  const index = nodes.findIndex((node) => node.value === value)
  const node = nodes[index]
  if (node) return moveAmong(nodes, node, index, direction, canContain)
  for (const [at, parent] of nodes.entries()) {
    const children = parent.children ?? []
    const child = children.find((one) => one.value === value)
    if (child && direction === 'out') {
      const without = { ...parent, children: children.filter((one) => one !== child) }
      return [...nodes.slice(0, at), without, child, ...nodes.slice(at + 1)]
    }
    const moved = moveByKey(children, value, direction, canContain)
    if (moved) return nodes.map((one) => (one === parent ? { ...parent, children: moved } : one))
  }
  return undefined
}

function moveAmong(
  nodes: readonly TreeNodeData[],
  node: TreeNodeData,
  index: number,
  direction: Direction,
  canContain: (value: string) => boolean,
): TreeNodeData[] | undefined {
  const others = nodes.filter((one) => one !== node)
  if (direction === 'up' || direction === 'down') {
    const to = index + (direction === 'up' ? -1 : 1)
    return to < 0 || to >= nodes.length ? undefined : [...others.slice(0, to), node, ...others.slice(to)]
  }
  const before = nodes[index - 1]
  if (direction === 'out' || !before || !canContain(before.value)) return undefined
  return others.map((one) => (one === before ? { ...one, children: [...(one.children ?? []), node] } : one))
}
