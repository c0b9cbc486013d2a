import { inArray, sql } from 'drizzle-orm'
import type { Database } from '../client'
import { auth } from '../schema/auth'

/** A permission point as the code declares it. */
export interface BasePoint {
  code: string
  module: string
}

/**
 * Makes the table of permission points say what the code declares. A point that is no longer asked for is marked and
 * not deleted: groups keep what they were granted, should it come back.
 */
export async function writePoints(tx: Database, points: readonly BasePoint[]): Promise<void> {
  const stored = await tx.select().from(auth)
  const byCode = new Map(stored.map((row) => [row.code, row]))
  const declared = new Set(points.map(({ code }) => code))
  const changed = points.filter(({ code, module }) => {
    const row = byCode.get(code)
    return row?.module !== module || row.obsolete
  })
  if (changed.length > 0) {
    await tx
      .insert(auth)
      .values(changed.map(({ code, module }) => ({ code, module })))
      .onConflictDoUpdate({
        target: auth.code,
        set: { module: sql`excluded.module`, obsolete: false, updated_at: sql`now()` },
      })
  }
  const gone = stored.filter(({ code, obsolete }) => !obsolete && !declared.has(code)).map(({ id }) => id)
  if (gone.length > 0) await tx.update(auth).set({ obsolete: true }).where(inArray(auth.id, gone))
}
