import { randomBytes } from 'node:crypto'

/** Crockford's Base32: without I, L, O and U, which are easily confused. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns random characters of Crockford's Base32, of 5 bits each. */
export const randomBase32 = (length: number) => Array.from(randomBytes(length), (byte) => alphabet[byte & 31]).join('')
