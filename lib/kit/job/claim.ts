import { sql } from 'drizzle-orm'

/** Rows claimed by one batch. */
export const claimLimit = 50

/** No other run claims the row before this time. After a crash, the row is due again then. */
export const claimedUntil = sql`now() + interval '2 minutes'`

/** Seconds in which new batches start. The limit in vercel.json is longer, so that the last batch can end. */
export const runSeconds = { request: 8, scheduler: 240, usual: 40 }

/** Shared by all jobs of the run. In milliseconds since 1970. */
export const runUntil = (kind: keyof typeof runSeconds = 'usual') => Date.now() + runSeconds[kind] * 1_000

/** At least once, until fewer than `full` rows are claimed or `until` has passed. Returns sums. */
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
