import type { SQL } from 'drizzle-orm'
import { product } from '@/db/schema/product'
import { lockRow } from '@/lib/api/rows'
import type { Database } from '@/lib/database'
import { isLiving, type SkuRow, skusOf } from './cms-queries'

/** Every SKU of a product, in id order, also withdrawn ones, locked: no order moves their stock meanwhile. */
const lockSkus = (db: Database, product_id: number) => skusOf(db, product_id).for('no key update')

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
  await lockSkus(db, id)
  const row = await lockRow(db, product, id, { where, version })
  // Again: until the product was locked, another change may have added some.
  return { row, stored: await lockSkus(db, id) }
}

/** Locks a product with its SKUs, and returns those that are not withdrawn. Throws `not_found`. */
export async function lockOffer(db: Database, id: number): Promise<SkuRow[]> {
  const { stored } = await lockProduct(db, id)
  return stored.filter(({ deleted_at }) => !deleted_at)
}
