import { singleton } from '@/db/singleton'
import { Places } from '../run/places'
import { type Slot, WorkQueue } from '../run/work-queue'

/** Four batches at the same time, so that other requests still find free connections. */
const everyone = () => singleton('exports', () => new WorkQueue({ atOnce: 4, work: 'exports are under way' }))

const ofPersons = () =>
  singleton('exports-of-persons', () => new Places({ atOnce: 2, policy: 'exports_at_once', work: 'exports under way' }))

/**
 * Throws 429 if two exports of the person are sent already. A batch waits for `slot`, but is never refused, because the
 * response has begun. A slow client holds no slot, but its place until `leave`.
 */
export async function beginExport<Begun>(
  user_id: number,
  begin: () => Promise<Begun>,
): Promise<{ begun: Begun; slot: Slot; leave: () => void }> {
  const leave = ofPersons().take(user_id)
  const slot: Slot = (task) => everyone().run(task)
  try {
    return { begun: await slot(begin), slot, leave }
  } catch (error) {
    leave()
    throw error
  }
}
