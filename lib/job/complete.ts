import { connection } from '@/lib/database'
import { completeShipped } from '@/lib/order/fulfil'
import { runBatches } from './claim'

/** Completes the orders that were shipped at least `days` days ago; returns how many. */
export async function completeDue(days: number): Promise<number> {
  const { transaction } = await connection()
  const { completed } = await runBatches(async () => {
    const count = await transaction((tx) => completeShipped(tx, days))
    return { claimed: count, done: { completed: count } }
  })
  return completed
}
