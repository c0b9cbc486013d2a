interface Named {
  id: number
  name: string
  children: readonly Named[]
}

/**
 * Returns the nodes of a tree as the options of a select. Each label begins with the names of the ancestors. Leaves out
 * the node with the id `except` and its descendants.
 */
export const treeOptions = (
  nodes: readonly Named[],
  except?: number,
  parent = '',
): { value: string; label: string }[] =>
  nodes
    .filter(({ id }) => id !== except)
    .flatMap(({ id, name, children }) => [
      { value: String(id), label: `${parent}${name}` },
      ...treeOptions(children, except, `${parent}${name} / `),
    ])
