import { order } from '@/db/schema/order'
import type { Caller } from '@/lib/kit/api/endpoint/caller'
import { Problem, problem } from '@/lib/kit/api/endpoint/problem'
import { getRow, lockRow } from '@/lib/kit/api/rows/rows'
import type { Recorder } from '@/lib/kit/api/run/recorder'
import type { Database } from '@/lib/kit/database'
import { asSeenBy, readCmsOrder } from './cms-queries'
import { LoggedOrder } from './cms-schema'

interface Change {
  db: Database
  params: { id: number }
  caller: Caller
  recorder: Recorder
}

/** Locks the order, and answers with the actions of the caller. Throws `not_found`, or the error of `change`. */
export async function audited(
  { db, params: { id }, caller, recorder }: Change,
  change: (version: number) => Promise<void>,
) {
  const { version } = await lockRow(db, order, id)
  const before = await readCmsOrder(db, id)
  await change(version)
  const after = await readCmsOrder(db, id)
  recorder.audit({ target: ['order', id], as: LoggedOrder, before, after })
  return asSeenBy(caller, after)
}

/**
 * Like {@link audited}, with an audit row for each order, which a problem names if there are several. Returns the order
 * whose id is in the path of the request.
 */
export async function auditedTogether<One extends { id: number }>(
  context: Change,
  all: readonly One[],
  change: (one: One) => Promise<void>,
) {
  const named = (one: One) => (all.length > 1 ? naming(context.db, one.id, () => change(one)) : change(one))
  for (const one of all)
    if (one.id !== context.params.id) await audited({ ...context, params: { id: one.id } }, () => named(one))
  const own = all.find(({ id }) => id === context.params.id)
  return audited(context, async () => own && named(own))
}

async function naming(db: Database, id: number, change: () => Promise<void>): Promise<void> {
  try {
    await change()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { order_no } = await getRow(db, order, id)
    const { extras } = error
    throw problem(error.code, {
      ...extras,
      detail: `Order ${order_no}: ${error.message}`,
      members: { ...extras.members, order_no },
    })
  }
}
