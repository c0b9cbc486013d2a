import { singleton } from '@/db/singleton'
import { type Slot, WorkQueue } from '../run/work-queue'

/**
 * The queue for the batches of all exports in this process. Four batches are read at the same time, so that other
 * requests still find free connections.
 */
const everyone = () => singleton('exports', () => new WorkQueue({ atOnce: 4, work: 'exports are under way' }))

const ofPersons = () => singleton('exports-of-persons', () => new Map<number, WorkQueue>())

/**
 * The queue of one person, so that the exports of one person do not take all slots. The queue of each member of staff
 * with exports is kept until the process ends.
 */
function ofPerson(user_id: number): WorkQueue {
  const queues = ofPersons()
  const queue = queues.get(user_id) ?? new WorkQueue({ atOnce: 2, capacity: 8, work: 'of your exports are under way' })
  queues.set(user_id, queue)
  return queue
}

/**
 * Begins an export of a person: `begin` opens the file and reads its first batch. At most two batches of this person
 * are read at the same time, and four of all persons. Throws 503 `unavailable` with Retry-After if too many exports of
 * this person are waiting.
 *
 * The returned `slot` runs a function that reads a later batch. A later batch waits for a slot too, but is never
 * refused, because the response has begun. A slot is taken only while a batch is read, so a slow client holds no slot.
 */
export const beginExport = <Begun>(
  user_id: number,
  begin: () => Promise<Begun>,
): Promise<{ begun: Begun; slot: Slot }> =>
  ofPerson(user_id).enter(async (own) => {
    const slot: Slot = (task) => own(() => everyone().run(task))
    return { begun: await slot(begin), slot }
  })
