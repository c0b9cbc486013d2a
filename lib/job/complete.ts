import { connection } from '@/lib/database'
import { completeShipped } from '@/lib/order/fulfil'
import { runBatches } from './claim'

/** Completes the orders that were shipped at least `days` days ago; returns how many. */
export const completeDue = (days: number, until?: number) =>
  runBatches(async () => {
    const { transaction } = await connection()
    const completed = await transaction((tx) => completeShipped(tx, days))
    return { claimed: completed, done: { completed } }
  }, until)
