/**
 * Matches the place before a formula sign that follows a separator. Some spreadsheet locales separate cells by
 * semicolons or tabs instead of commas. The pattern finds the sign first and then looks back: a pattern that starts at
 * the separators would read long runs of blanks once for each separator.
 */
const innerFormula = /(?=[=+\-@＝＋－＠])(?<=[;|\t\r\n][\p{C}\p{Z}"']*)/gu

/**
 * Matches a text that must be escaped: it begins with a formula sign, or with a character that some spreadsheets skip or
 * split at. Apostrophes may precede it: without escaping, an import would remove one of them.
 */
const risky = /^'*[=+\-@＝＋－＠;|\p{C}\p{Z}]/u

/**
 * Escapes a text for a cell of a CSV file for people: an apostrophe precedes everything that a spreadsheet could read as
 * a formula, also after other separators than commas. Imports remove these apostrophes (`lib/kit/spreadsheet`).
 */
export function guarded(text: string): string {
  const inner = text.replace(innerFormula, "'")
  return risky.test(inner) ? `'${inner}` : inner
}

/** Whether an import would remove an apostrophe from this text, as if it were escaped. */
export const looksGuarded = (text: string): boolean =>
  /^'+[=+\-@＝＋－＠;|\p{C}\p{Z}]/u.test(text) || /'(?=[=+\-@＝＋－＠])(?<=[;|\t\r\n][\p{C}\p{Z}"']*)/u.test(text)

/**
 * Whether a file with these columns is for programs: every column name is a code of the API. Cells of such a file are
 * not escaped.
 */
export const hasCodes = (columns: readonly string[]): boolean =>
  columns.every((column) => /^(?:[a-z][a-z0-9_.]*)?$/.test(column))
