/*
 * Tax numbers (纳税人识别号) of companies. Since 2015 a company has the unified social credit code of GB 32100-2015: 18
 * characters, of which the last is a check character. Persons with a business may have the 18 characters of their ID card
 * (GB 11643), with another check character. Older taxpayers have 15, 17 or 20 characters.
 */

/** The characters of a unified social credit code, the tax number with 18 characters. I, O, S, V and Z are not used. */
const characters = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** Whether a text has the length and the characters of a tax number. */
export const isTaxNo = (text: string): boolean => /^(?:[0-9A-Z]{15}|[0-9A-Z]{17,18}|[0-9A-Z]{20})$/.test(text)

/**
 * Whether the check character of a tax number with 18 characters fits the other characters. true for other lengths,
 * which have no check character.
 */
export function isTaxNoConsistent(text: string): boolean {
  if (text.length !== 18 || isIdCardNo(text)) return true
  const values = [...text].map((character) => characters.indexOf(character))
  if (values.includes(-1)) return false
  const sum = weights.reduce((total, weight, at) => total + weight * (values[at] ?? 0), 0)
  return values[17] === (31 - (sum % 31)) % 31
}

/**
 * Whether a text is the number of an ID card, with the check character of ISO 7064 MOD 11-2. It begins with a region,
 * which is never 9, with which the codes of most companies begin.
 */
function isIdCardNo(text: string): boolean {
  if (!/^[1-8]\d{16}[\dX]$/.test(text)) return false
  const sum = [...text].reduce((total, character) => total * 2 + (character === 'X' ? 10 : Number(character)), 0)
  return sum % 11 === 1
}
