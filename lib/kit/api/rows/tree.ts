export interface Linked {
  id: number
  parent_id: number | null
}

export type Branch<Row> = Row & { children: Branch<Row>[] }

/** Adds `children` to each row in place. Leaves out rows with a missing parent or ancestor. */
export function treeOf<Row extends Linked>(rows: readonly Row[]): Branch<Row>[] {
  const childrenOf = new Map<number | null, Row[]>()
  for (const row of rows) {
    const siblings = childrenOf.get(row.parent_id)
    if (siblings) siblings.push(row)
    else childrenOf.set(row.parent_id, [row])
  }
  const branchesOf = (parent: number | null): Branch<Row>[] =>
    (childrenOf.get(parent) ?? []).map((row) => Object.assign(row, { children: branchesOf(row.id) }))
  return branchesOf(null)
}

export interface TreeItem<Item> {
  id: number
  children: readonly Item[]
}

/** Each before its descendants. */
export const flattenTree = <Item extends TreeItem<Item>>(items: readonly Item[]): Item[] =>
  items.flatMap((item) => [item, ...flattenTree(item.children)])

interface TreeFault {
  code: 'not_found' | 'cycle' | 'too_deep'
  reason: string
}

/** After the change; undefined: valid. The fault concerns the node's `parent_id`. */
export function treeFault(
  tree: ReadonlyMap<number, Linked>,
  id: number,
  { noun, maxDepth }: { noun: string; maxDepth: number },
): TreeFault | undefined {
  const parent_id = tree.get(id)?.parent_id ?? null
  if (parent_id === null) return undefined
  if (!tree.has(parent_id)) return { code: 'not_found', reason: `There is no such ${noun}.` }
  const visited = new Set([id])
  for (let ancestor: number | null = parent_id; ancestor !== null; ancestor = tree.get(ancestor)?.parent_id ?? null) {
    if (visited.has(ancestor)) return { code: 'cycle', reason: `A ${noun} cannot be moved below itself.` }
    visited.add(ancestor)
  }
  if (visited.size - 1 + heightOf(tree, id) > maxDepth)
    return { code: 'too_deep', reason: `There can be at most ${maxDepth} levels.` }
  return undefined
}

/** Including both ends. Endless if the node is part of a cycle. */
function heightOf(tree: ReadonlyMap<number, Linked>, id: number): number {
  const children = [...tree.values()].filter((row) => row.parent_id === id)
  return 1 + Math.max(0, ...children.map((row) => heightOf(tree, row.id)))
}
