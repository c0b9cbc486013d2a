import { sql } from 'drizzle-orm'
import type { Database } from '@/lib/kit/database'

const running = sql.raw('enabled and coupon_source is null and starts_at <= now() and ends_at > now()')

/** Any promotion without coupons runs, or a deal. One look-up in an index of those that have not ended. */
export const anyPromotion = sql`exists (select from promotion where ${running})`

export const anyDeal = sql`exists (select from promotion where ${running} and gives = 'deal')`

type Read<Row> = (db: Database, values?: Record<string, unknown>) => Promise<Row[]>

/**
 * Reads with `plain`, which leaves promotions out, as long as it answers that none runs, then with `full`. Every answer
 * has `promoted` from its own statement, so nothing depends on what this process remembers.
 */
export function inTwoForms<Row extends { promoted: boolean }>(plain: Read<Row>, full: Read<Row>): Read<Row> {
  let isPromoted = false
  const expects = (rows: Row[]) => rows.some(({ promoted }) => promoted)
  return async (db, values) => {
    const rows = isPromoted ? undefined : await plain(db, values)
    if (rows && !expects(rows)) return rows
    const promoted = await full(db, values)
    isPromoted = expects(promoted)
    return promoted
  }
}
