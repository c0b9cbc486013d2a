import { randomBytes } from 'node:crypto'

/** The characters of Crockford's Base32: digits and letters without I, L, O and U, which are easily confused. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns `length` random characters of Crockford's Base32, with 5 random bits each. */
export const randomBase32 = (length: number) => Array.from(randomBytes(length), (byte) => alphabet[byte & 31]).join('')
