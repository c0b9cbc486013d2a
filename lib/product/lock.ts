import { inArray, type SQL } from 'drizzle-orm'
import { product, sku } from '@/db/schema/product'
import { lockRow } from '@/lib/kit/api/rows/rows'
import { ChangedMeanwhile } from '@/lib/kit/api/run/retries'
import type { Database } from '@/lib/kit/database'
import { isNotDeleted, type SkuRow, skusOf } from './cms-queries'

/**
 * Locks every SKU of the given products, including withdrawn SKUs, sorted by id, so that no order changes the stock
 * meanwhile.
 */
const lockSkus = (db: Database, product_ids: readonly number[]) =>
  db
    .select({ id: sku.id })
    .from(sku)
    .where(inArray(sku.product_id, [...product_ids]))
    .orderBy(sku.id)
    .for('no key update')

/**
 * Locks products with all their SKUs, for a transaction that changes several products. Locks the SKUs of all products
 * sorted by id, then the products sorted by id. This is the sequence in which the placing of orders locks rows too. Ids
 * without a product are ignored.
 */
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
  /** A condition on the product; by default, the product must not be in the trash. */
  where?: SQL | undefined
}

/**
 * Locks a product with its SKUs, including withdrawn SKUs, and returns the product and the SKUs. The SKUs are locked
 * first, because the placing of an order locks the product after a SKU that sells out. Throws `not_found`, or
 * `stale_version` if the product has another version. Repeats the transaction where another change has added a SKU.
 */
export async function lockProduct(db: Database, id: number, { version, where = isNotDeleted }: LockOptions = {}) {
  const locked = await lockSkus(db, [id])
  const row = await lockRow(db, product, id, { where, version })
  // Another change may have added SKUs before the product was locked. Locking these now would be the wrong order, so
  // the transaction is repeated.
  const stored = await skusOf(db, id)
  if (stored.length > locked.length) throw new ChangedMeanwhile(`product ${id} has got further SKUs`)
  return { row, stored }
}

/** Locks a product with its SKUs, and returns the SKUs that are not withdrawn. Throws `not_found`. */
export async function lockOffer(db: Database, id: number): Promise<SkuRow[]> {
  const { stored } = await lockProduct(db, id)
  return stored.filter(({ deleted_at }) => !deleted_at)
}
