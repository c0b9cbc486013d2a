import { and, isNull, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { import_file, import_row } from '@/db/schema/import'
import { error_log, login_log, oper_log } from '@/db/schema/log'
import { notice } from '@/db/schema/notice'
import { idempotency, rate_limit } from '@/db/schema/request'
import { platform_message } from '@/db/schema/shipping_report'
import { former_customer, known_network, session } from '@/db/schema/user'
import type { Settings } from '@/lib/kit/config/registry'
import { connection, type Database } from '@/lib/kit/database'
import { runBatches, runUntil } from '@/lib/kit/job/claim'
import { formerCustomerDays } from '@/lib/pricing/newcomer'
import { knownNetworkDays } from '@/lib/token/known-device'
import { maskLogsOfClosed } from '@/lib/user/closing'

/** Seconds. Long, because the first run after a long pause has much to delete. */
const statementSeconds = 60

/** Rows of one statement. Small, so that it holds its locks for a short time. */
const batchSize = 1_000

const ago = (days: number) => sql`now() - make_interval(days => ${days})`

/** Rows are sorted by `order`, the time, so that the planner uses the index for any number of rows. */
interface Expired {
  table: PgTable
  where: SQL | undefined
  order?: PgColumn
}

/** Keys are the names of the counts. Lines are deleted before their import, which may have thousands. */
const expired = ({ 'log.retention_days': retention_days, 'log.import_days': import_days }: Settings) => {
  const isOldImport = lt(import_file.created_at, ago(import_days))
  return {
    rate_limit: { table: rate_limit, where: lt(rate_limit.expires_at, sql`now()`) },
    idempotency: { table: idempotency, where: lt(idempotency.created_at, ago(1)), order: idempotency.created_at },
    session: { table: session, where: or(lt(session.revoked_at, ago(30)), lt(session.expires_at, ago(30))) },
    known_network: { table: known_network, where: lt(known_network.last_login_at, ago(knownNetworkDays)) },
    former_customer: { table: former_customer, where: lt(former_customer.closed_at, ago(formerCustomerDays)) },
    login_log: { table: login_log, where: lt(login_log.created_at, ago(retention_days)), order: login_log.created_at },
    oper_log: { table: oper_log, where: lt(oper_log.created_at, ago(retention_days)), order: oper_log.created_at },
    error_log: { table: error_log, where: lt(error_log.last_at, ago(retention_days)), order: error_log.last_at },
    notice: {
      table: notice,
      where: and(sql`${notice.source} = 'system'`, lt(notice.created_at, ago(retention_days))),
      order: notice.created_at,
    },
    import_row: {
      table: import_row,
      where: sql`${import_row.import_id} in (select ${import_file.id} from ${import_file} where ${isOldImport})`,
    },
    import: {
      table: import_file,
      where: and(
        isOldImport,
        sql`not exists (select from ${import_row} where ${import_row.import_id} = ${import_file.id})`,
      ),
    },
    // Older messages are refused by their time; unknown messages are kept for staff.
    platform_message: {
      table: platform_message,
      where: and(
        lt(platform_message.created_at, ago(1)),
        or(isNull(platform_message.body), lt(platform_message.created_at, ago(retention_days))),
      ),
    },
  } satisfies Record<string, Expired>
}

/**
 * Expired: counters of rate limits at their end, idempotency records and known platform messages after a day, sessions
 * 30 days after their end, the rest by settings and constants. At least one batch of each table, so that one table does
 * not delay others. `masked`: personal data of closed accounts in logs.
 */
export async function pruneOld(settings: Settings, until = runUntil()): Promise<Record<string, number>> {
  const { transaction } = await connection()
  const patiently = <T>(run: (tx: Database) => Promise<T>) => transaction(run, { statement_seconds: statementSeconds })
  const prune = async ({ table, where, order }: Expired): Promise<number> => {
    const batch = async () => {
      const claimed = await patiently((tx) => removeBatch(tx, table, where, order))
      return { claimed, done: { count: claimed } }
    }
    return (await runBatches(batch, until, batchSize)).count
  }
  const deleted: Record<string, number> = {}
  for (const [name, rows] of Object.entries(expired(settings))) deleted[name] = await prune(rows)
  return { ...deleted, masked: await patiently(maskLogsOfClosed) }
}

/** At most {@link batchSize} rows. */
async function removeBatch(tx: Database, table: PgTable, where: SQL | undefined, order: PgColumn | undefined) {
  const due = tx.select({ place: sql`ctid` }).from(table).where(where).limit(batchSize)
  // Comparing the types of the two queries takes the compiler longer than the rest of the file.
  let places: SQLWrapper = due
  if (order) places = due.orderBy(order)
  // The condition is repeated, because a row may have changed meanwhile.
  const deleted = await tx
    .delete(table)
    .where(and(sql`ctid = any(array(${places}))`, where))
    .returning({ one: sql`1` })
  return deleted.length
}
