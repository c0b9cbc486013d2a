import { createCipheriv, createDecipheriv } from 'node:crypto'

/** AEAD_AES_256_GCM. The last 16 bytes of the ciphertext, which is in Base64, are the tag. */
export interface Sealed {
  algorithm: string
  ciphertext: string
  nonce: string
  associated_data?: string | undefined
}

export const sealAlgorithm = 'AEAD_AES_256_GCM'
const tagLength = 16

/** `key`: the 32 ASCII characters of the merchant's APIv3 key. */
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

/** Throws for another algorithm, or if the ciphertext is too short or was altered. */
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
