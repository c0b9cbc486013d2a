/** The first with a text. A title comes before `name`, which is then an identifier. */
const nameFields = ['title', 'name', 'label', 'nickname', 'order_no', 'no'] as const

export function recordName(record: unknown): string | undefined {
  if (typeof record !== 'object' || record === null) return undefined
  const values = new Map<string, unknown>(Object.entries(record))
  const name = nameFields.map((field) => values.get(field)).find((value) => typeof value === 'string' && value !== '')
  return typeof name === 'string' ? name : undefined
}
