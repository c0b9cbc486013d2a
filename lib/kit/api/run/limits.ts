import { eq, inArray, sql } from 'drizzle-orm'
import { statement } from '@/db/connection/statement'
import { rate_limit } from '@/db/schema/request'
import type { Database } from '@/lib/kit/database'

const consumeStatement = statement('take', (db) =>
  db
    .insert(rate_limit)
    .values({
      key: sql.placeholder('key'),
      points: 1,
      expires_at: sql`now() + make_interval(secs => ${sql.placeholder('seconds')}::int)`,
    })
    .onConflictDoUpdate({
      target: rate_limit.key,
      set: {
        points: sql`case when ${rate_limit.expires_at} <= now() then 1 else ${rate_limit.points} + 1 end`,
        expires_at: sql`case when ${rate_limit.expires_at} <= now() then excluded.expires_at else ${rate_limit.expires_at} end`,
        locks: sql`case when ${rate_limit.expires_at} > now() then ${rate_limit.locks} end`,
      },
    })
    .returning({
      points: rate_limit.points,
      retry_after: sql<number>`ceil(extract(epoch from ${rate_limit.expires_at} - now()))::int`,
    }),
)

/** `points`: the new count. `retry_after`: the seconds until the window ends. */
export async function consume(
  db: Database,
  key: string,
  seconds: number,
): Promise<{ points: number; retry_after: number }> {
  const [row] = await consumeStatement(db, { key, seconds })
  if (!row) throw new Error('the counter returned no row')
  return row
}

/** Undoes {@link consume}. */
export async function release(db: Database, keys: string[]): Promise<void> {
  await db
    .update(rate_limit)
    .set({ points: sql`greatest(${rate_limit.points} - 1, 0)` })
    .where(inArray(rate_limit.key, keys))
}

/** The counters keep the user from signing in; `clearLocks` finds them by this id. */
export async function markLocks(db: Database, keys: string[], user_id: number): Promise<void> {
  await db.update(rate_limit).set({ locks: user_id }).where(inArray(rate_limit.key, keys))
}

/** As stored by `markLocks`. */
export async function clearLocks(db: Database, user_id: number): Promise<void> {
  await db.delete(rate_limit).where(eq(rate_limit.locks, user_id))
}

export async function clear(db: Database, key: string): Promise<void> {
  await db.delete(rate_limit).where(inArray(rate_limit.key, [key]))
}
