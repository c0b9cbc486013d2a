/** More characters than a number, a word or the name of a column has. */
const longest = 200

/**
 * The form of a text in which equal characters are the same (NFKC): full-width characters as ASCII. Longer texts stay
 * unchanged, because sorting the marks of one letter takes the square of their number.
 */
export const plainForm = (text: string): string => (text.length > longest ? text : text.normalize('NFKC'))

/**
 * The form in which names are compared, like `folded` in db/functions: also without case. PostgreSQL lowers each
 * character to one, on its own; JavaScript gives İ two and Σ another at the end of a word.
 */
export const foldedForm = (text: string): string => Array.from(plainForm(text), lowered).join('')

const lowered = (character: string) => String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0)
