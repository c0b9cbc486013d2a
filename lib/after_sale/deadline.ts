import type { AfterSaleStatus } from '@/db/enums'

interface Timed<Moment> {
  status: AfterSaleStatus
  decide_by: Moment
  return_by: Moment | null
  inspect_by: Moment | null
}

/** null: closed, or waiting for the provider. */
export function deadlineOf<Moment>({ status, decide_by, return_by, inspect_by }: Timed<Moment>): Moment | null {
  if (status === 'requested' || status === 'disputed') return decide_by
  if (status === 'returning') return return_by
  return status === 'returned' ? inspect_by : null
}

const disputeDays = 7
const dayMilliseconds = 86_400_000

export const disputeUntil = (rejected_at: Date): Date => new Date(rejected_at.getTime() + disputeDays * dayMilliseconds)
