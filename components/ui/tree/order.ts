interface Ordered {
  id: number
  sort_order: number
}

const gap = 10

/** One moved item takes a free number between its neighbors, if any. Else all are numbered anew with gaps. */
export function changedOrder(items: readonly Ordered[]): Ordered[] {
  for (const [index, { id }] of items.entries()) {
    const others = items.filter((one) => one.id !== id)
    const isAscending = others.every((one, at) => at === 0 || (others[at - 1]?.sort_order ?? 0) < one.sort_order)
    if (!isAscending) continue
    const before = items[index - 1]?.sort_order
    const after = items[index + 1]?.sort_order
    const own = items[index]?.sort_order ?? 0
    if ((before === undefined || before < own) && (after === undefined || own < after)) continue
    const fits =
      before === undefined ? (after ?? 0) - gap : after === undefined ? before + gap : Math.floor((before + after) / 2)
    if ((before === undefined || before < fits) && (after === undefined || fits < after))
      return [{ id, sort_order: fits }]
  }
  return items
    .map(({ id }, index) => ({ id, sort_order: (index + 1) * gap }))
    .filter(({ sort_order }, index) => items[index]?.sort_order !== sort_order)
}
