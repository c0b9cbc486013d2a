import { and, inArray, isNull, sql } from 'drizzle-orm'
import { product } from '@/db/schema/product'
import type { Database } from '@/lib/kit/database'

/*
 * In a file, a product without an id and a key is known by its name alone.
 */

/** Those of these names that a product has which is not in the bin. */
export async function takenNames(db: Database, names: string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ name: product.name })
    .from(product)
    .where(and(inArray(product.name, names), isNull(product.deleted_at)))
  return new Set(rows.map(({ name }) => name))
}

/** Until the transaction ends, no other import creates a product of this name for its name. */
export const lockName = (db: Database, name: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mini-shop.product_name:${name}`}, 0))`)
