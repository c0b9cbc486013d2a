import type { AccountType } from '@/db/enums'

/* Phone numbers as users type and paste them. Without packages, because the storefront loads this file too. */

/**
 * The text in ASCII: with uniform spaces and hyphens, without brackets and the invisible characters that phones copy
 * with a number.
 */
export const inAscii = (text: string) =>
  text
    .slice(0, 256)
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Ps}\p{Pe}]/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/\s/g, ' ')
    .trim()

/** A phone number without grouping characters. */
export const ungrouped = (text: string) => inAscii(text).replaceAll(/[ ./-]/g, '')

type WholeNumber = (text: string) => string | undefined
let wholeNumberOf: WholeNumber = ungrouped

/**
 * Sets the function that returns the stored form of a whole number. The server sets it (`phone-number.ts`). Browsers do
 * not, because the package is too large for them: their forms read only the shape of a field.
 */
export const knowNumbersBy = (known: WholeNumber) => {
  wholeNumberOf = known
}

/**
 * A phone number in its stored form. Texts that are not whole numbers keep their spaces and hyphens, which may separate
 * an extension.
 */
export const phoneOf = (text: string) => wholeNumberOf(text) ?? inAscii(text)

/** Whether a number in its stored form, if it has a country code, is one that its country can have. */
export const isPossible = (stored: string) => !stored.startsWith('+') || wholeNumberOf(stored) === stored

/**
 * The type of an account typed into a single field: with an @ an e-mail (101), digits alone a phone number (102), else a
 * user name (100).
 */
export function typeOfAccount(input: string): AccountType {
  if (input.includes('@')) return 101
  return /^\+?\d+$/.test(ungrouped(input)) ? 102 : 100
}
