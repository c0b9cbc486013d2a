/** Limit of the audit log, which does not store whole articles. */
export const maxLoggedText = 2_000

/** Replaces personal texts in logs and closed accounts. */
export const mask = '***'

/** Also in a part of the value. */
export const isAltered = (value: unknown): boolean => {
  if (typeof value === 'string')
    return value.endsWith(mask) || (value.length === maxLoggedText + 1 && value.endsWith('…'))
  return typeof value === 'object' && value !== null && Object.values(value).some(isAltered)
}
