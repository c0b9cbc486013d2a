/** The fields by which people know a record; the first that it has counts. Beside a title, a name is that of code. */
const nameFields = ['title', 'name', 'label', 'nickname', 'order_no', 'no'] as const

/** The name of a record, also of one whose type is not known here; undefined if it has none. */
export function recordName(record: unknown): string | undefined {
  if (typeof record !== 'object' || record === null) return undefined
  const values = new Map<string, unknown>(Object.entries(record))
  const name = nameFields.map((field) => values.get(field)).find((value) => typeof value === 'string' && value !== '')
  return typeof name === 'string' ? name : undefined
}
