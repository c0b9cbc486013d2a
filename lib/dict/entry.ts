import { and, eq } from 'drizzle-orm'
import { dict } from '@/db/schema/dict'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'

/** Enabled, and locked against deletion. Throws `invalid_request` with `not_found` at the field of the body. */
export async function requireEntry(
  db: Database,
  { type, value, field }: { type: string; value: string; field: string },
): Promise<typeof dict.$inferSelect> {
  const [entry] = await db
    .select()
    .from(dict)
    .where(and(eq(dict.type, type), eq(dict.value, value), eq(dict.status, 'enabled')))
    // The entry cannot be deleted until the record with its value is committed.
    .for('key share')
  if (!entry) throw invalid('body', field, 'not_found', `The dictionary ${type} has no such entry.`)
  return entry
}
