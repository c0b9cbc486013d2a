import { singleton } from '@/db/singleton'
import { type Slot, WorkQueue } from '../run/work-queue'

/** Batches of all exports that are read at once in a process, so that connections are left to other requests. */
const everyone = () => singleton('exports', () => new WorkQueue({ atOnce: 4, work: 'exports are under way' }))

const ofPersons = () => singleton('exports-of-persons', () => new Map<number, WorkQueue>())

/** The queue of one person, so that the exports of one person do not take all slots. There are as many as staff who export. */
function ofPerson(user_id: number): WorkQueue {
  const queues = ofPersons()
  const queue = queues.get(user_id) ?? new WorkQueue({ atOnce: 2, capacity: 8, work: 'of your exports are under way' })
  queues.set(user_id, queue)
  return queue
}

/**
 * Begins an export of a person: two at once, four of all persons. Throws 503 `unavailable` with Retry-After if too many
 * of this person are waiting. Later batches are read in `slot`: they wait too, but are never refused, because the
 * response has begun. A slot is taken for one batch, so a client that reads slowly holds none.
 */
export const beginExport = <Begun>(
  user_id: number,
  begin: () => Promise<Begun>,
): Promise<{ begun: Begun; slot: Slot }> =>
  ofPerson(user_id).enter(async (own) => {
    const slot: Slot = (task) => own(() => everyone().run(task))
    return { begun: await slot(begin), slot }
  })
