import { randomBytes } from 'node:crypto'
import { decrypted, encrypted } from '@/lib/kit/signature'

const purpose = 'webhook-secret'

/** By the specification of Standard Webhooks. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

export const encryptSecret = (secret: string): string => encrypted(purpose, secret)

/** undefined: encrypted with another NEXTAUTH_SECRET. */
export const decryptSecret = (stored: string): string | undefined => decrypted(purpose, stored)
