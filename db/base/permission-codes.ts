import { inArray, sql } from 'drizzle-orm'
import type { Database } from '@/db/connection/client'
import { auth, operation } from '@/db/schema/auth'

export interface BasePermission {
  code: string
  module: string
}

export type BaseOperation = typeof operation.$inferInsert

export interface BaseAccess {
  points: readonly BasePermission[]
  operations: readonly BaseOperation[]
}

export async function writeOperations(tx: Database, operations: readonly BaseOperation[]): Promise<void> {
  await tx.delete(operation)
  if (operations.length > 0) await tx.insert(operation).values([...operations])
}

/** Keeps a permission that is no longer declared as obsolete, so that groups have their grants if it returns. */
export async function writePermissions(tx: Database, points: readonly BasePermission[]): Promise<void> {
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
  const obsoleteIds = stored.filter(({ code, obsolete }) => !obsolete && !declared.has(code)).map(({ id }) => id)
  if (obsoleteIds.length > 0) await tx.update(auth).set({ obsolete: true }).where(inArray(auth.id, obsoleteIds))
}
