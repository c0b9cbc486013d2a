import type { CarrierAccountProblem } from '@/db/enums'
import type { carrier_account } from '@/db/schema/waybill'

type State = Pick<
  typeof carrier_account.$inferSelect,
  'enabled' | 'checked_at' | 'status_code' | 'quota' | 'sender_name'
>

/** Returns why no waybill can be made by the account; null: one can. A quota that is unknown may suffice. */
export function accountProblem(row: State): CarrierAccountProblem | null {
  if (!row.enabled) return 'disabled'
  if (row.checked_at === null) return 'unbound'
  if (row.status_code !== 0) return 'refused'
  if (row.quota === 0) return 'no_quota'
  return row.sender_name === '' ? 'no_sender' : null
}
