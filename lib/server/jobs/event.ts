import { fullPrune, giveSeq, pruneEvents } from '@/lib/event/sequence'
import { connection } from '@/lib/kit/database'
import { runBatches } from '@/lib/kit/job/claim'

/** Also when no one reads them, so that events are pruned in the order of `seq`. `days`: they are kept. */
export const numberAndPrune = (days: number, until?: number) =>
  runBatches(
    async () => {
      const { transaction } = await connection()
      const numbered = await giveSeq()
      const pruned = await transaction((tx) => pruneEvents(tx, days))
      return { claimed: Math.max(numbered, pruned), done: { numbered, pruned } }
    },
    until,
    fullPrune,
  )
