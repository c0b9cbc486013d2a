import { and, asc, inArray, type SQL, sql } from 'drizzle-orm'
import { after_sale } from '@/db/schema/after_sale'
import { movingClosing, openAfter, openBetween } from '@/lib/kit/config/closing'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'

/** When the shop should have decided about a request or dispute of now. */
export function decideBy(settings: Settings): SQL {
  const now = Date.now()
  const by = openAfter(movingClosing(settings), now, settings['after_sale.decide_hours'] * 3_600_000)
  return sql`now() + make_interval(secs => ${(by - now) / 1_000}::float8)`
}

/** After a change of the closing: each request that is not due yet keeps the time in which the shop is open. */
export async function moveDeadlines(db: Database, former: Settings, settings: Settings): Promise<void> {
  const [before, after] = [movingClosing(former), movingClosing(settings)]
  if (before?.from === after?.from && before?.until === after?.until) return
  const waiting = await db
    .select({ id: after_sale.id, decide_by: after_sale.decide_by })
    .from(after_sale)
    .where(and(inArray(after_sale.status, ['requested', 'disputed']), sql`${after_sale.decide_by} > now()`))
    .orderBy(asc(after_sale.id))
    .for('no key update')
  if (waiting.length === 0) return
  const now = Date.now()
  const moved = waiting.map(({ decide_by }) =>
    new Date(openAfter(after, now, openBetween(before, now, decide_by.getTime()))).toISOString(),
  )
  const ids = waiting.map(({ id }) => id)
  await db
    .update(after_sale)
    .set({ decide_by: sql`moved.at`, next_try_at: sql`moved.at` })
    .from(sql`unnest(${`{${ids.join()}}`}::int[], ${`{${moved.join()}}`}::timestamptz[]) as moved(id, at)`)
    .where(sql`${after_sale.id} = moved.id`)
}
