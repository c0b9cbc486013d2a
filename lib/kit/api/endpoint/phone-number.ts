import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { knowNumbersBy, ungrouped } from './phone'

/** The country that a phone number without a country code belongs to. */
const country = 'CN'

/**
 * Returns a whole phone number in its stored form, which can be compared. Mainland China: the eleven digits of a mobile
 * number, or the digits of a landline with its area code. Other countries: + and the digits.
 *
 * undefined for other texts, such as a number with an extension. Also undefined for a landline that was typed without a
 * country code, because its grouping is kept. The SQL function `phone_key` in db/functions does the same for searches
 * and for numbers that earlier versions stored.
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
