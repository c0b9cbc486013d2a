import { createCipheriv, createDecipheriv } from 'node:crypto'

/** AEAD_AES_256_GCM as WeChat Pay encrypts callbacks and certificates: the last 16 bytes are the tag. */
export interface Sealed {
  algorithm: string
  ciphertext: string
  nonce: string
  associated_data?: string | undefined
}

export const sealAlgorithm = 'AEAD_AES_256_GCM'
const tagLength = 16

/** Encrypts as the provider does; `key` is the 32 ASCII characters of the merchant's APIv3 key. */
export function seal(
  key: string,
  plaintext: string,
  { nonce, associated_data = '' }: { nonce: string; associated_data?: string },
): Sealed {
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key), Buffer.from(nonce), { authTagLength: tagLength })
  cipher.setAAD(Buffer.from(associated_data))
  const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { algorithm: sealAlgorithm, ciphertext: sealed.toString('base64'), nonce, associated_data }
}

/** Decrypts. Throws if the algorithm differs, the text is shorter than a tag, or it was altered. */
export function unseal(key: string, { algorithm, ciphertext, nonce, associated_data = '' }: Sealed): string {
  if (algorithm !== sealAlgorithm) throw new Error(`the algorithm is ${algorithm}, not ${sealAlgorithm}`)
  const sealed = Buffer.from(ciphertext, 'base64')
  if (sealed.length < tagLength) throw new Error('the sealed text is too short')
  // Without authTagLength, Node accepts tags of four bytes.
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key), Buffer.from(nonce), { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(associated_data))
  decipher.setAuthTag(sealed.subarray(-tagLength))
  return Buffer.concat([decipher.update(sealed.subarray(0, -tagLength)), decipher.final()]).toString('utf8')
}
