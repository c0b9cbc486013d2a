import { hash, verify } from '@node-rs/argon2'
import { once } from '@/db/once'

/** argon2id with the library's parameters (19 MiB, two passes), in its own encoded form. */
export const hashSecret = (secret: string) => hash(secret)

const dummy = () => once('dummy-secret', () => hash('nobody has this password'))

/**
 * Whether the secret is the one. Where there is no hash (an unknown account, a user without a password) the same time
 * is spent on a dummy, and the answer is no.
 */
export async function verifySecret(stored: string | null | undefined, secret: string): Promise<boolean> {
  if (!stored) {
    await verify(await dummy(), secret)
    return false
  }
  return verify(stored, secret)
}
