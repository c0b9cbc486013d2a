interface Named {
  id: number
  name: string
  children: readonly Named[]
}

/** The nodes of a tree as the options of a choice, each below its parent and indented by its level; without `except` and what is below it. */
export const treeOptions = (nodes: readonly Named[], except?: number, level = 0): { value: string; label: string }[] =>
  nodes
    .filter(({ id }) => id !== except)
    .flatMap(({ id, name, children }) => [
      { value: String(id), label: `${'\u2003'.repeat(level)}${name}` },
      ...treeOptions(children, except, level + 1),
    ])
