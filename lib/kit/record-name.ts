/**
 * The fields with the name of a record; the first existing one is used. Titles precede `name`, which is an identifier
 * in such records.
 */
const nameFields = ['title', 'name', 'label', 'nickname', 'order_no', 'no'] as const

/** The name of a record, also of one whose type is not known here; undefined if it has none. */
export function recordName(record: unknown): string | undefined {
  if (typeof record !== 'object' || record === null) return undefined
  const values = new Map<string, unknown>(Object.entries(record))
  const name = nameFields.map((field) => values.get(field)).find((value) => typeof value === 'string' && value !== '')
  return typeof name === 'string' ? name : undefined
}
