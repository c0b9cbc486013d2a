import { sql } from 'drizzle-orm'

/** Rows that one batch claims. */
export const claimLimit = 50

/** No other run claims the row before this time; after a crash it is due again then. */
export const claimedUntil = sql`now() + interval '2 minutes'`

/**
 * The number of seconds for which a run starts batches: after a request of a client, for a request of the scheduler,
 * and otherwise. The rest of the function's time limit in vercel.json is for the last batch.
 */
export const runSeconds = { request: 8, scheduler: 240, usual: 40 }

/**
 * The time until which a run that begins now starts batches, in milliseconds since 1970. Its jobs share it; the next
 * run does the rest.
 */
export const runUntil = (kind: keyof typeof runSeconds = 'usual') => Date.now() + runSeconds[kind] * 1_000

/**
 * Runs batches, at least one, until one has fewer than `full` rows or the time is over. Returns the sums of their
 * counts.
 */
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
