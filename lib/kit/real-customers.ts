import { and, eq } from 'drizzle-orm'
import { user } from '@/db/schema/user'
import { databaseFault } from '@/lib/kit/api/run/failure'
import type { Database } from '@/lib/kit/database'
import { EnvironmentError } from '@/lib/kit/env'

/** A missing table. */
const undefinedTable = '42P01'

/**
 * Throws {@link EnvironmentError}, also for closed accounts: a demonstration has a known password. Customers who
 * register in a demonstration are `sandbox` and do not count. Accepts a database without tables.
 */
export async function refuseRealCustomers(db: Database): Promise<void> {
  const isReal = and(eq(user.kind, 'customer'), eq(user.sandbox, false))
  const found = await db
    .select({ id: user.id })
    .from(user)
    .where(isReal)
    .limit(1)
    .catch((error: unknown) => {
      if (databaseFault(error)?.code === undefinedTable) return []
      throw error
    })
  if (found.length === 0) return
  throw new EnvironmentError([
    'SANDBOX must be off for this database: it has customers who are not of the demonstration, and SANDBOX=1 adds accounts with a known password. Use a database without customers; for previews, branch from an empty or schema-only parent.',
  ])
}
