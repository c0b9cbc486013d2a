/** The characters with which a spreadsheet formula begins. */
const formula = '[=+\\-@＝＋－＠]'

/** Characters that may precede them. */
const skipped = '[\\p{C}\\p{Z}"\']*'

/** A formula after a separator. Some spreadsheet locales separate cells by semicolons or tabs instead of commas. */
const innerFormula = new RegExp(`([;|\\t\\r\\n]${skipped})(?=${formula})`, 'gu')

/**
 * Beginnings of formulas, and characters that some spreadsheets skip or split at. Leading apostrophes are allowed
 * before them, because the text would look as if it were escaped already.
 */
const risky = new RegExp(`^'*(?:${formula}|[;|\\p{C}\\p{Z}])`, 'u')

/**
 * Escapes a text for a cell of a CSV file: an apostrophe precedes everything that a spreadsheet could read as a
 * formula, also after other separators than commas. Imports remove these apostrophes (`lib/kit/spreadsheet`).
 */
export function guarded(text: string): string {
  const inner = text.replace(innerFormula, "$1'")
  return risky.test(inner) ? `'${inner}` : inner
}
