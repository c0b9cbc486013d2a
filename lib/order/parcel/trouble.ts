import { type SQL, sql } from 'drizzle-orm'
import type { ParcelTrouble } from '@/db/enums'

/** The platform counts a parcel without news as not shipped. */
const collectedHours = 48
const movedHours = 72

/** For queries of `shipment`, by the columns of the index `shipment_without_news`. */
const conditions: Record<ParcelTrouble, SQL> = {
  not_collected: sql`tracking = 'none' and waybill_token is not null and shipped_at < now() - make_interval(hours => ${sql.raw(String(collectedHours))})`,
  stuck: sql`tracking in ('collected', 'on_the_way', 'out') and tracking_at < now() - make_interval(hours => ${sql.raw(String(movedHours))})`,
  failed: sql`tracking = 'failed'`,
}

/** For queries of "order". */
export const hasParcel = (trouble: ParcelTrouble) =>
  sql`"order"."id" = any(array(select order_id from shipment where track_at is not null and ${conditions[trouble]}))`
