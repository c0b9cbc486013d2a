import { and, inArray, lt, or, sql } from 'drizzle-orm'
import { error_log, login_log, oper_log } from '@/db/schema/log'
import { idempotency, rate_limit } from '@/db/schema/request'
import { session } from '@/db/schema/user'
import { connection } from '@/lib/database'
import { claimLimit, untilDone } from './claim'

export type Pruned = Record<'rate_limit' | 'idempotency' | 'session' | 'login_log' | 'oper_log' | 'error_log', number>

/** Rows that one statement deletes: enough to make way, few enough to hold no lock for long. */
const batchSize = 1_000

const ago = (days: number) => sql`now() - make_interval(days => ${days})`

/**
 * Deletes what has had its day: counters and idempotency records that are over, sessions a month after their end,
 * logs after `retention_days`. An error goes by its latest occurrence, whatever became of it: the retention is a promise
 * about how long anything is kept, and what has not happened for so long is a new error when it does. In batches, so
 * that nobody waits for it.
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
  // The order has each batch found by the index on the time, however few or many are due.
  const logins = db
    .select({ id: login_log.id })
    .from(login_log)
    .where(lt(login_log.created_at, ago(retention_days)))
    .orderBy(login_log.created_at)
    .limit(batchSize)
  const operations = db
    .select({ id: oper_log.id })
    .from(oper_log)
    .where(lt(oper_log.created_at, ago(retention_days)))
    .orderBy(oper_log.created_at)
    .limit(batchSize)
  const isPast = lt(error_log.last_at, ago(retention_days))
  const errors = db
    .select({ id: error_log.id })
    .from(error_log)
    .where(isPast)
    .orderBy(error_log.last_at)
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
    oper_log: (await db.delete(oper_log).where(inArray(oper_log.id, operations)).returning(gone)).length,
    // Asked again, because it may have occurred meanwhile.
    error_log: (
      await db
        .delete(error_log)
        .where(and(inArray(error_log.id, errors), isPast))
        .returning(gone)
    ).length,
  }
  const isFull = Object.values(done).includes(batchSize)
  return { claimed: isFull ? claimLimit : 0, done }
}
