import { inArray, type SQL } from 'drizzle-orm'
import { product, sku } from '@/db/schema/product'
import { lockRow } from '@/lib/kit/api/rows/rows'
import { ChangedMeanwhile } from '@/lib/kit/api/run/retries'
import type { Database } from '@/lib/kit/database'
import { isLiving, type SkuRow, skusOf } from './cms-queries'

/** Every SKU of these products, in id order, also withdrawn ones, locked: no order moves their stock meanwhile. */
const lockSkus = (db: Database, product_ids: readonly number[]) =>
  db
    .select({ id: sku.id })
    .from(sku)
    .where(inArray(sku.product_id, [...product_ids]))
    .orderBy(sku.id)
    .for('no key update')

/**
 * Locks products with all their SKUs, for a transaction that changes several: the SKUs of all by id, then the products by id,
 * as orders do. Ids without a product are left out.
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
  /** By default a product that is not in the bin. */
  where?: SQL | undefined
}

/**
 * Locks a product with its SKUs, also withdrawn ones. The SKUs come first, as with orders, which lock the product of one that
 * sells out. Throws `not_found`, or `stale_version` if it has another version.
 */
export async function lockProduct(db: Database, id: number, { version, where = isLiving }: LockOptions = {}) {
  const locked = await lockSkus(db, [id])
  const row = await lockRow(db, product, id, { where, version })
  // Until the product was locked, another change may have added some. To lock them now would be the wrong order.
  const stored = await skusOf(db, id)
  if (stored.length > locked.length) throw new ChangedMeanwhile(`product ${id} has got further SKUs`)
  return { row, stored }
}

/** Locks a product with its SKUs, and returns those that are not withdrawn. Throws `not_found`. */
export async function lockOffer(db: Database, id: number): Promise<SkuRow[]> {
  const { stored } = await lockProduct(db, id)
  return stored.filter(({ deleted_at }) => !deleted_at)
}
