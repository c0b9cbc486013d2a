import { connection } from '@/lib/kit/database'
import { runBatches } from '@/lib/kit/job/claim'
import { completeShipped } from '@/lib/order/ship/fulfil'

/** `days`: since shipping. */
export const completeDue = (days: number, until?: number) =>
  runBatches(async () => {
    const { transaction } = await connection()
    const completed = await transaction((tx) => completeShipped(tx, days))
    return { claimed: completed, done: { completed } }
  }, until)
