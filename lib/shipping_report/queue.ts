import { and, eq, sql } from 'drizzle-orm'
import { payment } from '@/db/schema/payment'
import { shipping_report } from '@/db/schema/shipping_report'
import { problem } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'

/** After a payment, until the platform knows it. */
const settlingSeconds = 10
/** Staff can still revoke the parcel before it is reported. */
const graceSeconds = 60

/** Of a locked order. Needs a shipped parcel and the payment's `transaction_id`. */
export async function queueReport(tx: Database, order_id: number): Promise<void> {
  await tx.execute(sql`
    insert into ${shipping_report} as report (payment_id, order_id, next_try_at)
    select p.id, p.order_id, greatest(now() + make_interval(secs => ${graceSeconds}), p.paid_at + make_interval(secs => ${settlingSeconds}))
    from ${payment} p
    where p.order_id = ${order_id} and p.settles and p.transaction_id is not null
      and exists (select from shipment s where s.order_id = p.order_id and s.revoked_at is null)
    on conflict (payment_id) do update
    set status = 'waiting', tries = 0, next_try_at = excluded.next_try_at, updated_at = now()`)
}

/** After a refund of a locked order, because the parcel that the report waits for may never follow. */
export const wakeReport = (tx: Database, order_id: number) =>
  tx
    .update(shipping_report)
    .set({ next_try_at: sql`coalesce(${shipping_report.next_try_at}, now())` })
    .where(and(eq(shipping_report.order_id, order_id), eq(shipping_report.status, 'waiting')))

/** Of a locked order, at once. Throws `order_state` where the platform has not refused the report. */
export async function retryReport(tx: Database, order_id: number): Promise<void> {
  const refused = and(eq(shipping_report.order_id, order_id), eq(shipping_report.status, 'refused'))
  if ((await tx.$count(shipping_report, refused)) === 0)
    throw problem('order_state', { detail: 'The platform has not refused what was shipped of this order.' })
  await queueReport(tx, order_id)
  await tx.update(shipping_report).set({ next_try_at: sql`now()` }).where(eq(shipping_report.order_id, order_id))
}
