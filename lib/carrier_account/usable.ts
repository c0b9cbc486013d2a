import type { CarrierAccountProblem } from '@/db/enums'
import type { carrier_account } from '@/db/schema/waybill'

/** Why no waybill can be made with the account; null: it can be used. */
export function accountProblem(row: typeof carrier_account.$inferSelect): CarrierAccountProblem | null {
  if (!row.enabled) return 'disabled'
  if (row.checked_at === null) return 'unbound'
  if (row.status_code !== 0) return 'refused'
  if (row.quota === 0) return 'no_quota'
  return row.sender_name === '' ? 'no_sender' : null
}
