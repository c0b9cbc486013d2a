import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { product } from '@/db/schema/product'
import { theme, theme_product } from '@/db/schema/theme'
import { changed, matchesSearch, pageList } from '@/lib/kit/api/rows/list'
import { getRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { CmsThemeQuery, type ThemeProduct } from './schema'

/** Sorted as the shop has set. */
export const shownThemes = (db: Database, condition?: SQL) =>
  db
    .select({
      id: theme.id,
      name: theme.name,
      description: theme.description,
      topic_image_url: theme.topic_image_url,
      head_image_url: theme.head_image_url,
    })
    .from(theme)
    .where(and(eq(theme.status, 'enabled'), condition))
    .orderBy(theme.sort_order, theme.id)

const countOf = (condition: string) => sql<number>`(
  select count(*)::int from theme_product tp join product p on p.id = tp.product_id
  where tp.theme_id = "theme"."id" and p.deleted_at is null ${sql.raw(condition)})`

export const list = pageList('cms_themes', {
  table: theme,
  query: CmsThemeQuery,
  columns: {
    ...getTableColumns(theme),
    product_count: countOf(''),
    on_sale_count: countOf("and p.status = 'on_sale'"),
  },
  filters: { status: theme.status, q: matchesSearch(theme.name), ...changed(theme) },
})

/** As sorted by staff, with inactive products. */
async function productsIn(db: Database, theme_id: number): Promise<z.input<typeof ThemeProduct>[]> {
  return db
    .select({
      id: product.id,
      name: product.name,
      image_url: sql<string | null>`${product.images}[1]`,
      price: product.price,
      status: product.status,
    })
    .from(theme_product)
    .innerJoin(product, eq(product.id, theme_product.product_id))
    .where(sql`${theme_product.theme_id} = ${theme_id} and ${product.deleted_at} is null`)
    .orderBy(theme_product.sort_order, product.id)
}

/** Throws `not_found`. */
export async function readTheme(db: Database, id: number) {
  const row = await getRow(db, theme, id)
  const products = await productsIn(db, id)
  const on_sale_count = products.filter(({ status }) => status === 'on_sale').length
  return { ...row, product_count: products.length, on_sale_count, products }
}
