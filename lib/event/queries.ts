import { and, asc, gt, inArray, lte, max, min, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type EventType, eventTypes } from '@/db/enums'
import { event } from '@/db/schema/event'
import { type Caller, holds, missingPermission } from '@/lib/kit/api/endpoint/caller'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'
import { type EventPage, type EventQuery, events } from './schema'
import { giveSeq } from './sequence'

/** Throws `forbidden` for a wanted type that the caller may not see. */
function visibleTypes(caller: Caller, wanted: readonly EventType[] | undefined): EventType[] {
  const hidden = wanted?.find((type) => !holds(caller, events[type].permission))
  if (hidden) throw missingPermission(events[hidden].permission)
  return (wanted ?? eventTypes).filter((type) => holds(caller, events[type].permission))
}

const { seq, type, at, actor_id, resource, resource_id, data } = event

/** As in the feed. */
export const eventColumns = { seq, type, at, actor_id, resource, resource_id, data }

/** Throws `forbidden`, `events_gone`, or `invalid_request` for an `after` that was not given yet. */
export async function readEvents(
  db: Database,
  caller: Caller,
  { after, types, size }: z.output<typeof EventQuery>,
): Promise<z.input<typeof EventPage>> {
  const visible = visibleTypes(caller, types)
  await giveSeq()
  // One statement, so that nothing is pruned or numbered between the bounds and the events.
  const bounds = db
    .select({ oldest: min(event.seq).as('oldest'), newest: max(event.seq).as('newest') })
    .from(event)
    .as('bounds')
  const next = db
    .select(eventColumns)
    .from(event)
    .where(and(gt(seq, after ?? 0), lte(seq, bounds.newest), inArray(type, visible)))
    .orderBy(asc(seq))
    .limit(size + 1)
    .as('next')
  const rows = await db.select().from(bounds).leftJoinLateral(next, sql`true`).orderBy(asc(next.seq))
  const newest = rows[0]?.bounds.newest ?? 0
  const oldest = rows[0]?.bounds.oldest ?? 1
  if (after !== undefined && after > newest)
    throw invalid('query', 'after', 'out_of_range', 'No event has this seq yet.', { maximum: newest })
  if (after !== undefined && after < oldest - 1)
    throw problem('events_gone', {
      detail: `Events up to ${oldest - 1} were deleted: read the records again, then continue after it.`,
      members: { oldest: oldest - 1 },
    })
  const found = rows.flatMap(({ next }) => (next?.seq ? [{ ...next, seq: next.seq }] : []))
  const items = found.slice(0, size)
  const has_more = found.length > size
  return { items, next_after: (has_more && items.at(-1)?.seq) || newest, has_more }
}
