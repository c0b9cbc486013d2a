import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Trace } from './schema'

/** For queries of a parcel as `s`: members of its JSON. */
export const trackingOf = sql`'tracking', case when s.tracking_at is not null then
  json_build_object('state', s.tracking, 'at', s.tracking_at, 'text', s.tracking_text) end`

/** For queries of "order": the news of its parcels. */
export const traceOf: SQL<z.input<typeof Trace>> = sql`coalesce((
  select json_agg(json_build_object('shipment_id', t.shipment_id, 'at', t.at, 'state', t.state, 'text', t.text) order by t.at desc, t.id desc)
  from shipment s join shipment_trace t on t.shipment_id = s.id where s.order_id = "order".id and s.revoked_at is null), '[]')`
