import { sql } from 'drizzle-orm'

/** Rows that one batch claims. */
export const claimLimit = 50

/** Until then no other run claims the row; after a crash it is due again at this time. */
export const claimedUntil = sql`now() + interval '2 minutes'`

/**
 * For how many seconds a run starts batches: after a request of a client, as a request of the scheduler, and otherwise. The
 * rest of the time that vercel.json gives a function is for the last batches.
 */
export const runSeconds = { request: 8, scheduler: 240, usual: 40 }

/** Until when a run that begins now starts batches, as `Date.now()` has it. Its jobs share it; what is left is for the next run. */
export const runUntil = (kind: keyof typeof runSeconds = 'usual') => Date.now() + runSeconds[kind] * 1_000

/** Runs batches, at least one, until one has fewer than `full` rows or the time is over; returns the sums of their counts. */
export async function runBatches<Done extends Record<string, number>>(
  batch: () => Promise<{ claimed: number; done: Done }>,
  until = runUntil(),
  full = claimLimit,
): Promise<Done> {
  let { claimed, done } = await batch()
  while (claimed >= full && Date.now() < until) {
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
