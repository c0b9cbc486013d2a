import { inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { order, order_print } from '@/db/schema/order'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import { noSuch } from '@/lib/kit/api/rows/rows'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import type { Staff } from '@/lib/kit/people/actor'
import { nameOf } from '@/lib/kit/people/customer'
import { shipsWith, storeOf } from '@/lib/order/cms-queries'
import { sku_codes } from '@/lib/order/lines'
import type { PackingLists } from './cms-schema'

type PackingList = z.input<typeof PackingLists>['items'][number]

/** In the sequence of `ids`. Throws `not_found` where an order does not exist. */
export async function readPackingLists(
  db: Database,
  ids: number[],
  settings: Settings,
): Promise<z.input<typeof PackingLists>> {
  const rows = await db
    .select({
      id: order.id,
      order_no: order.order_no,
      status: order.status,
      created_at: order.created_at,
      paid_at: order.paid_at,
      store: storeOf,
      receiver: order.receiver,
      remark: order.remark,
      notes: sql<PackingList['notes']>`(
        select coalesce(json_agg(n.text order by n.id), '[]') from order_note n
        where n.order_id = "order".id and n.for_parcel)`,
      ships_with: sql<string[]>`(
        select coalesce(json_agg(w.order_no), '[]') from (${shipsWith(sql`o.order_no`)}) w)`,
      items_amount: order.items_amount,
      freight_amount: order.freight_amount,
      discount_amount: order.discount_amount,
      total_amount: order.total_amount,
      items: sql<PackingList['items']>`(
        select json_agg(json_build_object('id', i.id, 'name', i.name, 'spec_text', i.spec_text, ${sku_codes}, 'price', i.price,
          'count', i.count, 'amount', i.amount, 'shipped_count', i.shipped_count,
          'left_count', i.count - i.shipped_count - i.kept_count) order by i.id)
        from order_item i join sku s on s.id = i.sku_id where i.order_id = "order".id)`,
      prints: sql<number>`(select count(*)::int from order_print p where p.order_id = "order".id)`,
      printed: sql<PackingList['printed']>`(
        select json_build_object('at', p.created_at, 'by', ${nameOf('p.actor')})
        from order_print p where p.order_id = "order".id order by p.id desc limit 1)`,
    })
    .from(order)
    .where(inArray(order.id, ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const items = ids.map((id) => {
    const row = byId.get(id)
    if (!row) throw noSuch('order')
    return row
  })
  return { shop: { name: settings['shop.name'] || null, phone: settings['shop.phone'] || null }, items }
}

/** Throws `invalid_request` with the position of an unknown id. */
export async function recordPrints(tx: Database, ids: number[], actor: Staff): Promise<void> {
  const found = await tx
    .select({ id: order.id })
    .from(order)
    .where(inArray(order.id, ids))
    .orderBy(order.id)
    .for('no key update')
  const known = new Set(found.map(({ id }) => id))
  const missing = ids.findIndex((id) => !known.has(id))
  if (missing >= 0) throw invalid('body', `ids.${missing}`, 'not_found', `There is no order ${ids[missing]}.`)
  await tx.insert(order_print).values([...known].map((order_id) => ({ order_id, actor: actor.user_id })))
}
