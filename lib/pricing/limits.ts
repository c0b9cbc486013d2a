import { sql } from 'drizzle-orm'
import { problem } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'
import { hadBefore } from './newcomer'

/** Throws `in_use`. For joined accounts of one person: the orders of both, and of closed accounts, count together. */
export async function requireWithinLimits(tx: Database, user_id: number): Promise<void> {
  const id = sql`${user_id}::int`
  const ofPromotion = sql`from "order" o2 join order_discount d2 on d2.order_id = o2.id and d2.promotion_id = p.id`
  const counts = sql`o2.user_id = ${id} and o2.status <> 'cancelled'`
  const [over] = await tx
    .select({ order_no: sql<string>`o.order_no` })
    .from(sql`"order" o join order_discount d on d.order_id = o.id
      join promotion p on p.id = d.promotion_id and p.per_customer is not null and p.coupon_source is null`)
    .where(sql`o.user_id = ${id} and o.status = 'unpaid' and case when p.gives = 'deal' then exists (
        select from order_item_discount share join order_item i on i.id = share.order_item_id
        where share.order_discount_id = d.id and p.per_customer < ${hadBefore(id, sql`p.id || '/' || i.sku_id`)} + (
          select sum(coalesce(share2.pieces, i2.count)) ${ofPromotion} join order_item_discount share2 on share2.order_discount_id = d2.id
            join order_item i2 on i2.id = share2.order_item_id and i2.sku_id = i.sku_id
          where ${counts}))
      else p.per_customer < ${hadBefore(id, sql`p.id`)} + (select count(*) ${ofPromotion} where ${counts}) end`)
    .limit(1)
  if (over)
    throw problem('in_use', {
      detail: `The unpaid order ${over.order_no} has a promotion that this person has already had as often as allowed: cancel it first.`,
    })
}
