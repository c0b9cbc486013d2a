/*
 * Tax numbers (纳税人识别号). Since 2015, companies have the unified social credit code of GB 32100-2015: 18 characters, the
 * last a check character. Persons may have their ID card's 18 (GB 11643), older taxpayers 15, 17 or 20.
 */

/** Of a unified social credit code. I, O, S, V and Z are not used. */
const characters = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** Length and characters. */
export const isTaxNo = (text: string): boolean => /^(?:[0-9A-Z]{15}|[0-9A-Z]{17,18}|[0-9A-Z]{20})$/.test(text)

/** Checks the last of 18 characters. Other lengths have no check character. */
export function isTaxNoConsistent(text: string): boolean {
  if (text.length !== 18 || isIdCardNo(text)) return true
  const values = [...text].map((character) => characters.indexOf(character))
  if (values.includes(-1)) return false
  const sum = weights.reduce((total, weight, at) => total + weight * (values[at] ?? 0), 0)
  return values[17] === (31 - (sum % 31)) % 31
}

/** ISO 7064 MOD 11-2. Begins with a region, which is never 9, like the codes of most companies. */
function isIdCardNo(text: string): boolean {
  if (!/^[1-8]\d{16}[\dX]$/.test(text)) return false
  const sum = [...text].reduce((total, character) => total * 2 + (character === 'X' ? 10 : Number(character)), 0)
  return sum % 11 === 1
}
