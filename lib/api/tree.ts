interface Linked {
  id: number
  parent_id: number | null
}

export type Branch<Row> = Row & { children: Branch<Row>[] }

/**
 * Hangs rows below their parents, in the order in which they come; the rows themselves become the branches. From the
 * roots down: what hangs below a row that is not there is left out with it.
 */
export function treeOf<Row extends Linked>(rows: readonly Row[]): Branch<Row>[] {
  const below = new Map<number | null, Row[]>()
  for (const row of rows) {
    const siblings = below.get(row.parent_id)
    if (siblings) siblings.push(row)
    else below.set(row.parent_id, [row])
  }
  const grow = (parent: number | null): Branch<Row>[] =>
    (below.get(parent) ?? []).map((row) => Object.assign(row, { children: grow(row.id) }))
  return grow(null)
}
