import { type SQL, sql } from 'drizzle-orm'
import type { CouponState } from '@/db/enums'

/**
 * The deals that run now, by SKU: `deal_sku ds` with its promotion `d`, without deals that are sold out for all
 * customers. Ends with a condition, so that further ones can follow with `and`.
 */
export const runningDeals = sql.raw(`deal_sku ds join promotion d on d.id = ds.promotion_id
  where d.enabled and d.starts_at <= now() and d.ends_at > now()`)

/** The state of a coupon by the clock of the database, for queries of "coupon" or of an alias of it. */
export const couponState = (of: SQL = sql`coupon`) => sql<CouponState>`case
  when ${of}.revoked_at is not null then 'revoked'
  when ${of}.used_at is not null then 'used'
  when ${of}.order_id is not null then 'held'
  when ${of}.ends_at <= now() then 'expired'
  when ${of}.starts_at > now() then 'upcoming'
  else 'usable' end`
