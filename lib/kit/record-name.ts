/**
 * The fields that can have the name of a record. The first field with a text is used. A title comes before `name`,
 * since records with a title use `name` as an identifier.
 */
const nameFields = ['title', 'name', 'label', 'nickname', 'order_no', 'no'] as const

/**
 * Returns the name of a record of any type: the value of the first field in `nameFields` that is a non-empty text.
 * undefined: the record has no such field.
 */
export function recordName(record: unknown): string | undefined {
  if (typeof record !== 'object' || record === null) return undefined
  const values = new Map<string, unknown>(Object.entries(record))
  const name = nameFields.map((field) => values.get(field)).find((value) => typeof value === 'string' && value !== '')
  return typeof name === 'string' ? name : undefined
}
