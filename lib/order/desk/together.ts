import { asc, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { order } from '@/db/schema/order'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import { found } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { isSameReceiver } from '@/lib/order/same-receiver'
import type { ShipInput } from '@/lib/order/ship/cms-schema'

type Input = z.output<typeof ShipInput>

/**
 * Locks by id. `version`: as the client has read it. Throws `not_found`, or `invalid_request` at `together` (named
 * twice, unknown, another customer or receiver) and for `items`, because a parcel of several orders contains all their
 * remaining pieces.
 */
export async function lockTogether(
  tx: Database,
  id: number,
  { version, together = [], items }: Pick<Input, 'version' | 'together' | 'items'>,
): Promise<{ id: number; version: number }[]> {
  if (items && together.length > 0)
    throw invalid(
      'body',
      'together',
      'not_allowed',
      'A parcel of several orders takes everything that is left of them.',
    )
  const all = [{ id, version }, ...together].toSorted((a, b) => a.id - b.id)
  const rows = await tx
    .select({ id: order.id, user_id: order.user_id, receiver: order.receiver })
    .from(order)
    .where(
      inArray(
        order.id,
        all.map((one) => one.id),
      ),
    )
    .orderBy(asc(order.id))
    .for('no key update')
  const first = found(
    rows.find((row) => row.id === id),
    'order',
  )
  for (const [at, other] of together.entries()) {
    const name = `together.${at}.id`
    const row = rows.find((one) => one.id === other.id)
    if (!row) throw invalid('body', name, 'not_found', 'There is no such order.')
    if (other.id === id || together.findIndex((one) => one.id === other.id) < at)
      throw invalid('body', name, 'duplicate', 'This order is given twice.')
    if (row.user_id !== first.user_id || !isSameReceiver(row.receiver, first.receiver))
      throw invalid('body', name, 'not_allowed', 'This order is for another customer or another receiver.')
  }
  return all
}
