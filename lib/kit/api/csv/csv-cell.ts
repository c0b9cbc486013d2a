/**
 * Matches the position before a formula sign that a spreadsheet may read as the start of a cell: only blanks, quotes
 * and invisible characters are between the sign and a preceding `;`, `|`, tab or newline. Some spreadsheet locales use
 * these separators instead of commas.
 *
 * The pattern starts at the sign and looks back. A pattern that starts at the separator would read long runs of blanks
 * once for each separator.
 */
const innerFormula = /(?=[=+\-@＝＋－＠])(?<=[;|\t\r\n][\p{C}\p{Z}"']*)/gu

/**
 * Matches a text that must be escaped: a text that begins with a formula sign, a separator, a blank or an invisible
 * character, even behind apostrophes. Apostrophes count because an import would remove the first one if the text were
 * not escaped.
 */
const risky = /^'*[=+\-@＝＋－＠;|\p{C}\p{Z}]/u

/**
 * Escapes a text for a cell of a CSV file that people open in a spreadsheet: puts an apostrophe before everything that
 * the spreadsheet could read as a formula, also behind separators other than commas. Imports (`lib/kit/spreadsheet`)
 * remove the apostrophes.
 */
export function guarded(text: string): string {
  const inner = text.replace(innerFormula, "'")
  return risky.test(inner) ? `'${inner}` : inner
}

/** Whether a text looks escaped, so that an import would remove an apostrophe. */
export const looksGuarded = (text: string): boolean =>
  /^'+[=+\-@＝＋－＠;|\p{C}\p{Z}]/u.test(text) || /'(?=[=+\-@＝＋－＠])(?<=[;|\t\r\n][\p{C}\p{Z}"']*)/u.test(text)

/**
 * Whether a file with these columns is for programs: every column name is empty or a code of the API. Files for
 * programs have no escaped cells.
 */
export const hasCodes = (columns: readonly string[]): boolean =>
  columns.every((column) => /^(?:[a-z][a-z0-9_.]*)?$/.test(column))
