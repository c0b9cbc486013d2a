/** What a spreadsheet takes for the beginning of a formula. */
const formula = '[=+\\-@＝＋－＠]'

/** What may stand before it all the same. */
const skipped = '[\\p{C}\\p{Z}"\']*'

/** A formula after what separates cells for a spreadsheet whose files are not separated by commas. */
const innerFormula = new RegExp(`([;|\\t\\r\\n]${skipped})(?=${formula})`, 'gu')

/**
 * Beginnings of formulas, and what some spreadsheets skip or split at; with apostrophes before it, it looks as if it were escaped
 * already.
 */
const risky = new RegExp(`^'*(?:${formula}|[;|\\p{C}\\p{Z}])`, 'u')

/**
 * A text for a cell of a CSV file, with an apostrophe before whatever a spreadsheet could take for a formula, also where its
 * language separates cells by something else than a comma, and it splits the text there. Imports take the apostrophes off again (`lib/kit/spreadsheet`).
 */
export function guarded(text: string): string {
  const inner = text.replace(innerFormula, "$1'")
  return risky.test(inner) ? `'${inner}` : inner
}
