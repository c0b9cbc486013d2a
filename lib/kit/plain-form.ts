/** The maximum length of a text that is normalized. Numbers, words and column names are shorter. */
const longest = 200

/**
 * Returns a text in the form NFKC, in which full-width characters become ASCII characters. Texts longer than `longest`
 * stay unchanged, because the time to sort the combining marks of one letter grows with the square of their number.
 */
export const plainForm = (text: string): string => (text.length > longest ? text : text.normalize('NFKC'))

/**
 * Returns the form in which names are compared: NFKC in lower case, like `folded` in db/functions. Each character is
 * converted on its own to a single character, as in PostgreSQL. JavaScript would convert İ to two characters, and Σ
 * differently at the end of a word.
 */
export const foldedForm = (text: string): string => Array.from(plainForm(text), lowered).join('')

const lowered = (character: string) => String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0)
