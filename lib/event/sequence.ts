import { and, eq, isNull, sql } from 'drizzle-orm'
import { event } from '@/db/schema/event'
import { connection, type Database } from '@/lib/kit/database'

/** Of one statement. More than one page of the feed, which is then full. */
const batchSize = 10_000

/**
 * Gives a `seq` to committed events without one, in the order of their ids. Returns their number. Under a lock until
 * the commit, so that readers see no event before those with a smaller `seq`.
 */
export async function giveSeq(): Promise<number> {
  const { db, transaction } = await connection()
  const [waiting] = await db.select({ id: event.id }).from(event).where(isNull(event.seq)).limit(1)
  return waiting ? transaction(giveBatch) : 0
}

async function giveBatch(tx: Database): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('mini-shop.event'))`)
  // A statement of its own, which sees what was committed before the lock was granted.
  const given = await tx
    .update(event)
    .set({ seq: sql`numbered.seq` })
    .from(sql`(
      select id, (select coalesce(max(seq), 0) from event) + row_number() over (order by id) as seq
      from (select id from event where seq is null order by id limit ${batchSize}) as waiting) as numbered`)
    // The second condition lets the planner use the small index of these rows, whatever it believes about their number.
    .where(and(eq(event.id, sql`numbered.id`), isNull(event.seq)))
    .returning({ one: sql`1` })
  return given.length
}

/** Of one statement. */
const pruneSize = 1_000

/**
 * Deletes events older than `days`, in the order of `seq`, so that the rest has no gap. Never the last one, from which
 * the numbers continue. Returns their number, at most {@link fullPrune}.
 */
export async function pruneEvents(tx: Database, days: number): Promise<number> {
  const deleted = await tx
    .delete(event)
    .where(
      sql`seq < (
        select coalesce(min(seq) filter (where at >= now() - make_interval(days => ${days})), max(seq))
        from (select seq, at from event where seq is not null order by seq limit ${pruneSize}) as oldest)`,
    )
    .returning({ one: sql`1` })
  return deleted.length
}

export const fullPrune = pruneSize - 1
