import { plainForm } from '@/lib/kit/plain-form'

/* Codes and numbers as people type and paste them. Without packages, because the storefront loads this file too. */

/** Characters that are no part of a code. */
const besideCode = /[\s\p{Default_Ignorable_Code_Point}\p{Pi}\p{Pf}"'`„‚「」『』_.。]/gu

const dash = /[\p{Pd}\u2212]/gu

/** In ASCII, with dashes as hyphens, without hyphens at the beginning and other characters around. Keeps case. */
export const dashedCodeOf = (text: string): string =>
  plainForm(text).replaceAll(besideCode, '').replaceAll(dash, '-').replace(/^-+/, '')

/** In upper case, without the characters that people put between and around letters and digits. */
export const codeOf = (text: string): string =>
  dashedCodeOf(text)
    .replaceAll('-', '')
    // Only ASCII: of other letters, ß would become SS.
    .replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())
