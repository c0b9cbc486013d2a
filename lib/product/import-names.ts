import { and, inArray, isNull, sql } from 'drizzle-orm'
import { product } from '@/db/schema/product'
import type { Database } from '@/lib/kit/database'

/*
 * Products of an import that are identified by their name only, because their lines have neither an id nor a key.
 */

/** Returns those of `names` that are names of products outside the trash. */
export async function takenNames(db: Database, names: string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ name: product.name })
    .from(product)
    .where(and(inArray(product.name, names), isNull(product.deleted_at)))
  return new Set(rows.map(({ name }) => name))
}

/** Locks a name until the transaction ends, so that no other import creates a product identified by this name. */
export const lockName = (db: Database, name: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mini-shop.product_name:${name}`}, 0))`)
