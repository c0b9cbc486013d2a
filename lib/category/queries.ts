import { asc, eq, sql } from 'drizzle-orm'
import { jsonStatement } from '@/db/connection/statement'
import { category } from '@/db/schema/category'
import { found } from '@/lib/kit/api/rows/rows'
import { type Branch, treeOf } from '@/lib/kit/api/rows/tree'
import type { Database } from '@/lib/kit/database'

type ShownRow = Pick<typeof category.$inferSelect, 'id' | 'parent_id' | 'name' | 'description' | 'image_url'>

const enabledCategories = jsonStatement('enabled_categories', (db) =>
  db
    .select({
      json: sql<ShownRow>`json_build_object('id', id, 'parent_id', parent_id, 'name', name, 'description', description, 'image_url', image_url)`,
    })
    .from(category)
    .where(eq(category.status, 'enabled'))
    .orderBy(category.sort_order, category.id),
)

/** Enabled ones. Descendants of a disabled category are left out with it. */
export const readShownTree = async (db: Database) => treeOf(await enabledCategories(db))

interface ProductCount {
  own: number
  total: number
  on_sale: number
}

type CategoryWithCount = typeof category.$inferSelect & { product_count: ProductCount }

/** `own`: products of the category; `total`: with those of all categories below; `on_sale`: on sale, of `total`. */
async function readCategories(db: Database): Promise<CategoryWithCount[]> {
  const rows = await db.select().from(category).orderBy(asc(category.sort_order), asc(category.id))
  const counted = await db
    .select({
      id: sql<number>`p.category_id`,
      total: sql<number>`count(*)::int`,
      on_sale: sql<number>`(count(*) filter (where p.status = 'on_sale'))::int`,
    })
    .from(sql`product p`)
    .where(sql`p.deleted_at is null`)
    .groupBy(sql`p.category_id`)
  const own = new Map(counted.map((row) => [row.id, row]))
  const byId = new Map(
    rows.map((row) => [row.id, { ...row, product_count: { own: own.get(row.id)?.total ?? 0, total: 0, on_sale: 0 } }]),
  )
  for (const { id, total, on_sale } of counted) {
    for (let row = byId.get(id); row; row = row.parent_id === null ? undefined : byId.get(row.parent_id)) {
      row.product_count.total += total
      row.product_count.on_sale += on_sale
    }
  }
  return [...byId.values()]
}

/** With disabled ones. */
export const readCategoryTree = async (db: Database): Promise<Branch<CategoryWithCount>[]> =>
  treeOf(await readCategories(db))

/** Throws `not_found`. */
export const readCategory = async (db: Database, id: number): Promise<CategoryWithCount> =>
  found(
    (await readCategories(db)).find((row) => row.id === id),
    'category',
  )
