import { hash, verify } from '@node-rs/argon2'
import { singleton } from '@/db/singleton'

/** Hashes with argon2id and the library's default parameters (19 MiB, two passes); the result includes salt and parameters. */
export const hashSecret = (secret: string) => hash(secret)

const dummy = () => singleton('dummy-secret', () => hash('nobody has this password'))

/**
 * Whether the secret matches the hash. Without a hash (an unknown account, a user without a password), a dummy is verified
 * to take the same time, and the result is false.
 */
export async function verifySecret(stored: string | null | undefined, secret: string): Promise<boolean> {
  if (!stored) {
    await verify(await dummy(), secret)
    return false
  }
  return verify(stored, secret)
}
