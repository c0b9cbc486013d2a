import { inArray, type SQL } from 'drizzle-orm'
import { product, sku } from '@/db/schema/product'
import { lockRow } from '@/lib/kit/api/rows/rows'
import { ChangedMeanwhile } from '@/lib/kit/api/run/retries'
import type { Database } from '@/lib/kit/database'
import { isNotDeleted, type SkuRow, skusOf } from './cms-queries'

/** By id, with withdrawn SKUs, so that no order changes the stock meanwhile. */
const lockSkus = (db: Database, product_ids: readonly number[]) =>
  db
    .select({ id: sku.id })
    .from(sku)
    .where(inArray(sku.product_id, [...product_ids]))
    .orderBy(sku.id)
    .for('no key update')

/** All SKUs by id, then the products by id, as the placing of orders does. Ignores unknown ids. */
export async function lockProducts(db: Database, ids: readonly number[]): Promise<void> {
  await lockSkus(db, ids)
  await db
    .select({ id: product.id })
    .from(product)
    .where(inArray(product.id, [...ids]))
    .orderBy(product.id)
    .for('no key update')
}

interface LockOptions {
  version?: number | undefined
  /** By default, not in the trash. */
  where?: SQL | undefined
}

/**
 * SKUs first, because placing an order locks the product after a SKU that sells out. Throws `not_found` or
 * `stale_version`. Repeats the transaction where another change has added a SKU.
 */
export async function lockProduct(db: Database, id: number, { version, where = isNotDeleted }: LockOptions = {}) {
  const locked = await lockSkus(db, [id])
  const row = await lockRow(db, product, id, { where, version })
  // SKUs were added meanwhile. Locking these now would be the wrong order, so the transaction is repeated.
  const stored = await skusOf(db, id)
  if (stored.length > locked.length) throw new ChangedMeanwhile(`product ${id} has got further SKUs`)
  return { row, stored }
}

/** Without withdrawn SKUs. Throws `not_found`. */
export async function lockOffer(db: Database, id: number): Promise<SkuRow[]> {
  const { stored } = await lockProduct(db, id)
  return stored.filter(({ deleted_at }) => !deleted_at)
}
