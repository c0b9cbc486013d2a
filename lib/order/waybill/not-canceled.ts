import { sql } from 'drizzle-orm'
import { waybill } from '@/db/schema/waybill'

/** Afterwards, the shop has settled it with the carrier. */
const days = 30

/** For queries of `waybill`: ready ones that the carrier or the platform refused to cancel. */
export const isNotCanceled = sql`${waybill.state} = 'ready' and ${waybill.reason_code} is not null
  and ${waybill.created_at} > now() - make_interval(days => ${sql.raw(String(days))})`
