interface Named {
  id: number
  name: string
  children: readonly Named[]
}

/** Labels begin with the ancestors. Without the node `except` and its descendants. */
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
