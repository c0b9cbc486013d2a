import { sql } from 'drizzle-orm'
import type { Database } from '@/lib/kit/database'

/** `products`, `skus`: ids; with both, the planner can choose an index. */
export const openItems = (products: number[], skus?: number[]) =>
  sql`"order" o join order_item i on i.order_id = o.id where o.status in ('unpaid', 'paid') and i.product_id in ${products}
    ${skus && sql`and i.sku_id in ${skus}`}`

interface Open {
  sku_id: number
  unpaid: number
  unshipped: number
}

/** By SKU, in unpaid and in unshipped orders. */
export async function openPieces(db: Database, ...of: Parameters<typeof openItems>): Promise<Map<number, Open>> {
  if (of[0].length === 0) return new Map<number, Open>()
  const rows = await db
    .select({
      sku_id: sql<number>`open.sku_id`,
      unpaid: sql<number>`open.unpaid`,
      unshipped: sql<number>`open.unshipped`,
    })
    .from(sql`(
      select i.sku_id, coalesce(sum(i.count) filter (where o.status = 'unpaid'), 0)::int as unpaid,
        coalesce(sum(i.count) filter (where o.status = 'paid'), 0)::int as unshipped
      from ${openItems(...of)} group by i.sku_id) open`)
  return new Map(rows.map((row) => [row.sku_id, row]))
}
