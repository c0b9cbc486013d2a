import type { AccountType } from '@/db/enums'

/* Without packages, because the storefront loads this file too. */

/** Only the first 256 characters. Spaces and hyphens become ASCII; brackets and invisible characters are removed. */
export const inAscii = (text: string) =>
  text
    .slice(0, 256)
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Ps}\p{Pe}]/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/\s/g, ' ')
    .trim()

export const ungrouped = (text: string) => inAscii(text).replaceAll(/[ ./-]/g, '')

type WholeNumber = (text: string) => string | undefined
let wholeNumberOf: WholeNumber = ungrouped

/** Only on the server (`phone-number.ts`): the package is too large for browsers, whose forms check the shape. */
export const knowNumbersBy = (known: WholeNumber) => {
  wholeNumberOf = known
}

/** Other texts keep spaces and hyphens, which may separate an extension. */
export const phoneOf = (text: string) => wholeNumberOf(text) ?? inAscii(text)

/** By its length for the country. true for a number without a country code. */
export const isPossible = (stored: string) => !stored.startsWith('+') || wholeNumberOf(stored) === stored

/** E-mail (101) with an @, phone number (102) for digits alone, else user name (100). */
export function typeOfAccount(input: string): AccountType {
  if (input.includes('@')) return 101
  return /^\+?\d+$/.test(ungrouped(input)) ? 102 : 100
}
