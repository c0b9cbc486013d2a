import { and, eq, sql } from 'drizzle-orm'
import { statement } from '@/db/connection/statement'
import { order_item } from '@/db/schema/order'
import { deal_sku, order_discount, order_item_discount, promotion } from '@/db/schema/promotion'
import type { Database } from '@/lib/kit/database'

/* The caller has locked the order and, where the stock changes, its SKUs: prices of deals are locked after SKUs. */

export const releaseDeals = statement('release_deals', (db) =>
  db
    .update(deal_sku)
    .set({ sold: sql`${deal_sku.sold} - taken.count` })
    .from(sql`(
      select d.promotion_id, i.sku_id, coalesce(share.pieces, i.count) as count
      from order_discount d join order_item_discount share on share.order_discount_id = d.id
        join order_item i on i.id = share.order_item_id
      where d.order_id = ${sql.placeholder('order_id')} and d.gives = 'deal') as taken`)
    .where(sql`${deal_sku.promotion_id} = taken.promotion_id and ${deal_sku.sku_id} = taken.sku_id`),
)

/** At the price of the deal. */
const pieces = sql<number>`coalesce(${order_item_discount.pieces}, ${order_item.count})`

/** A late payment revives the order. false: a running deal has too few pieces. Ended deals count beyond the quota. */
export async function takeDealsAgain(tx: Database, order_id: number): Promise<boolean> {
  const wanted = await tx
    .select({
      promotion_id: deal_sku.promotion_id,
      sku_id: deal_sku.sku_id,
      count: pieces,
      is_short: sql<boolean>`coalesce(${deal_sku.sold} + ${pieces} > ${deal_sku.quota}, false)
        and ${promotion.enabled} and ${promotion.ends_at} > now()`,
    })
    .from(deal_sku)
    .innerJoin(promotion, eq(promotion.id, deal_sku.promotion_id))
    .innerJoin(order_discount, and(eq(order_discount.promotion_id, promotion.id), eq(order_discount.gives, 'deal')))
    .innerJoin(order_item_discount, eq(order_item_discount.order_discount_id, order_discount.id))
    .innerJoin(
      order_item,
      and(eq(order_item.id, order_item_discount.order_item_id), eq(order_item.sku_id, deal_sku.sku_id)),
    )
    .where(eq(order_discount.order_id, order_id))
    .orderBy(deal_sku.sku_id)
    .for('no key update', { of: deal_sku })
  if (wanted.some(({ is_short }) => is_short)) return false
  for (const { promotion_id, sku_id, count } of wanted) await addSold(tx, { promotion_id, sku_id, count })
  return true
}

interface DealPieces {
  promotion_id: number
  sku_id: number
  count: number
}

const addSold = (tx: Database, { promotion_id, sku_id, count }: DealPieces) =>
  tx
    .update(deal_sku)
    .set({ sold: sql`${deal_sku.sold} + ${count}` })
    .where(and(eq(deal_sku.promotion_id, promotion_id), eq(deal_sku.sku_id, sku_id)))

/** The price of the line was changed. */
export const returnToDeal = (tx: Database, { count, ...line }: DealPieces) => addSold(tx, { ...line, count: -count })
