import { setTimeout } from 'node:timers/promises'
import { log } from '@/lib/kit/api/run/log'
import { EnvironmentError, env } from '@/lib/kit/env'
import { startMetrics } from '@/lib/kit/metrics/metrics'

/** For how long the start waits for the answer of a database that may be away, in milliseconds. */
const patience = 2_000

/**
 * Runs before the first request: checks the environment, begins to count, and opens the embedded database, and with
 * SANDBOX any database, because it may have real customers. If that fails, prints why and exits; otherwise the process would keep running and
 * answer every request with 500. Not in a function of Vercel (`instrumentation.ts`): the first request that needs the database
 * opens it there, with the same checks.
 */
export async function start(): Promise<void> {
  try {
    const { DATABASE_URL, SANDBOX, NEXTAUTH_SECRET, is_private } = env()
    await startMetrics()
    const { connection } = await import('@/lib/kit/database')
    if (!DATABASE_URL || SANDBOX) {
      const checked = async () => {
        const { db } = await connection()
        if (SANDBOX && !is_private) await (await import('@/lib/user/published-password')).refusePublishedPassword(db)
      }
      await checked().catch((error: unknown) => {
        // A remote database may be unavailable for a moment; requests are answered with 503 meanwhile.
        if (!DATABASE_URL || error instanceof EnvironmentError) throw error
      })
    }
    if (DATABASE_URL) {
      void warnWithoutLimit()
      await Promise.race([refuseForgetfulPooler(), setTimeout(patience, undefined, { ref: false })])
    }
    // A deployed shop does not start without it. Locally, the shop without the admin can be enough.
    if (!NEXTAUTH_SECRET) log().warn('Sign-in to the admin is unavailable: NEXTAUTH_SECRET is not set.')
  } catch (error) {
    process.stderr.write(
      `${error instanceof EnvironmentError ? error.message : `The shop cannot start: ${String(error)}`}\n`,
    )
    process.exit(1)
  }
}

/** Throws where prepared statements are lost. A database that does not answer now may do so later; `/api/ready` asks again. */
async function refuseForgetfulPooler(): Promise<void> {
  const { missingPreparedStatements } = await import('@/lib/kit/database')
  const sentence = await missingPreparedStatements().catch(() => undefined)
  if (sentence) throw new EnvironmentError([sentence])
}

/** Not awaited: a database that does not answer now may do so later. */
async function warnWithoutLimit(): Promise<void> {
  const { missingStatementLimit } = await import('@/lib/kit/database')
  const sentence = await missingStatementLimit().catch(() => undefined)
  if (sentence) log().warn(sentence)
}
