/**
 * The maximum length of a text in the audit log. Longer texts are cut off, because the log does not store whole
 * articles.
 */
export const maxLoggedText = 2_000

/** The text that replaces personal texts in logs and closed accounts. */
export const mask = '***'

/** Whether a value of the audit log, or a part of it, was cut off or masked. */
export const isAltered = (value: unknown): boolean => {
  if (typeof value === 'string')
    return value.endsWith(mask) || (value.length === maxLoggedText + 1 && value.endsWith('…'))
  return typeof value === 'object' && value !== null && Object.values(value).some(isAltered)
}
