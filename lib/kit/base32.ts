import { randomBytes } from 'node:crypto'

/** Crockford's Base32: without I, L, O and U, which are easily confused. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 5 random bits per character. */
export const randomBase32 = (length: number) => Array.from(randomBytes(length), (byte) => alphabet[byte & 31]).join('')
