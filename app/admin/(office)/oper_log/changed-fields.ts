type Fields = Record<string, unknown> | null

/** What the database keeps of every record by itself: in a log, that it has changed says nothing. */
const bookkeeping = new Set(['id', 'version', 'created_at', 'updated_at'])

const isNothing = (value: unknown) => value === null || value === undefined || value === ''

/** The fields in which two states of a record differ; of one that was made or deleted all that say something. */
export function changedFields(before: Fields, after: Fields): { key: string; before: unknown; after: unknown }[] {
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((key) => !bookkeeping.has(key))
    .map((key) => ({ key, before: before?.[key], after: after?.[key] }))
    .filter(({ before, after }) => !(isNothing(before) && isNothing(after)))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
}
