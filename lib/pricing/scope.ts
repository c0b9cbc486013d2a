import { inArray, type SQLWrapper, sql } from 'drizzle-orm'
import { promotion } from '@/db/schema/promotion'
import type { Database } from '@/lib/kit/database'

/** The ids of these categories and of all below them. `ids`: an array. */
export const withBelow = (ids: SQLWrapper) => sql`
  with recursive below as (
    select unnest(${ids}) as id union select c.id from category c join below on c.parent_id = below.id)
  select id from below`

const list = (ids: readonly number[]) => sql`${sql.param([...ids])}::int[]`

type Scope = Pick<typeof promotion.$inferSelect, 'scope' | 'category_ids' | 'product_ids' | 'except_product_ids'>

/** Of product `p`, for a promotion that is no deal. */
export function inScope({ scope, category_ids, product_ids, except_product_ids }: Scope) {
  const chosen = {
    all: sql`true`,
    products: sql`p.id = any (${list(product_ids)})`,
    categories: sql`p.category_id in (${withBelow(list(category_ids))})`,
  }
  return sql`${chosen[scope]} and p.id <> all (${list(except_product_ids)})`
}

/** Of what customers see: up to three. */
export const scope_names = sql<string[]>`(select coalesce(json_agg(named.name order by named.place), '[]') from (
  select c.name, array_position(${promotion.category_ids}, c.id) as place from category c
  where ${promotion.scope} = 'categories' and c.id = any (${promotion.category_ids}) and c.status = 'enabled'
  union all
  select p.name, array_position(${promotion.product_ids}, p.id) from product p
  where ${promotion.scope} = 'products' and p.id = any (${promotion.product_ids}) and p.status = 'on_sale' and p.deleted_at is null
  order by place limit 3) named)`

/** By promotion. `scope_count`: categories or products; 0: all goods. */
export async function scopesOf(db: Database, ids: number[]) {
  if (ids.length === 0) return new Map<number, { scope_names: string[]; scope_count: number }>()
  const rows = await db
    .select({
      id: promotion.id,
      scope_names,
      scope_count: sql<number>`cardinality(${promotion.category_ids}) + cardinality(${promotion.product_ids})`,
    })
    .from(promotion)
    .where(inArray(promotion.id, ids))
  return new Map(rows.map(({ id, ...scope }) => [id, scope]))
}
