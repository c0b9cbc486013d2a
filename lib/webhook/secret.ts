import { randomBytes } from 'node:crypto'
import type { webhook } from '@/db/schema/webhook'
import { decrypted, encrypted } from '@/lib/kit/signature'

const purpose = 'webhook-secret'

/** By the specification of Standard Webhooks. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

export const encryptSecret = (secret: string): string => encrypted(purpose, secret)

/** undefined: encrypted with another NEXTAUTH_SECRET. */
const decryptSecret = (stored: string): string | undefined => decrypted(purpose, stored)

type Stored = Pick<typeof webhook.$inferSelect, 'secret' | 'previous_secret' | 'previous_until'>

/** As stored: the present one first, then those before rotations of the last day. */
export const stillSigning = ({ secret, previous_secret, previous_until }: Stored): string[] => [
  secret,
  ...(previous_secret && previous_until && previous_until.getTime() > Date.now() ? previous_secret.split(' ') : []),
]

/** undefined: the present one cannot be decrypted. */
export function signersOf(stored: Stored): string[] | undefined {
  const secrets = stillSigning(stored).map(decryptSecret)
  return secrets[0] === undefined ? undefined : secrets.filter((secret) => secret !== undefined)
}
