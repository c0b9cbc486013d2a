import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { carrier_account } from '@/db/schema/waybill'
import { matchesSearch, pageList } from '@/lib/kit/api/rows/list'
import { getRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { CarrierAccountQuery } from './schema'
import { accountProblem } from './usable'

/** Never null. Of accounts that are in use. */
export const isQuotaLow = sql<boolean>`(enabled and status_code = 0 and checked_at is not null and coalesce(quota < 20, false))`

const rows = pageList('carrier_accounts', {
  table: carrier_account,
  query: CarrierAccountQuery,
  filters: {
    enabled: carrier_account.enabled,
    quota_low: sql`${isQuotaLow} = ${sql.placeholder('quota_low')}::boolean`,
    q: matchesSearch(carrier_account.name, carrier_account.biz_id),
  },
})

function withProblem(row: typeof carrier_account.$inferSelect) {
  const problem = accountProblem(row)
  return { ...row, problem, usable: problem === null }
}

/** Returns a page of the accounts. */
export async function list(context: { db: Database; query: z.output<typeof CarrierAccountQuery> }) {
  const page = await rows(context)
  return { ...page, items: page.items.map(withProblem) }
}

/** Returns an account. Throws `not_found`. */
export const readAccount = async (db: Database, id: number) => withProblem(await getRow(db, carrier_account, id))
