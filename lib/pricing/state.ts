import { type SQL, sql } from 'drizzle-orm'
import type { CouponState } from '@/db/enums'

/** By the clock of the database. `of`: the table `coupon` or its alias in the query. */
export const couponState = (of: SQL = sql`coupon`) => sql<CouponState>`case
  when ${of}.revoked_at is not null then 'revoked'
  when ${of}.used_at is not null then 'used'
  when ${of}.order_id is not null then 'held'
  when ${of}.ends_at <= now() then 'expired'
  when ${of}.starts_at > now() then 'upcoming'
  else 'usable' end`
