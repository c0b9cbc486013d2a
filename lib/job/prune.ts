import { inArray, lt, or, sql } from 'drizzle-orm'
import { login_log } from '@/db/schema/log'
import { idempotency, rate_limit } from '@/db/schema/request'
import { session } from '@/db/schema/user'
import { connection } from '@/lib/database'
import { claimLimit, untilDone } from './claim'

export type Pruned = { rate_limit: number; idempotency: number; session: number; login_log: number }

/** Rows that one statement deletes: enough to make way, few enough to hold no lock for long. */
const batchSize = 1_000

const ago = (days: number) => sql`now() - make_interval(days => ${days})`

/**
 * Deletes what has had its day: counters and idempotency records that are over, sessions a month after their end,
 * logins after `retention_days`. In batches, so that nobody waits for it.
 */
export const pruneOld = (retention_days: number) => untilDone(() => pruneBatch(retention_days))

async function pruneBatch(retention_days: number): Promise<{ claimed: number; done: Pruned }> {
  const { db } = await connection()
  const counters = db
    .select({ key: rate_limit.key })
    .from(rate_limit)
    .where(lt(rate_limit.expires_at, sql`now()`))
    .limit(batchSize)
  const ended = db
    .select({ id: session.id })
    .from(session)
    .where(or(lt(session.revoked_at, ago(30)), lt(session.expires_at, ago(30))))
    .limit(batchSize)
  const logins = db
    .select({ id: login_log.id })
    .from(login_log)
    .where(lt(login_log.created_at, ago(retention_days)))
    .limit(batchSize)
  const gone = { key: sql`1` }
  const done = {
    rate_limit: (await db.delete(rate_limit).where(inArray(rate_limit.key, counters)).returning(gone)).length,
    // A day's worth, by an index: no batches needed.
    idempotency: (
      await db
        .delete(idempotency)
        .where(lt(idempotency.created_at, ago(1)))
        .returning(gone)
    ).length,
    session: (await db.delete(session).where(inArray(session.id, ended)).returning(gone)).length,
    login_log: (await db.delete(login_log).where(inArray(login_log.id, logins)).returning(gone)).length,
  }
  const isFull = [done.rate_limit, done.session, done.login_log].includes(batchSize)
  return { claimed: isFull ? claimLimit : 0, done }
}
