import type { AccountType } from '@/db/enums'

/* Phone numbers as users type and paste them. Without packages, because the storefront loads this file too. */

/**
 * Normalizes the first 256 characters of a text, and drops the rest. Full-width characters become normal ones, and all
 * spaces and hyphens become ASCII. Removes brackets, and the invisible characters that phones copy with a number.
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
 * Sets the function that returns the stored form of a whole number. Called only on the server (`phone-number.ts`): the
 * package with the function is too large for browsers, whose forms check only the shape of a number.
 */
export const knowNumbersBy = (known: WholeNumber) => {
  wholeNumberOf = known
}

/**
 * A phone number in its stored form. Texts that are not whole numbers keep their spaces and hyphens, which may separate
 * an extension.
 */
export const phoneOf = (text: string) => wholeNumberOf(text) ?? inAscii(text)

/** Whether a stored phone number has a possible length for its country. true for a number without a country code. */
export const isPossible = (stored: string) => !stored.startsWith('+') || wholeNumberOf(stored) === stored

/**
 * Returns the type of an account that was typed into a single field: e-mail (101) with an @, phone number (102) for
 * digits alone, else user name (100).
 */
export function typeOfAccount(input: string): AccountType {
  if (input.includes('@')) return 101
  return /^\+?\d+$/.test(ungrouped(input)) ? 102 : 100
}
