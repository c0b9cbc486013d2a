import type { EventType } from '@/db/enums'
import { event } from '@/db/schema/event'
import type { Database } from '@/lib/kit/database'
import { type EventData, events } from './schema'

interface Happened<T extends EventType> {
  resource_id: number
  /** null: the system or the payment provider. */
  actor_id: number | null
  data: EventData<T>
}

/** In the transaction of what happened. Placing an order and changing a stock write their events in SQL. */
export async function recordEvent<T extends EventType>(tx: Database, type: T, happened: Happened<T>): Promise<void> {
  await tx.insert(event).values({ type, resource: events[type].resource, ...happened })
}
