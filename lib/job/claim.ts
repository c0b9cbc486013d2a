import { sql } from 'drizzle-orm'

/** Rows that one batch claims. */
export const claimLimit = 50

/** Until then no other run claims the row; after a crash it is due again at this time. */
export const claimedUntil = sql`now() + interval '2 minutes'`

/** Serverless functions are ended after a minute; a run starts no batch after this time and leaves the rest to the next. */
const runMilliseconds = 40_000

/** Runs batches until one is not full or the time is over; returns the sums of their counts. */
export async function runBatches<Done extends Record<string, number>>(
  batch: () => Promise<{ claimed: number; done: Done }>,
): Promise<Done> {
  const until = Date.now() + runMilliseconds
  let { claimed, done } = await batch()
  while (claimed >= claimLimit && Date.now() < until) {
    const next = await batch()
    claimed = next.claimed
    done = sum(done, next.done)
  }
  return done
}

function sum<Done extends Record<string, number>>(a: Done, b: Done): Done {
  const total = { ...a }
  for (const key in total) Object.assign(total, { [key]: (a[key] ?? 0) + (b[key] ?? 0) })
  return total
}
