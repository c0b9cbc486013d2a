import { sql } from 'drizzle-orm'

/** The maximum number of rows that one batch claims. */
export const claimLimit = 50

/**
 * The new due time of a claimed row. No other run claims the row before this time. After a crash, the row is due again
 * at this time.
 */
export const claimedUntil = sql`now() + interval '2 minutes'`

/**
 * The number of seconds for which a run of the jobs starts new batches: `request`, after a request of a client;
 * `scheduler`, for a request of the scheduler; `usual`, for all other runs. The time limit of the function in
 * vercel.json is longer, so that the last batch can end.
 */
export const runSeconds = { request: 8, scheduler: 240, usual: 40 }

/**
 * Returns the time until which a run of the jobs that begins now starts new batches, in milliseconds since 1970. All
 * jobs of the run share this time. The next run continues with the remaining rows.
 */
export const runUntil = (kind: keyof typeof runSeconds = 'usual') => Date.now() + runSeconds[kind] * 1_000

/**
 * Runs `batch` at least once, and again until a batch claims fewer than `full` rows or the time `until` has passed.
 * Returns the sums of the counts of all batches.
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
