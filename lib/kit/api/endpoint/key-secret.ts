import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const prefix = 'msk_'
const randomLength = 43

/** CRC-32 in 6 characters of base64url. */
function checksumOf(text: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(text))
  return bytes.toString('base64url')
}

/** Returns `msk_`, 32 random bytes in base64url, and a checksum: a form that scanners of leaked secrets recognize. */
export function newKeySecret(): string {
  const text = prefix + randomBytes(32).toString('base64url')
  return text + checksumOf(text)
}

/** Shown in lists, to tell keys apart. */
export const hintOf = (secret: string) => secret.slice(0, 8)

/** false for a secret with a typing error, which needs no look at the database. */
export const hasChecksum = (secret: string) => {
  const [text, checksum] = [secret.slice(0, prefix.length + randomLength), secret.slice(prefix.length + randomLength)]
  return checksum === checksumOf(text)
}
