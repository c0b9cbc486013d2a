import { sql } from 'drizzle-orm'

/** Rows that one runner takes at once. */
export const claimLimit = 50

/** A claimed row is nobody else's for so long; if its runner crashes, it is due again then. */
export const pushed = sql`now() + interval '2 minutes'`
