import { and, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { import_file, import_row } from '@/db/schema/import'
import { error_log, login_log, oper_log } from '@/db/schema/log'
import { notice } from '@/db/schema/notice'
import { idempotency, rate_limit } from '@/db/schema/request'
import { platform_message } from '@/db/schema/shipping_report'
import { known_network, session } from '@/db/schema/user'
import type { Settings } from '@/lib/config/registry'
import { connection, type Database } from '@/lib/database'
import { knownNetworkDays } from '@/lib/token/known-device'
import { maskLogsOfClosed } from '@/lib/user/closing'
import { claimLimit, runBatches } from './claim'

export type Pruned = Record<
  | 'rate_limit'
  | 'idempotency'
  | 'session'
  | 'known_network'
  | 'login_log'
  | 'oper_log'
  | 'error_log'
  | 'notice'
  | 'import_row'
  | 'import'
  | 'platform_message'
  | 'masked',
  number
>

/** How long one statement may take, in seconds: the first run after a long pause has much to do. */
const statementSeconds = 60

/** Rows that one statement deletes, so that none holds its locks for long. */
const batchSize = 1_000

const ago = (days: number) => sql`now() - make_interval(days => ${days})`

/**
 * Deletes expired counters, idempotency records after a day, sessions 30 days after their end, known networks, and logs
 * and system notices after `log.retention_days`, and imports after `log.import_days`; for errors, the latest occurrence counts, whatever
 * their status. Masks what logs know about closed accounts. Returns the deleted rows by table, and the masked ones.
 */
export const pruneOld = (settings: Settings, until?: number) => runBatches(() => pruneBatch(settings), until)

async function pruneBatch(settings: Settings): Promise<{ claimed: number; done: Pruned }> {
  const { 'log.retention_days': retention_days, 'log.import_days': import_days } = settings
  const { db, transaction } = await connection()
  const patiently = <T>(run: (tx: Database) => Promise<T>) => transaction(run, { statement_seconds: statementSeconds })
  const remove = async (table: PgTable, condition: SQL | undefined) =>
    (await patiently(async (tx) => tx.delete(table).where(condition).returning({ key: sql`1` }))).length
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
  const notices = db
    .select({ id: notice.id })
    .from(notice)
    .where(and(sql`${notice.source} = 'system'`, lt(notice.created_at, ago(retention_days))))
    .orderBy(notice.created_at)
    .limit(batchSize)
  const imports = db
    .select({ id: import_file.id })
    .from(import_file)
    .where(lt(import_file.created_at, ago(import_days)))
    .orderBy(import_file.created_at)
  // The lines before their import, which may have thousands.
  const lines = db
    .select({ id: import_row.id })
    .from(import_row)
    .where(inArray(import_row.import_id, imports))
    .limit(batchSize)
  const done = {
    rate_limit: await remove(rate_limit, inArray(rate_limit.key, counters)),
    // By an index and about one day's rows per day, so no batches are needed.
    idempotency: await remove(idempotency, lt(idempotency.created_at, ago(1))),
    session: await remove(session, inArray(session.id, ended)),
    // As many as a day's.
    known_network: await remove(known_network, lt(known_network.last_login_at, ago(knownNetworkDays))),
    login_log: await remove(login_log, inArray(login_log.id, logins)),
    oper_log: await remove(oper_log, inArray(oper_log.id, operations)),
    // The condition is repeated, because the error may have occurred again meanwhile.
    error_log: await remove(error_log, and(inArray(error_log.id, errors), isPast)),
    notice: await remove(notice, inArray(notice.id, notices)),
    import_row: await remove(import_row, inArray(import_row.id, lines)),
    import: await remove(
      import_file,
      and(
        inArray(import_file.id, imports),
        sql`not exists (select from ${import_row} where ${import_row.import_id} = ${import_file.id})`,
      ),
    ),
    // Older ones are refused by their time.
    platform_message: await remove(platform_message, lt(platform_message.created_at, ago(1))),
    masked: await patiently(maskLogsOfClosed),
  }
  const isFull = Object.values(done).includes(batchSize)
  return { claimed: isFull ? claimLimit : 0, done }
}
