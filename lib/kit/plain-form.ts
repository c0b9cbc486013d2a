/** Numbers, words and column names are shorter. */
const longest = 200

/** NFKC, up to `longest`: sorting the combining marks of a letter takes time with the square of their number. */
export const plainForm = (text: string): string => (text.length > longest ? text : text.normalize('NFKC'))

/**
 * NFKC in lower case, like `folded` in db/functions: each character becomes a single one, as in PostgreSQL. JavaScript
 * would convert İ to two, and Σ differently at the end of a word.
 */
export const foldedForm = (text: string): string => Array.from(plainForm(text), lowered).join('')

const lowered = (character: string) => String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0)
