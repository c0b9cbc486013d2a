import { eq, inArray, sql } from 'drizzle-orm'
import { product } from '@/db/schema/product'
import { theme_product } from '@/db/schema/theme'
import { type InvalidParam, problem } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'

/** In this sequence. Lock the theme first. Throws a 400 naming every product that is unknown or in the trash. */
export async function replaceProducts(db: Database, theme_id: number, product_ids: readonly number[]): Promise<void> {
  // Deleting a product removes it from its themes. The lock waits for a deletion that has begun, and makes later ones
  // wait.
  const present = await db
    .select({ id: product.id })
    .from(product)
    .where(sql`${inArray(product.id, [...product_ids])} and ${product.deleted_at} is null`)
    .orderBy(product.id)
    .for('share')
  const known = new Set(present.map(({ id }) => id))
  const invalid_params = product_ids.flatMap((id, at): InvalidParam[] =>
    known.has(id)
      ? []
      : [{ in: 'body', name: `product_ids.${at}`, code: 'not_found', reason: 'There is no such product.' }],
  )
  const [first] = invalid_params
  if (first) throw problem('invalid_request', { detail: `${first.name}: ${first.reason}`, invalid_params })
  await db.delete(theme_product).where(eq(theme_product.theme_id, theme_id))
  if (product_ids.length === 0) return
  await db
    .insert(theme_product)
    .values(product_ids.map((product_id, at) => ({ theme_id, product_id, sort_order: at + 1 })))
}
