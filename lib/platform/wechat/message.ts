import { createCipheriv, createDecipheriv, createHash, timingSafeEqual } from 'node:crypto'
import type { MessageKeys } from './credentials'

/* Plain text, or AES-256-CBC over `16 random bytes, length in 4 bytes, message, appid`, padded to 32 bytes. */

const maxAgeSeconds = 300

const sha1 = (parts: string[]) => createHash('sha1').update(parts.toSorted().join('')).digest('hex')

/** SHA-1 in hexadecimal, also over the ciphertext if given. */
export const messageSignature = (token: string, { timestamp, nonce }: Signed, ciphertext?: string) =>
  sha1([token, timestamp, nonce, ...(ciphertext === undefined ? [] : [ciphertext])])

interface Signed {
  /** Unix seconds. */
  timestamp: string
  nonce: string
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Within five minutes. */
export function isFromPlatform({ token }: MessageKeys, query: URLSearchParams, now: Date): boolean {
  const timestamp = query.get('timestamp') ?? ''
  const nonce = query.get('nonce') ?? ''
  if (!/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > maxAgeSeconds) return false
  return isEqual(query.get('signature') ?? '', messageSignature(token, { timestamp, nonce }))
}

/** Does not check the age, which `isFromPlatform` checks. */
export function isCiphertextSigned({ token }: MessageKeys, query: URLSearchParams, ciphertext: string): boolean {
  const signed = { timestamp: query.get('timestamp') ?? '', nonce: query.get('nonce') ?? '' }
  return isEqual(query.get('msg_signature') ?? '', messageSignature(token, signed, ciphertext))
}

const blockSize = 32
const prefixLength = 16
const headLength = prefixLength + 4

/** Throws if the message was altered or is for another mini-program. */
export function decryptMessage(key: Buffer, appid: string, ciphertext: string): string {
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  const padded = Buffer.concat([decipher.update(Buffer.from(ciphertext, 'base64')), decipher.final()])
  const padding = padded.at(-1) ?? 0
  if (padding < 1 || padding > blockSize) throw new Error('the padding is wrong')
  const text = padded.subarray(0, padded.length - padding)
  if (text.length < headLength) throw new Error('the message is too short')
  const end = headLength + text.readUInt32BE(prefixLength)
  if (end > text.length || text.subarray(end).toString() !== appid) throw new Error('the message is for another app')
  return text.subarray(headLength, end).toString()
}

/** `prefix`: the 16 random bytes before the message. */
export function encryptMessage(key: Buffer, appid: string, message: string, prefix: Buffer): string {
  const body = Buffer.from(message)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const text = Buffer.concat([prefix, length, body, Buffer.from(appid)])
  const padding = blockSize - (text.length % blockSize)
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  return Buffer.concat([cipher.update(text), cipher.update(Buffer.alloc(padding, padding)), cipher.final()]).toString(
    'base64',
  )
}
