import { user } from '@/db/schema/user'
import type { Database } from '@/lib/kit/database'
import { EnvironmentError, publishedPassword } from '@/lib/kit/env'
import { verifySecret } from '@/lib/token/secret'
import { isDemonstrationAccount } from '@/lib/user/demonstration'

/**
 * Throws {@link EnvironmentError} if a reachable demonstration has the published password, as after a setup that only
 * this machine could reach.
 */
export async function refusePublishedPassword(db: Database): Promise<void> {
  const accounts = await db.select({ secret_hash: user.secret_hash }).from(user).where(isDemonstrationAccount(user.id))
  for (const { secret_hash } of accounts) {
    if (await verifySecret(secret_hash, publishedPassword)) {
      throw new EnvironmentError([
        'The accounts of the demonstration have the published password, and others can reach them: run npm run db:seed, which gives them SANDBOX_PASSWORD.',
      ])
    }
  }
}
