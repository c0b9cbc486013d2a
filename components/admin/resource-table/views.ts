/** Filters, tab, sort order and page size. */
export type ListQuery = Readonly<Record<string, string>>

/** Sorted, so that equal states have equal texts. */
export const textOf = (query: ListQuery): string =>
  new URLSearchParams(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))).toString()

export const queryIn = (text: string): ListQuery => Object.fromEntries(new URLSearchParams(text))

const isSameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one))

interface Shown {
  query: ListQuery
  columns: readonly string[]
}

export const isSameView = (a: Shown, b: Shown): boolean =>
  textOf(a.query) === textOf(b.query) && isSameSet(a.columns, b.columns)
