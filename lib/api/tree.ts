interface Linked {
  id: number
  parent_id: number | null
}

export type Branch<Row> = Row & { children: Branch<Row>[] }

/**
 * Builds trees from rows: adds `children` to each row itself, in the order of the input. Rows below a missing parent
 * are left out.
 */
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
