import { singleton } from '@/db/singleton'
import { type Slot, WorkQueue } from '../run/work-queue'

/** Four batches at the same time, so that other requests still find free connections. */
const everyone = () => singleton('exports', () => new WorkQueue({ atOnce: 4, work: 'exports are under way' }))

const ofPersons = () => singleton('exports-of-persons', () => new Map<number, WorkQueue>())

/** So that one person does not take all slots. Kept until the process ends. */
function ofPerson(user_id: number): WorkQueue {
  const queues = ofPersons()
  const queue = queues.get(user_id) ?? new WorkQueue({ atOnce: 2, capacity: 8, work: 'of your exports are under way' })
  queues.set(user_id, queue)
  return queue
}

/**
 * Two batches of a person, and four of all, are read at once. Throws 503 `unavailable` with Retry-After if too many
 * exports wait. A later batch waits for `slot`, but is never refused, because the response has begun. A slow client
 * holds no slot.
 */
export const beginExport = <Begun>(
  user_id: number,
  begin: () => Promise<Begun>,
): Promise<{ begun: Begun; slot: Slot }> =>
  ofPerson(user_id).enter(async (own) => {
    const slot: Slot = (task) => own(() => everyone().run(task))
    return { begun: await slot(begin), slot }
  })
