import { type SQL, sql } from 'drizzle-orm'
import type { promotion } from '@/db/schema/promotion'
import type { Database } from '@/lib/kit/database'
import { inScope, withBelow } from '@/lib/pricing/scope'

type Terms = typeof promotion.$inferSelect

/** Of product `p`. */
export const isReduced = (row: Terms) =>
  row.gives === 'deal'
    ? sql`exists (select from deal_sku ds where ds.promotion_id = ${row.id} and ds.product_id = p.id)`
    : inScope(row)

/**
 * Of another promotion `o`. A line has one reduction and an order one offer of shipping; anything else is excluded by
 * an exclusive one of both. Not of two deals, which have no SKU in common, or two coupons, of which an order has one.
 */
function excludes({ gives, exclusive, coupon_source }: Terms): SQL {
  const isCoupon = coupon_source !== null
  const isOfSameKind = {
    freight: sql`o.gives = 'freight'`,
    reduction: isCoupon ? sql`false` : sql`o.gives = 'reduction' and o.coupon_source is null`,
    deal: sql`false`,
  }
  return sql`(${isCoupon ? sql`o.coupon_source is null and` : sql``} ${gives === 'deal' ? sql`o.gives <> 'deal' and` : sql``}
    (o.exclusive or ${exclusive}::boolean or (${isOfSameKind[gives]})))`
}

/** By scope of the other promotion, so that each part can use an index. */
const goodsOfOther = (own: SQL) => {
  const goods = sql`select p.name from product p where p.status = 'on_sale' and p.deleted_at is null and ${own}`
  const others = sql`o.gives <> 'deal' and p.id <> all (o.except_product_ids)`
  return sql`
    (${goods} and o.scope = 'all' and ${others} limit 4)
    union all (${goods} and o.scope = 'products' and ${others} and p.id = any (o.product_ids) limit 4)
    union all (${goods} and o.scope = 'categories' and ${others} and p.category_id in (${withBelow(sql`o.category_ids`)}) limit 4)
    union all (${goods} and o.gives = 'deal' and exists (
      select from deal_sku ds where ds.promotion_id = o.id and ds.product_id = p.id) limit 4)`
}

interface Overlap {
  id: number
  name: string
  label: string
  product_names: string[]
}

/**
 * Other promotions of which a line gets only one, in the same period, with up to four of the goods on sale in both. At
 * most 10. Empty for a promotion that is stopped or over.
 */
export async function overlapsOf(db: Database, row: Terms): Promise<Overlap[]> {
  const { id, enabled, starts_at, ends_at } = row
  if (!enabled || ends_at.getTime() <= Date.now()) return []
  return db
    .select({
      id: sql<number>`o.id`,
      name: sql<string>`o.name`,
      label: sql<string>`o.label`,
      product_names: sql<string[]>`shared.names`,
    })
    .from(sql`promotion o cross join lateral (
      select coalesce(json_agg(name), '[]') as names from (select name from (${goodsOfOther(isReduced(row))}) goods limit 4) first) shared`)
    .where(sql`o.id <> ${id} and o.enabled and ${excludes(row)}
      and o.starts_at < ${ends_at.toISOString()}::timestamptz
      and o.ends_at > greatest(now(), ${starts_at.toISOString()}::timestamptz) and json_array_length(shared.names) > 0`)
    .orderBy(sql`o.starts_at, o.id`)
    .limit(10)
}
