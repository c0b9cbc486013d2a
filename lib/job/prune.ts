import { and, inArray, lt, or, sql } from 'drizzle-orm'
import { error_log, login_log, oper_log } from '@/db/schema/log'
import { idempotency, rate_limit } from '@/db/schema/request'
import { known_network, session } from '@/db/schema/user'
import { connection } from '@/lib/database'
import { knownNetworkDays } from '@/lib/token/known-device'
import { maskLogsOfClosed } from '@/lib/user/closing'
import { claimLimit, runBatches } from './claim'

export type Pruned = Record<
  'rate_limit' | 'idempotency' | 'session' | 'known_network' | 'login_log' | 'oper_log' | 'error_log' | 'masked',
  number
>

/** Rows that one statement deletes, so that none holds its locks for long. */
const batchSize = 1_000

const ago = (days: number) => sql`now() - make_interval(days => ${days})`

/**
 * Deletes expired counters, idempotency records after a day, sessions 30 days after their end, known networks, and logs
 * after `retention_days`; for errors, the latest occurrence counts, whatever their status. Masks what logs know about
 * closed accounts. Returns the deleted rows by table, and the masked ones.
 */
export const pruneOld = (retention_days: number, until?: number) => runBatches(() => pruneBatch(retention_days), until)

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
  // The order makes the planner use the index on the time, however many rows are due.
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
  const deleted = { key: sql`1` }
  const done = {
    rate_limit: (await db.delete(rate_limit).where(inArray(rate_limit.key, counters)).returning(deleted)).length,
    // By an index and about one day's rows per day, so no batches are needed.
    idempotency: (
      await db
        .delete(idempotency)
        .where(lt(idempotency.created_at, ago(1)))
        .returning(deleted)
    ).length,
    session: (await db.delete(session).where(inArray(session.id, ended)).returning(deleted)).length,
    // As many as a day's.
    known_network: (
      await db
        .delete(known_network)
        .where(lt(known_network.last_login_at, ago(knownNetworkDays)))
        .returning(deleted)
    ).length,
    login_log: (await db.delete(login_log).where(inArray(login_log.id, logins)).returning(deleted)).length,
    oper_log: (await db.delete(oper_log).where(inArray(oper_log.id, operations)).returning(deleted)).length,
    // The condition is repeated, because the error may have occurred again meanwhile.
    error_log: (
      await db
        .delete(error_log)
        .where(and(inArray(error_log.id, errors), isPast))
        .returning(deleted)
    ).length,
    masked: await maskLogsOfClosed(db),
  }
  const isFull = Object.values(done).includes(batchSize)
  return { claimed: isFull ? claimLimit : 0, done }
}
