/**
 * Before a formula sign that a spreadsheet may read as the start of a cell, as some locales separate cells by `;`, `|`
 * or tabs. Looks back from the sign: a pattern from the separator would read long runs of blanks once for each
 * separator.
 */
const innerFormula = /(?=[=+\-@＝＋－＠])(?<=[;|\t\r\n][\p{C}\p{Z}"']*)/gu

/** Also behind apostrophes: an import would remove the first one if the text were not escaped. */
const risky = /^'*[=+\-@＝＋－＠;|\p{C}\p{Z}]/u

/** Puts an apostrophe before possible formulas. Imports (`lib/kit/spreadsheet`) remove the apostrophes. */
export function guarded(text: string): string {
  const inner = text.replace(innerFormula, "'")
  return risky.test(inner) ? `'${inner}` : inner
}

/** An import would remove an apostrophe. */
export const looksGuarded = (text: string): boolean =>
  /^'+[=+\-@＝＋－＠;|\p{C}\p{Z}]/u.test(text) || /'(?=[=+\-@＝＋－＠])(?<=[;|\t\r\n][\p{C}\p{Z}"']*)/u.test(text)

/** Every column name is empty or a code of the API. Such files are for programs and have no escaped cells. */
export const hasCodes = (columns: readonly string[]): boolean =>
  columns.every((column) => /^(?:[a-z][a-z0-9_.]*)?$/.test(column))
