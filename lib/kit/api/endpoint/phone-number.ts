import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { knowNumbersBy, ungrouped } from './phone'

/** Country of a phone number without a country code. */
const country = 'CN'

/**
 * Comparable. China: a mobile number, or the digits of a landline with its area code; else + and the digits. undefined:
 * other texts, and a landline without a country code, whose grouping is kept. The same as `phone_key` in db/functions,
 * which searches and old numbers use.
 */
function wholeNumberOf(text: string): string | undefined {
  // A zero in parentheses is dialed only within the country.
  const digits = ungrouped(text.normalize('NFKC').replace(/^([^(]*\d\s*)\(0\)/, '$1'))
  if (!/^\+?\d{6,20}$/.test(digits)) return undefined
  const number = parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false })
  if (!number?.isPossible()) return undefined
  if (number.countryCallingCode !== '86') return number.number
  const own: string = number.nationalNumber
  if (/^1\d{10}$/.test(own)) return own
  return digits === own || digits === `0${own}` ? undefined : number.formatNational().replaceAll(/\D/g, '')
}

knowNumbersBy(wholeNumberOf)
