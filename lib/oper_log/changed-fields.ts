type Fields = Record<string, unknown> | null

/** Set by the database; not shown. */
const automaticFields = new Set(['id', 'version', 'created_at', 'updated_at'])

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/** Returns all fields of a created or deleted record that are not empty. */
export function changedFields(before: Fields, after: Fields): { key: string; before: unknown; after: unknown }[] {
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((key) => !automaticFields.has(key))
    .map((key) => ({ key, before: before?.[key], after: after?.[key] }))
    .filter(({ before, after }) => !(isEmpty(before) && isEmpty(after)))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
}
