/** The maximum length of a text that is normalized. Numbers, words and column names are shorter. */
const longest = 200

/**
 * Returns a text in the form NFKC, in which full-width characters are ASCII. Texts longer than `longest` stay
 * unchanged: the time to sort the marks of one letter grows with the square of their number.
 */
export const plainForm = (text: string): string => (text.length > longest ? text : text.normalize('NFKC'))

/**
 * Returns the form in which names are compared: NFKC without case, like `folded` in db/functions. Each character is
 * lowered alone to a single character, as PostgreSQL does. JavaScript would lower İ to two characters, and Σ
 * differently at the end of a word.
 */
export const foldedForm = (text: string): string => Array.from(plainForm(text), lowered).join('')

const lowered = (character: string) => String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0)
