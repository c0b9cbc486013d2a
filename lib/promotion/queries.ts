import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import { statement } from '@/db/connection/statement'
import type { promotionStates } from '@/db/enums'
import { product } from '@/db/schema/product'
import { promotion } from '@/db/schema/promotion'
import { matchesSearch, pageList } from '@/lib/kit/api/rows/list'
import { found } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { CmsPromotionQuery } from './schema'

/** The state of a promotion by the clock of the database. A promotion that has ended is `ended`, also if it was stopped. */
const state = sql<(typeof promotionStates)[number]>`case when ${promotion.ends_at} <= now() then 'ended'
  when not ${promotion.enabled} then 'stopped' when ${promotion.starts_at} > now() then 'upcoming' else 'running' end`

const columns = { ...getTableColumns(promotion), state }

export const list = pageList('cms_promotions', {
  table: promotion,
  query: CmsPromotionQuery,
  columns,
  filters: {
    state: sql`${state} = ${sql.placeholder('state')}`,
    gives: promotion.gives,
    q: matchesSearch(promotion.name, promotion.label),
  },
})

/** The orders with a promotion, without canceled orders. */
const orders = (selected: string) => sql<number>`(
  select ${sql.raw(selected)} from order_discount d join "order" o on o.id = d.order_id
  where d.promotion_id = promotion.id and o.status <> 'cancelled')`

/** The products that are not deleted, by id. */
const productsOf = (db: Database, ids: number[]) =>
  db
    .select({
      id: product.id,
      name: product.name,
      image_url: sql<string | null>`${product.images}[1]`,
      price: product.price,
      status: product.status,
    })
    .from(product)
    .where(and(inArray(product.id, ids), isNull(product.deleted_at)))
    .orderBy(product.id)

/**
 * Returns a promotion with its products, the number of its orders, and the sum of its reductions in fen. Throws
 * `not_found`.
 */
export async function readPromotion(db: Database, id: number) {
  const [row] = await db
    .select({
      ...columns,
      order_count: orders('count(*)::int'),
      discount_amount: orders('coalesce(sum(d.amount), 0)').mapWith(Number),
    })
    .from(promotion)
    .where(eq(promotion.id, id))
  const { product_ids, except_product_ids, ...rest } = found(row, 'promotion')
  const products = await productsOf(db, [...product_ids, ...except_product_ids])
  return { ...rest, product_ids, except_product_ids, products }
}

/** The promotions that run now, the ones that end first at the beginning. */
export const runningPromotions = statement('running_promotions', (db) =>
  db
    .select()
    .from(promotion)
    .where(sql`enabled and starts_at <= now() and ends_at > now()`)
    .orderBy(promotion.ends_at, promotion.id),
)
