/* Phone numbers as users type and paste them. Without zod, because the storefront loads this file too. */

/** Full-width characters of Chinese input methods, from ！ to ～. Each has a fixed distance to its ASCII character. */
const fullWidth = /[\uff01-\uff5e]/g
const shift = 0xff01 - 0x21

/** The text in ASCII: with uniform spaces and hyphens, without parentheses and invisible characters from pasting. */
const inAscii = (text: string) =>
  text
    .replaceAll(fullWidth, (character) => String.fromCharCode(character.charCodeAt(0) - shift))
    .replaceAll(/[\p{Cf}()]/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/\s/g, ' ')
    .trim()

/** A phone number without grouping characters. */
export const ungrouped = (text: string) => inAscii(text).replaceAll(/[ .-]/g, '')

/**
 * The phone number in its stored form: for mainland China the eleven digits of a mobile number, for other countries +
 * and the digits. Undefined for other texts, such as a landline, or a number with an extension.
 */
function wholeNumberOf(text: string): string | undefined {
  const digits = ungrouped(text)
  return /^(?:1\d{10}|\+\d{6,15})$/.test(digits) ? digits.replace(/^\+86(?=\d{6})/, '') : undefined
}

/**
 * A phone number in its stored form. Texts that are not whole numbers keep their spaces and hyphens, which may separate
 * an extension.
 */
export const phoneOf = (text: string) => wholeNumberOf(text) ?? inAscii(text)

/** A search text: a whole phone number in its stored form, any other text unchanged. */
export const searchedAs = (text: string) => wholeNumberOf(text) ?? text
