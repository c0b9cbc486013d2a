import { sql } from 'drizzle-orm'

/** Rows that one runner takes at once. */
export const claimLimit = 50

/** A claimed row is nobody else's for so long; if its runner crashes, it is due again then. */
export const pushed = sql`now() + interval '2 minutes'`

/** A function instance has a minute; what is left after this is for the next run. */
const patienceMilliseconds = 40_000

/** Takes batch after batch until one is not full, and adds up what they did. */
export async function untilDone<Done extends Record<string, number>>(
  batch: () => Promise<{ claimed: number; done: Done }>,
): Promise<Done> {
  const until = Date.now() + patienceMilliseconds
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
