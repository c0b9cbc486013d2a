import { waybill } from '@/db/schema/waybill'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { lockRow, updateRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { claimedUntil } from '@/lib/kit/job/claim'
import type { Staff } from '@/lib/kit/people/actor'

/**
 * Returns whether the platform can be asked now: not while another request may still be making the waybill. Throws
 * `not_found`, `stale_version` or `order_state`.
 */
export async function beginCancel(tx: Database, id: number, version: number, actor: Staff): Promise<boolean> {
  const { state } = await lockRow(tx, waybill, id, { version })
  if (state === 'shipped')
    throw problem('order_state', {
      detail: 'A parcel was shipped with this waybill: revoke the parcel first.',
      members: { reason: 'shipped' },
    })
  if (state !== 'creating' && state !== 'ready')
    throw problem('order_state', { detail: 'The waybill was canceled, or never made.', members: { reason: state } })
  await updateRow(tx, waybill, id, { state: 'canceling', next_try_at: claimedUntil, updated_by: actor.user_id })
  return state === 'ready'
}
