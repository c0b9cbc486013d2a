import { connection } from '@/lib/database'
import { completeShipped } from '@/lib/order/fulfil'
import { untilDone } from './claim'

/** Completes the orders that have been on their way for so many days; answers how many. */
export async function completeDue(days: number): Promise<number> {
  const { transaction } = await connection()
  const { completed } = await untilDone(async () => {
    const count = await transaction((tx) => completeShipped(tx, days))
    return { claimed: count, done: { completed: count } }
  })
  return completed
}
