import { setTimeout } from 'node:timers/promises'
import { log } from '@/lib/kit/api/run/log'
import { EnvironmentError, env } from '@/lib/kit/env'
import { startMetrics } from '@/lib/kit/metrics/metrics'

/** The time that the start waits for a database that may be unavailable, in milliseconds. */
const patience = 2_000

/**
 * Runs before the first request: checks the environment, starts the metrics and opens an embedded database. With
 * SANDBOX, opens any database, because it may contain real customers. On failure, prints the reason and exits:
 * otherwise every request would get a 500. Not called on Vercel (`instrumentation.ts`), where the first request that
 * needs the database runs the same checks.
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
        // A remote database may be unavailable for a moment. Until it is available, requests get a 503.
        if (!DATABASE_URL || error instanceof EnvironmentError) throw error
      })
    }
    if (DATABASE_URL) {
      void warnWithoutLimit()
      await Promise.race([refuseForgetfulPooler(), setTimeout(patience, undefined, { ref: false })])
    }
    // Required in a deployed shop. Locally, the shop without the admin can be enough.
    if (!NEXTAUTH_SECRET) log().warn('Sign-in to the admin is unavailable: NEXTAUTH_SECRET is not set.')
  } catch (error) {
    process.stderr.write(
      `${error instanceof EnvironmentError ? error.message : `The shop cannot start: ${String(error)}`}\n`,
    )
    process.exit(1)
  }
}

/**
 * Throws if the connection pooler loses prepared statements. Ignores a database that does not respond: `/api/ready`
 * checks it again later.
 */
async function refuseForgetfulPooler(): Promise<void> {
  const { missingPreparedStatements } = await import('@/lib/kit/database')
  const sentence = await missingPreparedStatements().catch(() => undefined)
  if (sentence) throw new EnvironmentError([sentence])
}

/**
 * Warns if the database has no time limit for statements. Not awaited: a database that does not respond now may respond
 * later.
 */
async function warnWithoutLimit(): Promise<void> {
  const { missingStatementLimit } = await import('@/lib/kit/database')
  const sentence = await missingStatementLimit().catch(() => undefined)
  if (sentence) log().warn(sentence)
}
