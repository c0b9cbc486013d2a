import { sql } from 'drizzle-orm'
import type { TrackingState } from '@/db/enums'
import { shipment, shipment_trace } from '@/db/schema/order'
import type { Database } from '@/lib/kit/database'

export interface News {
  at: Date
  /** null: unchanged. */
  state: TrackingState | null
  text: string
}

const mostNews = 100
const longestText = 200

/** Of a parcel of a locked order. In any sequence and repeatedly: the parcel has the state of its latest news. */
export async function addNews(tx: Database, shipment_id: number, news: News[]): Promise<void> {
  if (news.length === 0) return
  const rows = news.slice(-mostNews).map(({ text, ...one }) => ({ ...one, shipment_id, text: printable(text) }))
  const added = await tx.insert(shipment_trace).values(rows).onConflictDoNothing().returning({ id: shipment_trace.id })
  // A repeated message is no change of the order.
  if (added.length === 0) return
  const latest = sql`from ${shipment_trace} t where t.shipment_id = ${shipment_id}`
  // Delivered parcels are not asked about any more. A clock that is ahead must not delay what is counted from delivery.
  await tx.execute(sql`
    update ${shipment} s set tracking = n.state, tracking_at = n.at, tracking_text = n.text, updated_at = now(),
      track_at = case when n.state <> 'delivered' then s.track_at end
    from (
      select coalesce((select t.state ${latest} and t.state is not null order by t.at desc, t.id desc limit 1), 'none') as state,
        least((select max(t.at) ${latest}), now()) as at,
        (select t.text ${latest} order by t.at desc, t.id desc limit 1) as text) n
    where s.id = ${shipment_id}`)
}

const printable = (text: string) =>
  text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longestText)
