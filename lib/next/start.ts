import { log } from '@/lib/api/log'
import { connection } from '@/lib/database'
import { EnvironmentError, env } from '@/lib/env'

/**
 * Before the first request: judges the environment and opens the embedded database. A start that cannot succeed ends
 * here with a sentence; left alone, the process would stay up and answer 500 to everything.
 */
export async function start(): Promise<void> {
  try {
    // Another server's database may be away for a moment; the requests that meet that are answered 503.
    if (!env().DATABASE_URL) await connection()
    // Deployed, this is refused. On one's own machine the shop may well be all that one wants.
    if (!env().NEXTAUTH_SECRET) log().warn('Nobody can sign in to the admin: NEXTAUTH_SECRET is not set.')
  } catch (error) {
    process.stderr.write(
      `${error instanceof EnvironmentError ? error.message : `The shop cannot start: ${String(error)}`}\n`,
    )
    process.exit(1)
  }
}
