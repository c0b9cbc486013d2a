import { plainForm } from '@/lib/kit/plain-form'

/*
 * Codes and numbers as people type and paste them: coupon and pick-up codes, and the numbers of orders, parcels, invoices
 * and taxpayers. Without packages, because the storefront loads this file too.
 */

/** Blanks, invisible characters, quotes, dots and underscores, which are no part of a code. */
const besideCode = /[\s\p{Default_Ignorable_Code_Point}\p{Pi}\p{Pf}"'`„‚「」『』_.。]/gu

/** A hyphen, a dash or a minus sign. */
const dash = /[\p{Pd}\u2212]/gu

/**
 * Returns a number of which hyphens are a part: in ASCII, with all dashes as hyphens, without those at its beginning and
 * without other characters between and around its letters and digits. Case is kept.
 */
export const dashedCodeOf = (text: string): string =>
  plainForm(text).replaceAll(besideCode, '').replaceAll(dash, '-').replace(/^-+/, '')

/** Returns a code in upper case without the characters that people put between and around its letters and digits. */
export const codeOf = (text: string): string =>
  dashedCodeOf(text)
    .replaceAll('-', '')
    // Only ASCII: of other letters, ß would become SS.
    .replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())
