import { randomUUID } from 'node:crypto'
import { sandbox_delivery } from '@/db/schema/sandbox'
import type { Database } from '@/lib/kit/database'
import { lateSeconds, type PaymentFault } from './faults'

export type Delivery = typeof sandbox_delivery.$inferSelect

export const secondsAfter = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)

/** `tx` writes the reported change, too. Returns the event id. A `lost` callback is stored, but never sent. */
export async function schedule(
  tx: Database,
  given: Pick<Delivery, 'event_type' | 'original_type' | 'url' | 'resource'> & {
    fault: PaymentFault | undefined
    delay: number | undefined
    now: Date
  },
): Promise<string> {
  const { fault, delay = fault === 'late' ? lateSeconds : 0, now, ...message } = given
  const event_id = randomUUID()
  await tx.insert(sandbox_delivery).values({
    ...message,
    event_id,
    fault: fault ?? null,
    next_try_at: fault === 'lost' ? null : secondsAfter(now, delay),
  })
  return event_id
}
