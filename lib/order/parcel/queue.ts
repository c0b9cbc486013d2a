import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { shipment } from '@/db/schema/order'
import type { Database } from '@/lib/kit/database'

/** Staff can revoke the parcel before. */
const graceSeconds = 60

/** When the platform is first asked about a parcel. */
export const trackedFrom = sql`now() + make_interval(secs => ${graceSeconds})`

/** Of a parcel with another number. */
export const trackedAnew = {
  track_at: trackedFrom,
  tracking: 'none',
  tracking_at: null,
  tracking_text: '',
  waybill_token: null,
  tracking_errcode: null,
  tracking_errmsg: null,
} as const

/** The parcels that were refused, of a locked order whose phone number is corrected. */
export const trackRefusedAgain = (tx: Database, order_id: number) =>
  tx
    .update(shipment)
    .set({ track_at: trackedFrom, tracking_errcode: null, tracking_errmsg: null })
    .where(and(eq(shipment.order_id, order_id), isNull(shipment.revoked_at), isNotNull(shipment.tracking_errcode)))
    .returning({ id: shipment.id })
